import Foundation
import TestSupport
import Testing

/// The steps of `action.yml`, in an environment like GitHub's.
@Suite struct ActionTests {
  @Test func aCheckAnnotatesAndFailsInTheEnd() throws {
    let runner = try Runner()
    try runner.writeTowns(recipe: "data/Towns.recipe.yml", hasMistake: true)
    let run = try runner.step(
      "run",
      ["INPUT_RECIPE": "data/Towns.recipe.yml", "INPUT_SARIF": "true", "INPUT_REPORT": "html"]
    )
    // The reports have to be uploaded before the job fails.
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("::error file=data/towns.csv,line=3,"), "\(run.output)")
    #expect(run.output.contains("1 error"), "\(run.output)")
    #expect(try runner.folder.text(of: "summary").contains("towns.csv"))
    let outputs = try runner.outputs()
    #expect(outputs["exit-code"] == "1")
    #expect(outputs["artifact"] == runner.workspace + "/Output/reports")
    #expect(outputs["sarif"] == runner.workspace + "/Output/reports/Towns.sarif")
    #expect(FileManager.default.fileExists(atPath: runner.workspace + "/Output/reports/Towns.html"))
    #expect(outputs["release-files"] == nil)
    #expect(try runner.step("verdict", ["STUDBOOK_EXIT_CODE": outputs["exit-code"] ?? ""]).status == 1)
  }

  @Test func pathsInReportsStartFromTheRepositoryAndNotFromTheWorkingDirectory() throws {
    let runner = try Runner()
    try runner.writeTowns(recipe: "apps/data/Towns.recipe.yml", hasMistake: true)
    let run = try runner.step(
      "run",
      ["INPUT_WORKING_DIRECTORY": "apps", "INPUT_RECIPE": "data/Towns.recipe.yml", "INPUT_REPORT": "html"]
    )
    #expect(run.output.contains("::error file=apps/data/towns.csv,line=3,"), "\(run.output)\(run.errors)")
    #expect(try runner.outputs()["reports"] == runner.workspace + "/apps/Output/reports")
  }

  @Test func aRecipeAtTheRootIsNamedWithoutAPoint() throws {
    let runner = try Runner()
    try runner.writeTowns(hasMistake: true)
    try runner.write("", to: "apps/none")
    for (folder, recipe) in [("", "Towns.recipe.yml"), ("apps", "../Towns.recipe.yml")] {
      let run = try runner.step("run", ["INPUT_WORKING_DIRECTORY": folder, "INPUT_RECIPE": recipe])
      #expect(run.output.contains("::error file=towns.csv,line=3,"), "\(run.output)\(run.errors)")
    }
  }

  @Test func optionsReachTheCommand() throws {
    let runner = try Runner()
    try runner.writeTowns(hasMistake: true)
    let recipe = ["INPUT_RECIPE": "Towns.recipe.yml", "INPUT_ANNOTATIONS": "false"]
    let known = try runner.step(
      "run",
      recipe.merging(["INPUT_ARGUMENTS": "\n--write-baseline=known findings.jsonl\n\n--verbose\n"]) { $1 }
    )
    #expect(known.output.contains("::error") == false)
    #expect(try runner.outputs()["exit-code"] == "1")
    _ = try runner.step(
      "run",
      recipe.merging(["INPUT_BASELINE": "known findings.jsonl", "INPUT_FAIL_ON": "new"]) { $1 }
    )
    #expect(try runner.outputs()["exit-code"] == "0")
  }

  @Test(arguments: [
    "with space.recipe.yml", "it's \"quoted\".recipe.yml", "$(touch made).recipe.yml",
    "`touch made`;touch made.recipe.yml",
    "-dash.recipe.yml", "two\nlines::error::.recipe.yml", "a&b|c>made.recipe.yml", "*.recipe.yml",
    "ünïcode %0A.recipe.yml",
  ])
  func aRecipeMayBeCalledAnything(_ name: String) throws {
    let runner = try Runner()
    try runner.writeTowns(recipe: name)
    let run = try runner.step("run", ["INPUT_RECIPE": name, "INPUT_COMMAND": "build", "INPUT_OUTPUT": "Out put"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let outputs = try runner.outputs()
    #expect(outputs["exit-code"] == "0", "\(run.output)\(run.errors)")
    #expect(outputs["artifact"] == runner.workspace + "/Out put")
    let made = try FileManager.default.contentsOfDirectory(atPath: runner.workspace).sorted()
    #expect(made == ["Out put", "Towns.xcdatamodel", "towns.csv", name].sorted())
    #expect(!run.output.contains("\n::error"))
  }

  @Test func aBuildsFilesAreAddedToTheRelease() throws {
    let runner = try Runner()
    try runner.writeTowns()
    // The second build leaves the files alone, because they would have the same bytes.
    for _ in 1...2 {
      _ = try runner.step("run", ["INPUT_RECIPE": "Towns.recipe.yml", "INPUT_COMMAND": "build"])
    }
    let files = try #require(try runner.outputs()["release-files"])
    #expect(
      files.split(separator: "\n")
        == ["Towns.manifest.json", "Towns.sqlite"].map { Substring(runner.workspace + "/Output/" + $0) }
    )
    let release = try runner.step("release", ["STUDBOOK_RELEASE_FILES": files, "INPUT_RELEASE_TAG": "v1; touch made"])
    #expect(release.status == 0, "\(release.output)\(release.errors)")
    let calls = try runner.folder.text(of: "gh.log")
    #expect(
      calls == "release\nupload\n--repo\nsomebody/towns\n--clobber\n--\nv1; touch made\n\(files)\n"
    )
  }

  @Test func aDamagedFileIsNotAddedToTheRelease() throws {
    let runner = try Runner()
    try runner.write("no database", to: "Towns.sqlite")
    let release = try runner.step("release", ["INPUT_RELEASE_FILES": "Towns.sqlite", "INPUT_RELEASE_TAG": "v1"])
    #expect(release.status == 2)
    #expect(release.output.contains("::error title=Studbook::"))
    #expect(try runner.folder.text(of: "gh.log").isEmpty)
  }

  @Test(arguments: [
    (["INPUT_RECIPE": ""], "recipe is missing"),
    (["INPUT_RECIPE": "none\n::warning::.yml"], "There is no recipe “none%0A::warning::.yml”."),
    (["INPUT_RECIPE": "Towns.recipe.yml", "INPUT_COMMAND": "fix"], "command has to be check or build"),
    (["INPUT_RECIPE": "Towns.recipe.yml", "INPUT_SARIF": "yes"], "sarif has to be true or false"),
    (["INPUT_WORKING_DIRECTORY": "none"], "There is no folder “none”."),
  ])
  func wrongInputsAreErrorsOfTheStep(_ inputs: [String: String], _ words: String) throws {
    let runner = try Runner()
    try runner.writeTowns()
    let run = try runner.step("run", inputs)
    #expect(run.status == 2)
    #expect(run.output.hasPrefix("::error title=Studbook::"), "\(run.output)\(run.errors)")
    #expect(run.output.contains(words), "\(run.output)")
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test func aRunThatCannotBeginStillHasAnExitCodeAndReports() throws {
    let runner = try Runner()
    try runner.writeTowns()
    try runner.write("town,inhabitants\nLinz,1\n", to: "towns.csv")
    let run = try runner.step("run", ["INPUT_RECIPE": "Towns.recipe.yml", "INPUT_SARIF": "true"])
    #expect(run.status == 0)
    let outputs = try runner.outputs()
    #expect(outputs["exit-code"] == "2", "\(run.output)\(run.errors)")
    #expect(outputs["sarif"] == runner.workspace + "/Output/reports/Towns.sarif")
  }
}

/// Where the action takes the tool from.
@Suite struct ActionToolTests {
  /// An archive as `make dist` makes it, with a program that stands in for the tool.
  private func archive(in runner: Runner, program: String = "bin/studbook") throws -> (path: String, digest: String) {
    try Script.write("echo 9.9.9", to: "made/studbook-9.9.9/\(program)", in: runner.folder)
    let name = "studbook-9.9.9-linux-\(try machine()).tar.gz"
    let made = try Script.command(
      ["-c", "tar -czf \"$0\" studbook-9.9.9", runner.folder.file(name)],
      in: runner.folder.file("made")
    )
    #expect(made.status == 0)
    return (runner.folder.file(name), try #require(try Tool.digest(of: runner.folder.file(name))))
  }

  private func machine() throws -> String {
    try Script.command(["-c", "uname -m"], in: "/").output.trimmingCharacters(in: .newlines)
  }

  @Test func anArchiveIsUnpackedWhenItsDigestIsRight() throws {
    let runner = try Runner()
    let (path, digest) = try archive(in: runner)
    let step = try runner.step("tool", ["INPUT_ARCHIVE": path, "INPUT_SHA256": digest])
    #expect(step.status == 0, "\(step.output)\(step.errors)")
    #expect(try runner.outputs()["tool"] == runner.folder.file("temp/studbook-tool/bin/studbook"))
  }

  @Test func anotherArchiveIsRefusedBeforeItIsUnpacked() throws {
    let runner = try Runner()
    let (path, digest) = try archive(in: runner)
    for wrong in [String(digest.reversed()), "", String(digest.prefix(20)), digest.uppercased() + "!", "*"] {
      let step = try runner.step("tool", ["INPUT_ARCHIVE": path, "INPUT_SHA256": wrong])
      #expect(step.status == 2)
      #expect(step.output.hasPrefix("::error title=Studbook::"))
      #expect(!FileManager.default.fileExists(atPath: runner.folder.file("temp/studbook-tool")))
    }
  }

  @Test func anArchiveWithoutTheToolIsRefused() throws {
    let runner = try Runner()
    let (path, digest) = try archive(in: runner, program: "bin/other")
    let step = try runner.step("tool", ["INPUT_ARCHIVE": path, "INPUT_SHA256": digest])
    #expect(step.status == 2)
    #expect(step.output.contains("holds no bin/studbook"))
  }

  @Test func aVersionIsTakenFromTheReleasesOfTheActionsRepository() throws {
    let runner = try Runner()
    let (path, digest) = try archive(in: runner)
    // GitHub does not always say whose the action is; its path does.
    let step = try runner.step("tool", ["INPUT_VERSION": "9.9.9", "INPUT_SHA256": digest, "GH_SOURCE": path])
    #expect(step.status == 0, "\(step.output)\(step.errors)")
    let call = try runner.folder.text(of: "gh.log").split(separator: "\n")
    #expect(call.prefix(5) == ["release", "download", "v9.9.9", "--repo", "somebody/studbook"])
    #expect(call.contains("studbook-9.9.9-linux-\(try machine()).tar.gz"))
  }

  @Test func aVersionIsNothingElse() throws {
    let runner = try Runner()
    let step = try runner.step("tool", ["INPUT_VERSION": "../1 --repo x", "INPUT_SHA256": "00"])
    #expect(step.status == 2)
    #expect(try runner.folder.text(of: "gh.log").isEmpty)
  }

  @Test func aToolThatIsThereIsTaken() throws {
    let runner = try Runner()
    let step = try runner.step("tool", ["INPUT_TOOL": Tool.path])
    #expect(step.status == 0, "\(step.output)\(step.errors)")
    #expect(try runner.outputs()["tool"]?.hasSuffix("/studbook") == true)
    #expect(try runner.step("tool", ["INPUT_TOOL": "no-such-program"]).status == 2)
  }

  @Test func withoutSwiftTheSourceIsNoWay() throws {
    let runner = try Runner()
    let step = try runner.step("tool", ["PATH": "/usr/bin:/bin"])
    #expect(step.status == 2)
    #expect(step.output.contains("Swift 6.3"), "\(step.output)\(step.errors)")
  }
}

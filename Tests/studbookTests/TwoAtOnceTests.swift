import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// Several processes that work on the same files.
@Suite("Two at once", .serialized)
struct TwoAtOnceTests {
  private func build(_ folder: TemporaryFolder, _ options: String...) -> [String] {
    ["build", folder.file(Showcase.recipe), "--output", folder.file("Output")] + options
  }

  /// A build that has begun and is stopped.
  private func stoppedBuild(_ folder: TemporaryFolder) throws -> RunningTool {
    let build = try RunningTool(build(folder))
    let staging = folder.file("Output/.DogBreeds.sqlite.\(build.number).building/release")
    try build.wait("the build does not begin") { FileManager.default.fileExists(atPath: staging) }
    // While it makes its staging folder it holds the output folder, and who comes then waits for that.
    build.signal(SIGSTOP)
    while try isLocked(folder.file("Output")) {
      build.signal(SIGCONT)
      Thread.sleep(forTimeInterval: 0.001)
      build.signal(SIGSTOP)
    }
    return build
  }

  private func isLocked(_ folder: String) throws -> Bool {
    let descriptor = open(folder, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
  }

  private func hiddenFiles(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file("Output")).filter { $0.hasPrefix(".") }
  }

  private func requireSound(_ folder: TemporaryFolder) throws {
    let verify = try Tool.run(["verify", folder.file("Output/DogBreeds.sqlite")])
    #expect(verify.status == 0, "\(verify.output)")
    #expect(try hiddenFiles(in: folder).isEmpty)
  }

  // MARK: Builds of one release

  @Test func aBuildWaitsForAnotherAndSaysForWhich() throws {
    let folder = try Showcase.inputs()
    let first = try stoppedBuild(folder)
    let second = try RunningTool(build(folder))
    try second.wait("it does not say that it waits") { second.errors.contains("\n") }
    #expect(
      second.errors.contains("Waiting for process \(first.number) (studbook build \(folder.file(Showcase.recipe)) "),
      "\(second.errors)"
    )
    #expect(second.errors.contains(", which began at 20"), "\(second.errors)")
    Thread.sleep(forTimeInterval: 0.5)
    #expect(second.process.isRunning)
    first.signal(SIGCONT)
    #expect(first.end().status == 0)
    #expect(second.end().status == 0)
    #expect(second.errors.components(separatedBy: "Waiting for").count == 2, "\(second.errors)")
    try requireSound(folder)
  }

  @Test func aKilledBuildIsNotWaitedFor() throws {
    let folder = try Showcase.inputs()
    let first = try stoppedBuild(folder)
    let second = try RunningTool(build(folder))
    try second.wait("it does not say that it waits") { second.errors.contains("Waiting for") }
    first.signal(SIGKILL)
    #expect(first.end().reason == .uncaughtSignal)
    #expect(second.end().status == 0, "\(second.errors)")
    try requireSound(folder)
  }

  @Test func theTimeToWaitMayBeLimited() throws {
    let folder = try Showcase.inputs()
    let first = try stoppedBuild(folder)
    let second = try RunningTool(build(folder, "--wait", "0"))
    #expect(second.end().status == 2)
    #expect(
      second.errors.contains("DogBreeds.sqlite: process \(first.number) (studbook build "),
      "\(second.errors)"
    )
    #expect(second.errors.contains("is at work there; run again when it has ended"), "\(second.errors)")
    first.signal(SIGCONT)
    #expect(first.end().status == 0)
    try requireSound(folder)
  }

  @Test(arguments: [SIGINT, SIGTERM]) func aSignalEndsTheWait(_ signal: Int32) throws {
    let folder = try Showcase.inputs()
    let first = try stoppedBuild(folder)
    let second = try RunningTool(build(folder))
    try second.wait("it does not say that it waits") { second.errors.contains("Waiting for") }
    let start = ContinuousClock.now
    second.signal(signal)
    let end = second.end()
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(end.reason == .uncaughtSignal)
    #expect(end.status == signal)
    #expect(try hiddenFiles(in: folder) == [".DogBreeds.sqlite.\(first.number).building"])
    first.signal(SIGCONT)
    #expect(first.end().status == 0)
    try requireSound(folder)
  }

  /// The inputs change, and each build publishes what it has read, or says that it could not.
  @Test func theReleaseIsThatOfTheBuildThatBeganLast() throws {
    let folder = try Showcase.inputs(addingBreeds: 300)
    let breeds = try folder.text(of: Showcase.breeds)
    for round in 0..<3 {
      let first = try RunningTool(build(folder, "--quiet"))
      try folder.write(breeds + Showcase.breed("Round \(round)"), to: Showcase.breeds)
      let second = try RunningTool(build(folder, "--quiet"))
      #expect([0, 2].contains(first.end().status), "\(first.errors)")
      #expect(second.end().status == 0, "\(second.errors)")
      let store = try SQLiteConnection(path: folder.file("Output/DogBreeds.sqlite"), mode: .readOnly)
      defer { store.close() }
      #expect(
        try store.firstValue("SELECT count(*) FROM ZBREED WHERE ZNAME = 'Round \(round)'")?.integer == 1
      )
      try requireSound(folder)
    }
  }

  // MARK: Readers

  @Test func readersSeeOneReleaseOrTheOther() throws {
    let folder = try Showcase.inputs()
    let file = folder.file("Output/DogBreeds.sqlite")
    let breeds = try folder.text(of: Showcase.breeds)
    #expect(try Tool.run(build(folder, "--quiet")).status == 0)
    var seen: Set<String> = []
    for round in 1...4 {
      // Two breeds come in each round, so a mixture would be odd.
      let more = (0..<round * 2).map { Showcase.breed("More \($0)") }
      try folder.write(breeds + more.joined(), to: Showcase.breeds)
      let build = try RunningTool(build(folder, "--quiet"))
      while build.process.isRunning {
        let store = try SQLiteConnection(path: file, mode: .readOnly)
        defer { store.close() }
        let count = try store.firstValue("SELECT count(*) FROM ZBREED")?.integer ?? 0
        #expect(count % 2 == 277 % 2)
        #expect(try store.firstValue("PRAGMA quick_check")?.text == "ok")
        let query = try Tool.run(["query", file, "Breed", "--count"])
        #expect(query.status == 0, "\(query.errors)")
        let queried = query.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(Int(queried).map { $0 % 2 } == 277 % 2, "\(queried)")
        seen.insert(queried)
      }
      #expect(build.end().status == 0, "\(build.errors)")
    }
    #expect(seen.count > 1)
  }

  // MARK: Writers of other files

  /// A build reads a source before it is mended or after, or says that it changed.
  @Test func aBuildWhileASourceIsMended() throws {
    let folder = try Showcase.inputs(addingBreeds: 300)
    let clean = try folder.text(of: Showcase.breeds)
    let broken = clean.replacing("profoundly loyal|aristocratic", with: "profoundly  loyal|aristocratic")
    #expect(clean != broken)
    var ends: Set<Int32> = []
    for delay in [0.0, 0.1, 0.2, 0.3, 0.4] {
      try folder.write(broken, to: Showcase.breeds)
      let build = try RunningTool(build(folder, "--quiet"))
      Thread.sleep(forTimeInterval: delay)
      #expect(try Tool.run(["fix", "--apply", folder.file(Showcase.recipe)]).status == 0)
      #expect(try folder.text(of: Showcase.breeds) == clean)
      let status = build.end().status
      ends.insert(status)
      #expect(
        status == 0 || status == 2 && build.errors.contains("\(Showcase.breeds) was changed while it was read"),
        "\(status): \(build.errors)"
      )
      if FileManager.default.fileExists(atPath: folder.file("Output/DogBreeds.sqlite")) { try requireSound(folder) }
    }
    #expect(!ends.isEmpty)
  }

  @Test func twoFixesOfOneSource() throws {
    let folder = try Showcase.inputs()
    let clean = try folder.text(of: Showcase.breeds)
    let spaces = clean.replacing("profoundly loyal|aristocratic", with: "profoundly  loyal|aristocratic")
    let broken = spaces.replacing("Akita,Working Group", with: "Akita,Working Gruop")
    for _ in 0..<5 {
      try folder.write(broken, to: Showcase.breeds)
      let fixes = try [["fix", "--apply"], ["fix", "--apply", "--suggestions"]].map {
        try RunningTool($0 + [folder.file(Showcase.recipe)])
      }
      let ends = fixes.map { $0.end().status }
      for (fix, status) in zip(fixes, ends) where status != 0 {
        #expect(status == 2)
        #expect(fix.errors.contains("changed"), "\(fix.errors)")
      }
      #expect(ends.contains(0))
      let expected =
        ends[1] == 0
        ? clean
        : spaces.replacing("profoundly  loyal", with: "profoundly loyal")
          .replacing("Akita,Working Group", with: "Akita,Working Gruop")
      #expect(try folder.text(of: Showcase.breeds) == expected)
    }
  }

  @Test func twoExportsToOneFile() throws {
    let folder = try Showcase.inputs()
    #expect(try Tool.run(build(folder, "--quiet")).status == 0)
    let file = folder.file("Plain/Dogs.sqlite")
    let store = folder.file("Output/DogBreeds.sqlite")
    for _ in 0..<3 {
      let exports = try ["plain", "coredata", "plain"].map {
        try RunningTool(["export", store, "--layout", $0, "--output", file, "--quiet"])
      }
      for export in exports { #expect(export.end().status == 0, "\(export.errors)") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("Plain")) == ["Dogs.sqlite"])
      let exported = try SQLiteConnection(path: file, mode: .readOnly)
      defer { exported.close() }
      #expect(try exported.firstValue("PRAGMA integrity_check")?.text == "ok")
      #expect(
        try exported.firstValue("SELECT count(*) FROM sqlite_schema WHERE name IN ('Breed', 'ZBREED')")?.integer == 1
      )
    }
  }

  // MARK: Verifying

  /// What is wrong with a release has to be wrong with it, not with the moment.
  @Test func verifyingWhileBuildsPublishFindsNothingWrong() throws {
    let folder = try Showcase.inputs()
    let breeds = try folder.text(of: Showcase.breeds)
    #expect(try Tool.run(build(folder, "--quiet")).status == 0)
    var verified = 0
    for round in 1...6 {
      try folder.write(breeds + Showcase.breed("Round \(round)"), to: Showcase.breeds)
      let build = try RunningTool(build(folder, "--quiet"))
      while build.process.isRunning {
        let verify = try Tool.run(["verify", folder.file("Output/DogBreeds.sqlite")])
        #expect(verify.status == 0, "\(verify.output)\(verify.errors)")
        verified += 1
      }
      #expect(build.end().status == 0, "\(build.errors)")
    }
    #expect(verified >= 6)
  }
}

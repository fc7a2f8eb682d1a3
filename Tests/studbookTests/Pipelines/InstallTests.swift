import Foundation
import TestSupport
import Testing

@testable import studbook

/// What `make install` and `make dist` leave, with the built tool behind a small program, so that little has to be packed.
@Suite struct InstallTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Script.write("exec '\(Tool.path)' \"$@\"", to: "program", in: folder)
  }

  /// The commands with the words that call them.
  private static func commands(
    _ command: CommandDescription,
    below parents: [String] = []
  ) -> [(path: [String], command: CommandDescription)] {
    let path = parents + [command.commandName]
    return [(path, command)]
      + (command.subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
      .flatMap { commands($0, below: path) }
  }

  @Test func everyCommandHasAPageThatNamesAllOfIt() throws {
    let commands = Self.commands(try CommandDescription(of: Studbook.self))
    #expect(try Tool.run(["manual", folder.file("man")]).status == 0)
    #expect(commands.count > 20)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("man")).sorted()
        == commands.map { $0.path.joined(separator: "-") + ".1" }.sorted()
    )
    for (path, command) in commands {
      let page = try folder.text(of: "man/\(path.joined(separator: "-")).1")
      #expect(page.contains("\\fB\(path.joined(separator: "\\ "))\\fR"))
      for argument in (command.arguments ?? []).filter(\.shouldDisplay) {
        let words = argument.names?.map(\.spelling) ?? [argument.valueName ?? ""]
        for word in words {
          #expect(page.contains("\(word.replacing("-", with: "\\-"))\\fR"), "\(path) \(word)")
        }
      }
    }
  }

  /// A line that begins with a point or an apostrophe would be a request, and vanish.
  @Test func whatATextBeginsWithIsNoRequest() {
    var text = ManualText()
    text.paragraphs(".mom files\n'quoted' \\n\n\n  studbook x\n  .hidden\n\n  y\nend")
    #expect(
      text.text
        == "\\&.mom files\n\\(aqquoted\\(aq \\en\n.PP\n.EX\n\\&  studbook x\n\\&  .hidden\n\n\\&  y\n.EE\n.PP\nend\n"
    )
  }

  @Test func installsTheToolItsManualAndItsCompletions() throws {
    let install = try Script.run("install", [folder.file("program"), folder.file("usr")], in: folder.path)
    #expect(install.status == 0, "\(install.output)\(install.errors)")
    let names = folder.names()
    for name in [
      "bin/studbook", "share/man/man1/studbook.1.gz", "share/man/man1/studbook-model-lint.1.gz",
      "share/bash-completion/completions/studbook", "share/zsh/site-functions/_studbook",
      "share/fish/vendor_completions.d/studbook.fish", "share/doc/studbook/docs/recipe.md",
    ] { #expect(names.contains("usr/\(name)"), "\(name)") }
    #expect(try folder.text(of: "usr/share/zsh/site-functions/_studbook").hasPrefix("#compdef studbook"))
  }

  @Test func anArchiveHasTheSameBytesWheneverItIsMade() throws {
    var digests: Set<String?> = []
    for (time, name) in [("1980-01-01", "A"), ("2030-05-05", "B")] {
      try Script.write("exec '\(Tool.path)' \"$@\"", to: "\(name)/program", in: folder)
      let dist = try Script.command(
        [
          "-c",
          "umask \(name == "A" ? "022" : "077"); touch -d \(time) \(name)/program; \"$0\" \(name)/program towns-1-linux \(name)",
          Package.path(".ci/dist"),
        ],
        in: folder.path,
        environment: ["SOURCE_DATE_EPOCH": "1700000000"]
      )
      #expect(dist.status == 0, "\(dist.output)\(dist.errors)")
      digests.insert(try Tool.digest(of: folder.file("\(name)/towns-1-linux.tar.gz")))
    }
    #expect(digests.count == 1)
    let check = try Script.command(
      ["-c", "sha256sum -c *.sha256 && tar -tvzf towns-1-linux.tar.gz"],
      in: folder.file("A")
    )
    #expect(check.status == 0)
    #expect(check.output.contains("-rwxr-xr-x 0/0"), "\(check.output)")
    #expect(check.output.contains(" 2023-11-14 "), "\(check.output)")
    #expect(check.output.contains("towns-1-linux/share/man/man1/studbook.1.gz"))
  }

  /// What bash would offer at the end of a line.
  private func completions(of line: String) throws -> [String] {
    try folder.write("", to: "work/Towns.recipe.yml")
    try folder.write("", to: "work/data/towns.csv")
    let script = #"""
      source <("$TOOL" --generate-completion-script bash)
      COMP_LINE=$LINE COMP_POINT=${#LINE} COMP_TYPE=9 COMP_KEY=9
      read -ra COMP_WORDS <<< "$LINE"
      [[ $LINE == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      compopt() { :; }
      _studbook studbook "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\n' "${COMPREPLY[@]}"
      """#
    let outcome = try Script.command(
      ["-c", script],
      in: folder.file("work"),
      environment: ["TOOL": Tool.path, "LINE": line]
    )
    return outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func bashCompletesCommandsOptionsValuesAndFiles() throws {
    #expect(try completions(of: "studbook ").contains("verify"))
    #expect(try completions(of: "studbook model l") == ["lint"])
    #expect(try completions(of: "studbook check --base") == ["--baseline"])
    #expect(try completions(of: "studbook check --fail-on n").sorted() == ["never", "new", "note"])
    #expect(try completions(of: "studbook check To") == ["Towns.recipe.yml"])
    #expect(try completions(of: "studbook build --output ") == ["data"])
    #expect(try completions(of: "studbook build --report sa") == ["sarif"])
    #expect(try completions(of: "studbook explain value.ra") == ["value.range"])
    #expect(!(try completions(of: "studbook ").contains("manual")))
  }

  /// A root without /proc: found in one made by debootstrap, where `build` printed the help and exited with 0.
  @Test(.enabled(if: canHideProc)) func withoutItsArgumentsTheToolDoesNothing() throws {
    let outcome = try Script.command(
      ["-c", Self.withoutProc + "exec '\(Tool.path)' build none.recipe.yml\""],
      in: folder.path
    )
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("mount /proc"), "\(outcome.errors)")
  }

  private static let withoutProc = "unshare --user --map-root-user --mount sh -c \"mount -t tmpfs none /proc && "

  private static var canHideProc: Bool { (try? Script.command(["-c", withoutProc + "true\""], in: "/").status) == 0 }
}

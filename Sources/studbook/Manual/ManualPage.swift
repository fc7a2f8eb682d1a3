/// A page of the manual, in the language of man(7), which groff and mandoc set.
struct ManualPage {
  /// `studbook-model-lint.1`.
  let fileName: String
  let text: String

  /// The pages of a command and of all that are below it.
  ///
  /// - Parameter version: The tool's version, for the foot. There is no date: the same version has the same pages.
  static func all(of command: CommandDescription, version: String) -> [ManualPage] {
    pages(of: command, below: [], version: version)
  }

  private static func pages(
    of command: CommandDescription,
    below parents: [String],
    version: String
  ) -> [ManualPage] {
    let path = parents + [command.commandName]
    return [ManualPage(command, path: path, version: version)]
      + shown(command.subcommands).flatMap { pages(of: $0, below: path, version: version) }
  }

  /// Those that the help names, but for `help` itself.
  private static func shown(_ commands: [CommandDescription]?) -> [CommandDescription] {
    (commands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  private init(_ command: CommandDescription, path: [String], version: String) {
    let name = path.joined(separator: "-")
    let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
    let subcommands = Self.shown(command.subcommands)
    var page = ManualText()
    page.title(name.uppercased(), source: "studbook \(version)")
    page.section("Name")
    page.line("\(ManualText.escaped(name)) \\- \(ManualText.escaped(command.abstract ?? ""))")
    page.section("Synopsis")
    Self.writeSynopsis(arguments, hasSubcommands: !subcommands.isEmpty, path: path, to: &page)
    if let discussion = command.discussion, !discussion.isEmpty {
      page.section("Description")
      page.paragraphs(discussion)
    }
    page.entries("Commands", subcommands) { command in
      (ManualText.bold("\(name)-\(command.commandName)") + "(1)", command.abstract ?? "", nil)
    }
    page.entries("Arguments", arguments.filter { $0.kind == .positional }, Self.entry)
    page.entries("Options", arguments.filter { $0.kind != .positional }, Self.entry)
    if path.count > 1 {
      page.section("See also")
      let above = (1..<path.count).map { path[..<$0].joined(separator: "-") }
      page.line(above.map { ManualText.bold($0) + "(1)" }.joined(separator: ", "))
    }
    fileName = "\(name).1"
    text = page.text
  }

  private static func writeSynopsis(
    _ arguments: [CommandDescription.Argument],
    hasSubcommands: Bool,
    path: [String],
    to page: inout ManualText
  ) {
    var words = [ManualText.bold(path.joined(separator: " "))]
    if hasSubcommands { words.append(ManualText.italic("command")) }
    for argument in arguments.filter({ $0.kind != .positional }) + arguments.filter({ $0.kind == .positional }) {
      let call = call(argument, names: argument.names?.first.map { [$0] } ?? [])
      let word = argument.isOptional || argument.kind == .flag ? "[\(call)]" : call
      words.append(argument.isRepeating ? "\(word)\u{2009}..." : word)
    }
    page.synopsis(words)
  }

  /// How an argument is given: `--output folder`.
  private static func call(_ argument: CommandDescription.Argument, names: [CommandDescription.Name]) -> String {
    let value = argument.kind == .flag ? nil : argument.valueName.map(ManualText.italic)
    let spellings = names.map { ManualText.bold($0.spelling) }.joined(separator: ", ")
    return [spellings.isEmpty ? nil : spellings, value].compactMap(\.self).joined(separator: " ")
  }

  private static func entry(
    _ argument: CommandDescription.Argument
  ) -> (term: String, text: String, discussion: String?) {
    var remarks: [String] = []
    if let values = argument.allValues, !values.isEmpty { remarks.append("values: \(values.joined(separator: ", "))") }
    if let value = argument.defaultValue, !value.isEmpty { remarks.append("default: \(value)") }
    let remark = remarks.isEmpty ? nil : "(\(remarks.joined(separator: "; ")))"
    return (
      call(argument, names: argument.names ?? []),
      [argument.abstract, remark].compactMap(\.self).joined(separator: " "),
      argument.discussion
    )
  }
}

/// The text of a page in the language of man(7), as it is written line by line.
struct ManualText {
  private(set) var text = ""

  /// Text of ours that is set as it stands, also where it looks like a request.
  static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"": escaped += "\\(dq"
      default: escaped.append(character)
      }
    }
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  mutating func line(_ line: String) { text += line + "\n" }

  /// What the top and the foot of the page say.
  mutating func title(_ title: String, source: String) {
    line(".TH \(Self.escaped(title)) 1 \"\" \"\(source)\" \"Studbook\"")
  }

  mutating func section(_ title: String) { line(".SH \(title.uppercased())") }

  /// How a command is called: one word after the other, none of them broken.
  mutating func synopsis(_ words: [String]) {
    line(".nh")
    line(".ad l")
    for word in words { line(word.replacing(" ", with: "\\ ").replacing("\u{2009}", with: "\\ ")) }
    line(".ad")
    line(".hy")
  }

  /// Text in paragraphs; indented lines are kept as they are.
  ///
  /// - Parameter isFirst: Whether the text begins a section, whose title has set it off.
  mutating func paragraphs(_ text: String, after paragraph: String = ".PP", isFirst: Bool = true) {
    var isExample = false
    var isBroken = !isFirst
    for content in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isIndented = content.hasPrefix("  ")
      if isExample != isIndented, !(isExample && content.isEmpty) {
        isExample = isIndented
        if isIndented { line(".PP") }
        line(isIndented ? ".EX" : ".EE")
        isBroken = true
      }
      if content.isEmpty {
        isBroken = true
      } else if isIndented {
        if isBroken, self.text.hasSuffix(".EX\n") == false { line("") }
        isBroken = false
        line("\\&" + Self.escaped(content))
      } else {
        if isBroken { line(paragraph) }
        isBroken = false
        line(Self.escaped(content))
      }
    }
    if isExample { line(".EE") }
  }

  /// A section with a paragraph for each of some things, if there are any.
  mutating func entries<Item>(
    _ title: String,
    _ items: [Item],
    _ entry: (Item) -> (term: String, text: String, discussion: String?)
  ) {
    guard !items.isEmpty else { return }
    section(title)
    for item in items {
      let (term, text, discussion) = entry(item)
      line(".TP")
      line(term)
      line(Self.escaped(text))
      if let discussion, !discussion.isEmpty { paragraphs(discussion, after: ".IP", isFirst: false) }
    }
  }
}

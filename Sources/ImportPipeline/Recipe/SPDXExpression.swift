/// The form of an SPDX licence expression ([annex D](https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/)), such as `MIT` or
/// `(Apache-2.0 OR MIT) AND CC-BY-4.0`.
///
/// Whether there is a licence of a name is not looked up: the list grows with every release of SPDX.
enum SPDXExpression {
  /// What is wrong with a text that is an expression; `nil` for a right one, and for a text that is none: several words without operators.
  static func problem(of text: String) -> String? {
    let words = words(of: text)
    let isExpression = words.count == 1 || words.contains { operators.contains($0) || $0 == "(" || $0 == ")" }
    guard isExpression, text.allSatisfy(\.isASCII) else { return nil }
    // A sentence with a bracket in it is none either.
    let names = words.filter { !operators.contains($0) && $0 != "(" && $0 != ")" }
    if words.allSatisfy({ !operators.contains($0) }), names.count > 1 { return nil }
    var parser = Parser(rest: words[...])
    if let problem = parser.expression() { return problem }
    return parser.rest.first.map { "nothing can follow before “\($0)” but AND, OR or WITH" }
  }

  private static let operators: Set<String> = ["AND", "OR", "WITH"]

  private static func words(of text: String) -> [String] {
    var words: [String] = [""]
    for character in text {
      switch character {
      case "(", ")": words += [String(character), ""]
      case _ where character.isWhitespace: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }

  private struct Parser {
    var rest: ArraySlice<String>

    mutating func expression(depth: Int = 0) -> String? {
      guard depth < 100 else { return "it has too many brackets" }
      while true {
        if let problem = operand(depth) { return problem }
        guard let next = rest.first, next == "AND" || next == "OR" else { return nil }
        rest.removeFirst()
      }
    }

    private mutating func operand(_ depth: Int) -> String? {
      guard let word = rest.popFirst() else { return "a licence is missing at its end" }
      if word == "(" {
        if let problem = expression(depth: depth + 1) { return problem }
        return rest.popFirst() == ")" ? nil : "a bracket is not closed"
      }
      if let problem = SPDXExpression.problem(ofName: word, mayHavePlus: true) { return problem }
      guard rest.first == "WITH" else { return nil }
      rest.removeFirst()
      guard let exception = rest.popFirst() else { return "the exception after WITH is missing" }
      return SPDXExpression.problem(ofName: exception, mayHavePlus: false)
    }
  }

  /// Names are letters, digits, hyphens and full stops; a reference may name its document before a colon.
  private static func problem(ofName word: String, mayHavePlus: Bool) -> String? {
    if operators.contains(word) || word == ")" { return "a licence is missing before “\(word)”" }
    var name = word[...]
    if mayHavePlus, name.hasSuffix("+") { name.removeLast() }
    if name.hasPrefix("DocumentRef-") { name.removeAll { $0 == ":" } }
    let isName =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
    return isName ? nil : "“\(word)” is no name of a licence"
  }
}

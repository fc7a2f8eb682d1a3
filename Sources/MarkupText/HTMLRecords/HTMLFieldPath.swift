/// Where the value of a field stands in a repeated element of a page.
///
/// ```swift
/// let fields = [try HTMLFieldPath("h3"), try HTMLFieldPath("a@href")]
/// let reader = try HTMLRecordReader(.bytes(Array(text.utf8)), records: "div.row", fields: fields)
/// var record = MarkupRecord()
/// while try reader.next(&record) { headings.append(record.value(0)) }
/// ```
///
/// | Path | Value |
/// |---|---|
/// | `h3`, `.price`, `ul > li` | the text of the elements that the CSS selector fits, inside the record |
/// | `> h3`, `:scope > p > b` | the same, seen from the record's element, which is `:scope` |
/// | `a@href`, `img.photo@src` | an attribute of theirs; addresses are resolved |
/// | `@data-id` | an attribute of the record's element |
/// | `.` | the text of the whole record |
/// | `text()`, `p/text()` | the text that stands directly in the record, in `p`, and in no element there |
/// | `dt:Origin` | the text of the `dd` that follows the `dt` with this text |
/// | `closest(section) h2` | any of these, seen from the innermost element around the record that the selector fits |
public struct HTMLFieldPath: Sendable, Hashable {
  enum Source: Sendable, Hashable {
    case record
    case elements(CSSSelector)
    /// The `dd` after the `dt` of this text, in small letters.
    case definition(String)
  }

  /// The way out: selectors of elements around the record, each seen from the one before it.
  let around: [CSSSelector]
  /// The path as it was given.
  public let text: String
  let source: Source
  /// What is taken of the elements.
  enum Target: Sendable, Hashable {
    case text
    /// Without the text of the elements in them.
    case ownText
    /// In small letters.
    case attribute(String)
  }

  let target: Target

  /// Whether the value is that of an attribute.
  package var isAttribute: Bool { if case .attribute = target { true } else { false } }

  /// Reads a path.
  ///
  /// - Throws: `MarkupTextError` of kind `path` that marks the place of the mistake.
  public init(_ text: String) throws(MarkupTextError) {
    self.text = text
    let (around, whole) = try Self.wayOut(text.trimmingSpace)
    self.around = around
    if whole.hasPrefix("dt:") {
      source = .definition(HTMLFieldPath.folded(String(whole.dropFirst(3))))
      target = .text
      return
    }
    var selector = whole
    var target = Target.text
    // `[href@=…]` is no selector, so the last `@` outside brackets begins an attribute.
    if let at = whole.lastIndex(of: "@"), !whole[at...].contains("]") {
      let attribute = String(whole[whole.index(after: at)...]).lowercased()
      selector = String(whole[..<at]).trimmingSpace
      guard !attribute.isEmpty else {
        throw MarkupTextError(.path, "The name of an attribute is missing after '@' in the field '\(text)'")
      }
      target = .attribute(attribute)
    } else if whole == Self.ownText || whole.hasSuffix("/" + Self.ownText) {
      selector = String(whole.dropLast(Self.ownText.count + 1)).trimmingSpace
      target = .ownText
    }
    self.target = target
    if selector.isEmpty || selector == "." {
      guard target != .text || selector == "." else { throw MarkupTextError(.path, "A field is empty") }
      source = .record
    } else {
      source = .elements(try CSSSelector(Self.seenFromRecord(selector)))
    }
  }

  /// A selector that may begin with `>`, for a child of the record, in each of its parts.
  private static func seenFromRecord(_ selector: String) -> String {
    let parts = selector.parts(between: ",")
    guard parts.contains(where: { $0.hasPrefix(">") }) else { return selector }
    return parts.map { $0.hasPrefix(">") ? ":scope \($0)" : $0 }.joined(separator: ", ")
  }

  private static let ownText = "text()"

  /// The selectors of each `closest()` at the start of a path, and what follows them.
  private static func wayOut(_ path: String) throws(MarkupTextError) -> ([CSSSelector], String) {
    var around: [CSSSelector] = []
    var rest = path
    while rest.hasPrefix("closest(") {
      guard let end = rest.endOfParentheses else {
        throw MarkupTextError(.path, "The parenthesis of 'closest(' is not closed in the field '\(path)'")
      }
      around.append(try CSSSelector(String(rest[..<end].dropFirst("closest(".count))))
      rest = String(rest[rest.index(after: end)...]).trimmingSpace
      if rest.isEmpty { rest = "." }
    }
    return (around, rest)
  }

  /// Texts are compared with one space for each white space, in small letters, and without a colon at the end.
  static func folded(_ text: String) -> String {
    var words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    if words.hasSuffix(":") { words.removeLast() }
    return words.trimmingSpace
  }
}

extension HTMLFieldPath: CustomStringConvertible {
  public var description: String { text }
}

extension String {
  /// Where the first parenthesis is closed, quotes heeded.
  fileprivate var endOfParentheses: Index? {
    var depth = 0
    var quote: Character?
    for index in indices {
      let character = self[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }
}

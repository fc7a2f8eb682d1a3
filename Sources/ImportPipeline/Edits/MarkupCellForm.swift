internal import MarkupText
internal import TextInput

/// Elements and attributes of XML and HTML: the one stretch of text between the tags, or the attribute's value.
struct MarkupCellForm: CellForm {
  let encoding: TextEncoding
  let isHTML: Bool
  /// Whether the reader tells spaces that do not break from others.
  var keepsNoBreakSpaces = true

  func text(of raw: [UInt8], isAttribute: Bool) throws -> String? {
    let written = try decoded(raw)
    let place = isAttribute ? try valuePlace(in: written) : try textPlace(in: written)
    return try contents(written[place.range], place).text
  }

  func written(_ text: String?, over raw: [UInt8], isAttribute: Bool) throws -> [UInt8] {
    let written = try decoded(raw)
    let place = isAttribute ? try valuePlace(in: written) : try textPlace(in: written)
    let inner: String
    if place.isSection {
      guard let text, !text.contains("]]>"), encoding.encode(text) != nil else {
        throw FixObstacle(reason: "a CDATA section cannot hold it")
      }
      inner = text
    } else {
      inner = try contents(written[place.range], place).rewritten(text ?? "", areSame: areSame) {
        try escaped($0, in: place)
      }
    }
    var result = written
    result.replaceSubrange(place.range, with: place.before + inner + place.after)
    return try encoded(result)
  }

  /// White space is one space for readers, wherever lines are broken.
  func areSame(_ text: String?, _ other: String?) -> Bool {
    func words(_ text: String?) -> [Substring] {
      (text ?? "").split { $0.isWhitespace && !(keepsNoBreakSpaces && $0 == "\u{A0}") }
    }
    return words(text) == words(other)
  }

  /// A reader of HTML takes a space that does not break for a space, unless the recipe keeps it.
  private func areSame(_ scalar: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
    scalar == other || !keepsNoBreakSpaces && scalar == "\u{A0}" && other == " "
  }

  /// A text as the content of an element.
  func content(_ text: String) throws -> String {
    try text.unicodeScalars.map { try escaped($0, in: Place(range: text.startIndex..<text.startIndex)) }.joined()
  }

  /// A text as the value of an attribute in double quotes.
  func attributeValue(_ text: String) throws -> String {
    let place = Place(range: text.startIndex..<text.startIndex, quote: "\"")
    return try text.unicodeScalars.map { try escaped($0, in: place) }.joined()
  }

  // MARK: Characters

  /// Where the text stands among the characters of a cell.
  private struct Place {
    var range: Range<String.Index>
    /// What encloses an attribute's value.
    var quote: Character?
    var isSection = false
    /// What has to be written around the text that is not there yet.
    var before = ""
    var after = ""
  }

  private func escaped(_ scalar: Unicode.Scalar, in place: Place) throws -> String {
    switch scalar {
    case "&": return "&amp;"
    case "<": return "&lt;"
    case ">" where place.quote == nil: return "&gt;"
    case "\"" where place.quote == "\"": return "&quot;"
    case "'" where place.quote == "'": return isHTML ? "&#39;" : "&apos;"
    // Readers of attributes take them for spaces, and a carriage return would be a line feed everywhere.
    case "\n" where place.quote != nil, "\t" where place.quote != nil, "\r": return "&#\(scalar.value);"
    case _ where scalar.value < 0x20 && scalar != "\n" && scalar != "\t":
      throw FixObstacle(reason: "\(isHTML ? "HTML" : "XML") does not allow one of its characters")
    default:
      return encoding.encode(String(scalar)) == nil ? "&#\(scalar.value);" : String(scalar)
    }
  }

  private func contents(_ written: Substring, _ place: Place) throws -> WrittenText {
    var text = WrittenText()
    // What is written in the place of an element without a text is no text.
    if !place.before.isEmpty { return text }
    var rest = written
    while let scalar = rest.unicodeScalars.first {
      let start = rest.startIndex
      let next = rest.unicodeScalars.index(after: start)
      guard scalar == "&", !place.isSection else {
        text.append(scalar, written: rest[start..<next])
        rest = rest[next...]
        continue
      }
      guard let (meant, after) = try reference(at: rest) else {
        text.append(scalar, written: rest[start..<next])
        rest = rest[next...]
        continue
      }
      text.append(meant, written: rest[start..<after.startIndex])
      rest = after
    }
    return text
  }

  /// What the reference stands for that a text begins with, and what follows it; `nil` for an ampersand that stands for itself.
  private func reference(at text: Substring) throws -> (text: String, rest: Substring)? {
    if isHTML { return HTMLReferences.reference(at: text) }
    guard let end = text.firstIndex(of: ";") else {
      throw FixObstacle(reason: "it is written with an entity that does not end")
    }
    let name = text[..<end].dropFirst()
    guard let meant = Self.meaning(of: name) else {
      throw FixObstacle(reason: "it is written with the entity “&\(name);”")
    }
    return (meant, text[text.index(after: end)...])
  }

  /// What a reference of XML stands for, unless the document declares it.
  private static func meaning(of name: Substring) -> String? {
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let isHexadecimal = digits.first == "x"
      return UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
        .flatMap(Unicode.Scalar.init).map { String($0) }
    }
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: return nil
    }
  }

  // MARK: Places

  /// The only text of an element that is not white space.
  private func textPlace(in element: String) throws -> Place {
    var found: Place?
    var afterTag: String.Index?
    var index = element.startIndex
    func take(_ place: Place) throws {
      guard found == nil else { throw FixObstacle(reason: "its text stands in several pieces") }
      found = place
    }
    while index < element.endIndex {
      if element[index...].hasPrefix("<![CDATA[") {
        let start = element.index(index, offsetBy: 9)
        guard let end = element[start...].firstRange(of: "]]>") else {
          throw FixObstacle(reason: "a section does not end")
        }
        try take(Place(range: start..<end.lowerBound, isSection: true))
        index = end.upperBound
        continue
      }
      if element[index...].hasPrefix("<!") || element[index...].hasPrefix("<?") {
        throw FixObstacle(reason: "there are comments in the element")
      }
      if element[index] == "<" {
        index = try endOfTag(in: element, from: index)
        afterTag = afterTag ?? index
        continue
      }
      let end = element[index...].firstIndex(of: "<") ?? element.endIndex
      if element[index..<end].contains(where: { !$0.isWhitespace }) { try take(Place(range: index..<end)) }
      index = end
    }
    guard var place = found else { return try emptyPlace(in: element, afterTag: afterTag) }
    if !place.isSection { place.range = withoutLayout(place.range, in: element) }
    return place
  }

  /// Where text goes that an element does not have yet.
  private func emptyPlace(in element: String, afterTag: String.Index?) throws -> Place {
    guard let afterTag else { return Place(range: element.startIndex..<element.endIndex) }
    if afterTag == element.endIndex {
      // An element without an end tag of its own: one is written.
      guard element.hasSuffix("/>") else { throw FixObstacle(reason: "there is no text in the element") }
      let name = element.dropFirst().prefix { !$0.isWhitespace && $0 != "/" && $0 != ">" }
      let slash = element.index(element.endIndex, offsetBy: -2)
      let start = element[..<slash].lastIndex { !$0.isWhitespace }.map { element.index(after: $0) } ?? slash
      return Place(range: start..<element.endIndex, before: ">", after: "</\(name)>")
    }
    guard let end = element[afterTag...].firstIndex(of: "<"), element[end...].hasPrefix("</"),
      try endOfTag(in: element, from: end) == element.endIndex
    else { throw FixObstacle(reason: "there are only other elements in the element") }
    return Place(range: afterTag..<end)
  }

  /// Line breaks around the text belong to the layout of the file.
  private func withoutLayout(_ range: Range<String.Index>, in element: String) -> Range<String.Index> {
    var range = range
    while element[range].first?.isNewline == true
      || (element[range].first?.isWhitespace == true && element[range].contains(where: \.isNewline))
    {
      range = element.index(after: range.lowerBound)..<range.upperBound
    }
    while element[range].last?.isNewline == true
      || (element[range].last?.isWhitespace == true && element[range].contains(where: \.isNewline))
    {
      range = range.lowerBound..<element.index(before: range.upperBound)
    }
    return range
  }

  private func endOfTag(in element: String, from start: String.Index) throws -> String.Index {
    var quote: Character?
    var index = start
    while index < element.endIndex {
      let character = element[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        return element.index(after: index)
      }
      index = element.index(after: index)
    }
    throw FixObstacle(reason: "a tag does not end")
  }

  /// The value of an attribute, between its quotes.
  private func valuePlace(in attribute: String) throws -> Place {
    guard let equals = attribute.firstIndex(of: "="),
      let open = attribute[equals...].firstIndex(where: { $0 == "\"" || $0 == "'" }),
      let close = attribute.lastIndex(of: attribute[open]), close > open
    else { throw FixObstacle(reason: "the attribute's value is not in quotes") }
    return Place(range: attribute.index(after: open)..<close, quote: attribute[open])
  }
}

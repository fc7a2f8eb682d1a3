internal import DelimitedText
internal import TextInput

/// Changes the text of a field where it stands in a source.
protocol FieldEditor {
  /// How the source's characters are written as bytes.
  var encoding: TextEncoding { get }

  /// The bytes of a field with its text changed by `correct`, in the form in which it stood there.
  ///
  /// - Throws: `FixObstacle` when the text cannot be told from its surroundings surely, or cannot be written there.
  func edited(_ raw: [UInt8], isAttribute: Bool, _ correct: (String) throws -> String) throws -> [UInt8]
}

/// Fields of delimited files: the quotes stay, and nothing is quoted that was not.
struct DelimitedFieldEditor: FieldEditor {
  let dialect: DelimitedDialect
  let encoding: TextEncoding

  func edited(_ raw: [UInt8], isAttribute: Bool, _ correct: (String) throws -> String) throws -> [UInt8] {
    guard let written = encoding.decode(raw) else {
      throw FixObstacle(reason: "its bytes are not \(encoding.name) text")
    }
    var text = written
    var quote = ""
    if let byte = dialect.quote {
      quote = String(Unicode.Scalar(byte))
      let scalars = written.unicodeScalars
      let isQuoted = scalars.count >= 2 && scalars.first?.value == UInt32(byte) && scalars.last?.value == UInt32(byte)
      if isQuoted {
        text = String(String.UnicodeScalarView(written.unicodeScalars.dropFirst().dropLast()))
      } else {
        quote = ""
      }
    }
    let corrected = try correct(text)
    guard lineBreaks(corrected) == lineBreaks(text) else {
      throw FixObstacle(reason: "it would change the lines of the file")
    }
    if quote.isEmpty, needsQuotes(corrected), !needsQuotes(text) {
      throw FixObstacle(reason: "it would have to be put in quotes")
    }
    if !quote.isEmpty, quotes(corrected, quote) != quotes(text, quote) {
      throw FixObstacle(reason: "it would change quotes within the field")
    }
    guard let bytes = encoding.encode(quote + corrected + quote) else {
      throw FixObstacle(reason: "\(encoding.name) does not have all of its characters")
    }
    return bytes
  }

  private func lineBreaks(_ text: String) -> Int { text.unicodeScalars.count { $0 == "\n" || $0 == "\r" } }

  private func quotes(_ text: String, _ quote: String) -> Int { text.unicodeScalars.count { String($0) == quote } }

  private func needsQuotes(_ text: String) -> Bool {
    let delimiter = String(decoding: dialect.delimiter, as: UTF8.self)
    return !delimiter.isEmpty && text.contains(delimiter) || dialect.quote.map { text.utf8.contains($0) } ?? false
  }
}

/// Elements and attributes of XML and HTML: the one stretch of text between the tags, or the attribute's value.
struct MarkupFieldEditor: FieldEditor {
  // Places in bytes are known for files in UTF-8 only.
  var encoding: TextEncoding { .utf8 }

  func edited(_ raw: [UInt8], isAttribute: Bool, _ correct: (String) throws -> String) throws -> [UInt8] {
    guard let written = encoding.decode(raw), !raw.contains(0) else {
      throw FixObstacle(reason: "the file is not in UTF-8")
    }
    let range = isAttribute ? try valueRange(in: written) : try textRange(in: written)
    let text = String(written[range])
    guard !text.contains("&") else { throw FixObstacle(reason: "it is written with entities") }
    let corrected = try correct(text)
    guard !corrected.contains("&"), !corrected.contains("<"), !corrected.contains("\"") || !isAttribute else {
      throw FixObstacle(reason: "it would have to be written with entities")
    }
    var result = written
    result.replaceSubrange(range, with: corrected)
    return Array(result.utf8)
  }

  /// The only text of an element that is not white space.
  private func textRange(in element: String) throws -> Range<String.Index> {
    guard !element.contains("<!") else { throw FixObstacle(reason: "there are comments or sections in the element") }
    var found: Range<String.Index>?
    var index = element.startIndex
    while index < element.endIndex {
      if element[index] == "<" {
        index = try endOfTag(in: element, from: index)
        continue
      }
      let end = element[index...].firstIndex(of: "<") ?? element.endIndex
      if element[index..<end].contains(where: { !$0.isWhitespace }) {
        guard found == nil else { throw FixObstacle(reason: "its text stands in several pieces") }
        found = index..<end
      }
      index = end
    }
    guard var range = found else { throw FixObstacle(reason: "there is no text in the element") }
    // Line breaks around the text belong to the layout of the file.
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
  private func valueRange(in attribute: String) throws -> Range<String.Index> {
    guard let equals = attribute.firstIndex(of: "="),
      let open = attribute[equals...].firstIndex(where: { $0 == "\"" || $0 == "'" }),
      let close = attribute.lastIndex(of: attribute[open]), close > open
    else { throw FixObstacle(reason: "the attribute's value is not in quotes") }
    return attribute.index(after: open)..<close
  }
}

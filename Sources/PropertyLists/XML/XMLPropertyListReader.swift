/// Reads the XML form of property lists.
///
/// The form needs little of XML: eleven elements without meaningful attributes, character data and the five predefined entities. Document
/// types are passed over, never followed; entities of a document's own are an error.
struct XMLPropertyListReader {
  private let bytes: [UInt8]
  private var place = 0

  static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
    var reader = XMLPropertyListReader(bytes)
    return try reader.document()
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { place = 3 }
  }

  private struct Tag {
    var name: String
    var isClosing = false
    var isEmpty = false
  }

  private mutating func document() throws(PropertyListError) -> PropertyListValue {
    guard let tag = try? nextTag(), tag.name == "plist" || tag.name == "dict" || tag.name == "array" else {
      throw PropertyListError(.notAPropertyList, "This is neither a binary nor an XML property list.")
    }
    guard tag.name == "plist" else { return try value(of: tag, depth: 0) }
    guard !tag.isEmpty else { throw malformed("The property list is empty") }
    let value = try value(of: try nextTag(), depth: 0)
    try close("plist")
    return value
  }

  private mutating func value(of tag: Tag, depth: Int) throws(PropertyListError) -> PropertyListValue {
    guard !tag.isClosing else { throw malformed("A value is missing before </\(tag.name)>") }
    guard depth <= BinaryPropertyListReader.deepest else {
      throw PropertyListError(.tooLarge, "The property list is nested too deeply.")
    }
    switch tag.name {
    case "dict": return tag.isEmpty ? .dictionary([:]) : .dictionary(try dictionary(depth: depth))
    case "array": return tag.isEmpty ? .array([]) : .array(try array(depth: depth))
    case "true", "false":
      if !tag.isEmpty { try close(tag.name) }
      return .boolean(tag.name == "true")
    case "string": return .string(tag.isEmpty ? "" : try text(upTo: "string"))
    case "integer":
      let text = tag.isEmpty ? "" : try text(upTo: "integer").trimmed
      if let value = XMLPropertyListText.integer(text) { return value }
      throw malformed("“\(text)” is not an integer")
    case "real":
      let text = tag.isEmpty ? "" : try text(upTo: "real").trimmed
      if let value = Double(text) { return .real(value) }
      throw malformed("“\(text)” is not a number")
    case "date":
      let text = tag.isEmpty ? "" : try text(upTo: "date").trimmed
      if let value = XMLPropertyListText.date(text) { return .date(value) }
      throw malformed("“\(text)” is not a date")
    case "data":
      if let value = XMLPropertyListText.data(tag.isEmpty ? "" : try text(upTo: "data")) { return .data(value) }
      throw malformed("The data is not in base64")
    default: throw malformed("<\(tag.name)> does not belong into a property list")
    }
  }

  private mutating func dictionary(depth: Int) throws(PropertyListError) -> PropertyListDictionary {
    var entries = PropertyListDictionary()
    while true {
      let tag = try nextTag()
      if tag.isClosing, tag.name == "dict" { return entries }
      guard tag.name == "key", !tag.isClosing else {
        throw malformed("A dictionary has <\(tag.name)> instead of a key")
      }
      let key = tag.isEmpty ? "" : try text(upTo: "key")
      entries[key] = try value(of: try nextTag(), depth: depth + 1)
    }
  }

  private mutating func array(depth: Int) throws(PropertyListError) -> [PropertyListValue] {
    var elements: [PropertyListValue] = []
    while true {
      let tag = try nextTag()
      if tag.isClosing, tag.name == "array" { return elements }
      elements.append(try value(of: tag, depth: depth + 1))
    }
  }

  private mutating func close(_ name: String) throws(PropertyListError) {
    let tag = try nextTag()
    guard tag.isClosing, tag.name == name else { throw malformed("</\(name)> is missing") }
  }

  /// The next tag, past white space, comments, declarations and document types.
  private mutating func nextTag() throws(PropertyListError) -> Tag {
    while place < bytes.count {
      if XMLPropertyListText.isSpace(bytes[place]) {
        place += 1
      } else if follows("<?") {
        try skip(past: "?>")
      } else if follows("<!--") {
        try skip(past: "-->")
      } else if follows("<!") {
        try skipDocumentType()
      } else {
        return try tag()
      }
    }
    throw PropertyListError(.truncated, "The property list ends within an element.")
  }

  private mutating func tag() throws(PropertyListError) -> Tag {
    guard bytes[place] == UInt8(ascii: "<") else { throw malformed("There is text outside of a value") }
    let start = place
    try skip(past: ">")
    var content = bytes[start + 1..<place - 1]
    var tag = Tag(name: "")
    if content.first == UInt8(ascii: "/") {
      tag.isClosing = true
      content.removeFirst()
    }
    if content.last == UInt8(ascii: "/") {
      tag.isEmpty = true
      content.removeLast()
    }
    tag.name = String(decoding: content.prefix { !XMLPropertyListText.isSpace($0) }, as: UTF8.self)
    return tag
  }

  /// The character data up to the closing tag of `name`, which is consumed.
  private mutating func text(upTo name: String) throws(PropertyListError) -> String {
    var text: [UInt8] = []
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "&") {
        text += Array(String(try reference()).utf8)
      } else if follows("<![CDATA[") {
        place += 9
        let start = place
        try skip(past: "]]>")
        text += bytes[start..<place - 3]
      } else if follows("<!--") {
        try skip(past: "-->")
      } else if bytes[place] == UInt8(ascii: "<") {
        let tag = try tag()
        guard tag.isClosing, tag.name == name else { throw malformed("</\(name)> is missing") }
        return String(decoding: text, as: UTF8.self)
      } else {
        text.append(bytes[place])
        place += 1
      }
    }
    throw PropertyListError(.truncated, "The property list ends within <\(name)>.")
  }

  private mutating func reference() throws(PropertyListError) -> Unicode.Scalar {
    let start = place + 1
    try skip(past: ";")
    let name = String(decoding: bytes[start..<place - 1], as: UTF8.self)
    if let scalar = XMLPropertyListText.entities[name] { return scalar }
    let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(1))
    guard name.hasPrefix("#"), let number, let scalar = Unicode.Scalar(number) else {
      throw malformed("The entity &\(name); is not known")
    }
    return scalar
  }

  private mutating func skipDocumentType() throws(PropertyListError) {
    while place < bytes.count, bytes[place] != UInt8(ascii: ">"), bytes[place] != UInt8(ascii: "[") { place += 1 }
    if place < bytes.count, bytes[place] == UInt8(ascii: "[") { try skip(past: "]") }
    try skip(past: ">")
  }

  private func follows(_ text: StaticString) -> Bool {
    guard place + text.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<text.utf8CodeUnitCount where bytes[place + index] != text.utf8Start[index] { return false }
    return true
  }

  private mutating func skip(past text: StaticString) throws(PropertyListError) {
    while place < bytes.count {
      if follows(text) {
        place += text.utf8CodeUnitCount
        return
      }
      place += 1
    }
    throw PropertyListError(.truncated, "The property list ends within markup.")
  }

  private func malformed(_ message: String) -> PropertyListError {
    let line = bytes[..<min(place, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
    return PropertyListError(.malformed, "\(message), in line \(line) of the property list.")
  }
}

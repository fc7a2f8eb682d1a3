/// What a page says at its start about its encoding, in a `meta` tag or an XML declaration.
///
/// See https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding
struct EncodingDeclaration {
  private let bytes: [UInt8]
  private var index = 0

  /// No more bytes than this are looked through.
  private static let length = 4_096

  /// The names of encodings that `page` declares, in small letters, with the places of their tags, in this order.
  static func names(in page: [UInt8]) -> [(name: String, offset: Int)] {
    var declaration = EncodingDeclaration(page.prefix(length))
    return declaration.names()
  }

  private init(_ start: ArraySlice<UInt8>) {
    bytes = start.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private mutating func names() -> [(name: String, offset: Int)] {
    var names: [(name: String, offset: Int)] = []
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start
      if take("<!--") {
        // The end of `<!-->` is its beginning too.
        index -= 2
        skip(past: "-->")
      } else if take("<?xml") {
        if let name = attributes()["encoding"] { names.append((name, start)) }
      } else if isAtMeta {
        index += Self.meta.count
        if let name = Self.name(attributes()) { names.append((name, start)) }
      } else if isAtTag {
        _ = attributes()
      } else {
        index += 1
      }
    }
    return names
  }

  private static func name(_ attributes: [String: String]) -> String? {
    if let name = attributes["charset"] { return name }
    guard attributes["http-equiv"] == "content-type", let content = attributes["content"] else { return nil }
    var rest = content[...]
    while let found = rest.firstRange(of: "charset") {
      rest = rest[found.upperBound...]
      var value = rest.drop { $0.isWhitespace }
      guard value.first == "=" else { continue }
      value = value.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
      return String(value.prefix { !$0.isWhitespace && !";\"'".contains($0) })
    }
    return nil
  }

  // MARK: Scanning

  private mutating func take(_ text: StaticString) -> Bool {
    guard bytes[index...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) else {
      return false
    }
    index += text.utf8CodeUnitCount
    return true
  }

  private mutating func skip(past text: StaticString) {
    while index < bytes.count, !take(text) { index += 1 }
  }

  private static let meta = Array("<meta".utf8)

  /// Whether a `meta` tag begins here, and no tag with a longer name.
  private var isAtMeta: Bool {
    let end = index + Self.meta.count
    return end < bytes.count && bytes[index..<end].elementsEqual(Self.meta)
      && (bytes[end] <= 0x20 || bytes[end] == UInt8(ascii: "/"))
  }

  /// Whether a tag begins here, in whose attributes a `<` would be no tag.
  private var isAtTag: Bool {
    let next = index + 1
    guard next < bytes.count else { return false }
    return (0x61...0x7A).contains(bytes[next]) || "/!?".utf8.contains(bytes[next])
  }

  /// The attributes up to the end of the tag; the first of each name counts.
  private mutating func attributes() -> [String: String] {
    var found: [String: String] = [:]
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      let start = index
      while index < bytes.count, !Self.endsName(bytes[index]) { index += 1 }
      let name = String(decoding: bytes[start..<index], as: UTF8.self)
      if index == start { index += 1 }
      skipSpace()
      guard !name.isEmpty, index < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
      index += 1
      skipSpace()
      let value = value()
      if found[name] == nil { found[name] = value }
    }
    return found
  }

  private mutating func value() -> String {
    guard index < bytes.count else { return "" }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = index
      while index < bytes.count, bytes[index] > 0x20, bytes[index] != UInt8(ascii: ">") { index += 1 }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    let start = index + 1
    index = bytes[start...].firstIndex(of: quote) ?? bytes.count
    defer { index = min(index + 1, bytes.count) }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }
}

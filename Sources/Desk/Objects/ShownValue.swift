package import AttributeValues
package import Foundation

/// A value as people are shown it.
package enum ShownValue: Sendable, Equatable {
  /// There is no value.
  case none
  case text(String)
  /// A text that names an address of the web; it is not loaded.
  case link(String)
  /// Bytes that are a picture of a media type.
  case picture(mediaType: String, words: String)
  /// The elements of a composite value, by name.
  case elements([Element])

  package struct Element: Sendable, Equatable {
    package var name: String
    package var value: ShownValue

    package init(name: String, value: ShownValue) {
      self.name = name
      self.value = value
    }
  }

  package init(_ value: AttributeValue) {
    switch value {
    case .null: self = .none
    case .boolean(let value): self = .text(value ? "yes" : "no")
    case .double(let number): self = .text(Self.words(number))
    case .float(let number): self = .text(Self.words(number))
    case .string(let text): self = Self.isAddress(text) ? .link(text) : .text(text)
    case .uri(let url):
      self = Self.isAddress(url.absoluteString) ? .link(url.absoluteString) : .text(url.absoluteString)
    case .date(let seconds): self = .text(Self.words(ofDate: seconds))
    case .binary(let data):
      if let type = PictureType(data) {
        self = .picture(mediaType: type.mediaType, words: "\(type.name) picture, \(Self.size(data.count))")
      } else {
        self = .text("\(Self.size(data.count)) of data")
      }
    case .transformable(let value): self = .text("\(Self.size(value.bytes.count)) of an archived object")
    case .composite(let elements):
      self = .elements(elements.sorted { $0.key < $1.key }.map { Element(name: $0.key, value: ShownValue($0.value)) })
    case .integer(let number): self = .text(String(number))
    case .decimal(let number): self = .text(number.description)
    case .uuid(let uuid): self = .text(uuid.uuidString)
    }
  }

  /// The value in one line of text; empty for none.
  package var line: String {
    switch self {
    case .none: ""
    case .text(let text), .link(let text), .picture(_, let text): text
    case .elements(let elements): elements.map { "\($0.name) \($0.value.line)" }.joined(separator: ", ")
    }
  }

  /// Only addresses that a browser may follow without doing harm.
  private static func isAddress(_ text: String) -> Bool {
    guard text.hasPrefix("https://"), !text.contains(where: \.isWhitespace) else { return false }
    return URL(string: text)?.host != nil
  }

  private static func words<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ number: Number) -> String {
    let text = String(number)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A day, with the time if there is one, in universal time.
  private static func words(ofDate seconds: Double) -> String {
    guard abs(seconds) < 1e14 else { return "\(seconds) s after 2001" }
    let text = ISODate.text(seconds)
    if text.hasSuffix("T00:00:00Z") { return String(text.dropLast(10)) }
    return text.replacing("T", with: " ").replacing("Z", with: " UTC")
  }

  /// A number of bytes for people.
  package static func size(_ bytes: Int) -> String {
    var (size, unit) = (Double(bytes), "bytes")
    for larger in ["kB", "MB", "GB"] where size >= 1000 { (size, unit) = (size / 1000, larger) }
    if unit == "bytes" { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    return "\(String(format: "%.1f", size)) \(unit)"
  }
}

/// The kind of a picture, told by its first bytes.
package enum PictureType: String, Sendable, CaseIterable {
  case png, jpeg, gif, webp, svg

  /// `nil` for bytes that are no picture of these kinds.
  package init?(_ data: Data) {
    let head = Array(data.prefix(1024))
    func begins(_ bytes: [UInt8], at place: Int = 0) -> Bool { head.dropFirst(place).starts(with: bytes) }
    if begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if begins([0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
      self = .gif
    } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
      self = .webp
    } else if Self.isSVG(head) {
      self = .svg
    } else {
      return nil
    }
  }

  package var mediaType: String { self == .svg ? "image/svg+xml" : "image/\(rawValue)" }
  package var name: String { self == .webp ? "WebP" : rawValue.uppercased() }

  /// Whether the first element is `svg`, whatever declarations and comments stand before it.
  private static func isSVG(_ head: [UInt8]) -> Bool {
    var text = Substring(String(decoding: head, as: UTF8.self))
    if text.first == "\u{feff}" { text.removeFirst() }
    while true {
      text = text.drop(while: \.isWhitespace)
      let ends = ["<?": "?>", "<!--": "-->", "<!DOCTYPE": ">"]
      guard let (start, end) = ends.first(where: { text.hasPrefix($0.key) }),
        let range = text.dropFirst(start.count).range(of: end)
      else { break }
      text = text[range.upperBound...]
    }
    return text.hasPrefix("<svg") && (text.dropFirst(4).first.map { $0.isWhitespace || $0 == ">" } ?? false)
  }
}

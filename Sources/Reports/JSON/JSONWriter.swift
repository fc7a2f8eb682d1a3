/// Writes JSON in the order in which it is told, so that the same values give the same bytes.
///
/// Besides what JSON demands, it escapes what a terminal, a browser or a script would trip over when a text is shown or embedded as it
/// is: C1 controls, line and paragraph separators, direction overrides and `<`.
struct JSONWriter {
  private var bytes: [UInt8] = []
  private var needsComma = false
  private var isAfterKey = false
  private let indentation: Int?
  private var depth = 0

  /// - Parameter indentation: Spaces per level; `nil` for no white space at all.
  init(indentation: Int? = nil) {
    self.indentation = indentation
  }

  /// Moves what was written to `output`; the next value then begins a document of its own.
  mutating func move(to output: inout ReportBuffer) {
    output.append(contentsOf: bytes)
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Like `move(to:)`, for bytes that are kept.
  mutating func move(to others: inout [UInt8]) {
    others += bytes
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  // MARK: Containers

  mutating func object(_ body: (inout JSONWriter) -> Void) {
    container("{", "}", body)
  }

  mutating func array(_ body: (inout JSONWriter) -> Void) {
    container("[", "]", body)
  }

  /// An array on one line, whatever the indentation.
  mutating func array(of numbers: [Int]) {
    separate()
    bytes.append(UInt8(ascii: "["))
    for (index, number) in numbers.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(String(number))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func container(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    depth += 1
    body(&self)
    depth -= 1
    if needsComma { breakLine() }
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  // MARK: Members

  /// A member that is an object.
  mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// A member that is an array.
  mutating func array(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    key(name)
    array(body)
  }

  /// A member that is an array, with what `write` makes of each element.
  mutating func array<Element>(
    _ name: StaticString,
    _ elements: [Element],
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    array(name) { json in
      for element in elements { write(&json, element) }
    }
  }

  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    if indentation != nil { bytes.append(UInt8(ascii: " ")) }
    needsComma = false
    isAfterKey = true
  }

  mutating func member(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    number(value)
  }

  mutating func member(_ name: StaticString, _ value: Double) {
    key(name)
    number(value)
  }

  mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// A member that is left out when there is no value.
  mutating func optionalMember(_ name: StaticString, _ value: String?) {
    if let value { member(name, value) }
  }

  /// A member that is left out when there is no value.
  mutating func optionalMember(_ name: StaticString, _ value: Int?) {
    if let value { member(name, value) }
  }

  // MARK: Values

  mutating func number(_ value: Int) {
    separate()
    append(String(value))
  }

  /// A number; `null` for infinity and not-a-number, which JSON does not have.
  mutating func number(_ value: Double) {
    separate()
    if !value.isFinite {
      append("null")
    } else if value == value.rounded(), abs(value) < 1e15 {
      append(String(Int(value)))
    } else {
      append("\(value)")
    }
  }

  mutating func bool(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
  }

  /// - Complexity: O(*n*) in bytes.
  mutating func string(_ value: String) {
    separate()
    var text = value
    text.withUTF8 { Self.quote($0, into: &bytes) }
  }

  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      needsComma = true
      return
    }
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    if depth > 0 { breakLine() }
    needsComma = true
  }

  private mutating func breakLine() {
    guard let indentation else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * indentation { bytes.append(UInt8(ascii: " ")) }
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}

extension JSONWriter {
  private static let hexDigits = Array("0123456789abcdef".utf8)

  /// The bytes that stand for themselves wherever they are; of the others, C2 and E2 do so in most texts.
  private static let isPlain: [Bool] = (0...255).map { byte in
    byte >= 0x20 && ![0x22, 0x3C, 0x5C, 0x7F, 0xC2, 0xE2].contains(byte)
  }

  private static func quote(_ bytes: UnsafeBufferPointer<UInt8>, into result: inout [UInt8]) {
    result.append(UInt8(ascii: "\""))
    var position = 0
    while true {
      let plain = position
      while position < bytes.count, isPlain[Int(bytes[position])] { position += 1 }
      result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain..<position]))
      guard position < bytes.count else { break }
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        result.append(UInt8(ascii: "\\"))
        result.append(byte)
      case UInt8(ascii: "\n"):
        result += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case UInt8(ascii: "\r"):
        result += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      case UInt8(ascii: "\t"):
        result += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      case 0..<0x20, 0x7F, UInt8(ascii: "<"):
        escape(UInt32(byte), into: &result)
      case 0xC2 where position < bytes.count && bytes[position] < 0xA0:
        escape(UInt32(bytes[position]), into: &result)
        position += 1
      case 0xE2 where position + 1 < bytes.count && isHidden(bytes[position], bytes[position + 1]):
        escape(0x2000 | UInt32(bytes[position] & 0x3F) << 6 | UInt32(bytes[position + 1] & 0x3F), into: &result)
        position += 2
      default:
        result.append(byte)
      }
    }
    result.append(UInt8(ascii: "\""))
  }

  /// Whether E2 and these two bytes are one of U+2028–202E or U+2066–2069.
  private static func isHidden(_ second: UInt8, _ third: UInt8) -> Bool {
    second == 0x80 ? (0xA8...0xAE).contains(third) : second == 0x81 && (0xA6...0xA9).contains(third)
  }

  private static func escape(_ value: UInt32, into result: inout [UInt8]) {
    result += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for shift in [12, 8, 4, 0] { result.append(hexDigits[Int(value >> UInt32(shift) & 0xF)]) }
  }
}

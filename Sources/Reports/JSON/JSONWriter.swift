internal import Findings

/// Writes JSON in the order in which it is told, so that the same values give the same bytes.
///
/// `JSONString` says what of texts it escapes; a browser's `<` is, too.
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
    append(value.isFinite ? value.plainText : "null")
  }

  mutating func bool(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
  }

  /// - Complexity: O(*n*) in bytes.
  mutating func string(_ value: String) {
    separate()
    JSONString.append(value, to: &bytes, escapesMarkup: true)
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

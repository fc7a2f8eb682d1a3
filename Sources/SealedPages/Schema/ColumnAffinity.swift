/// What a column does to values that are stored in it: <https://www.sqlite.org/datatype3.html#type_affinity>.
package enum ColumnAffinity: Sendable, Hashable {
  case blob, text, numeric, integer, real

  /// The affinity of a column that is declared with a type.
  package init(declaredType: String) {
    let type = declaredType.uppercased()
    func has(_ part: String) -> Bool {
      let bytes = Array(type.utf8)
      let wanted = Array(part.utf8)
      guard bytes.count >= wanted.count else { return false }
      return (0...(bytes.count - wanted.count)).contains { bytes[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }
    self =
      if has("INT") {
        .integer
      } else if has("CHAR") || has("CLOB") || has("TEXT") {
        .text
      } else if type.isEmpty || has("BLOB") {
        .blob
      } else if has("REAL") || has("FLOA") || has("DOUB") {
        .real
      } else {
        .numeric
      }
  }

  var isNumeric: Bool { self == .numeric || self == .integer || self == .real }
}

/// What a text would become in a column of numbers.
enum NumericText: Equatable {
  case integer(Int64)
  /// It is a number, but not one of 64 bits without fraction.
  case otherNumber
  case text

  /// Reads a text as SQLite does before it stores it in a column of numbers.
  ///
  /// - Complexity: O(*n*); a byte or two for what is no number.
  init(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    func skipSpaces() {
      while position < bytes.count, bytes[position] == 0x20 || (9...13).contains(bytes[position]) { position += 1 }
    }
    func digits() -> Int {
      let start = position
      while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
      return position - start
    }
    func skip(_ one: UInt8, _ other: UInt8) -> Bool {
      guard position < bytes.count, bytes[position] == one || bytes[position] == other else { return false }
      position += 1
      return true
    }
    self = .text
    skipSpaces()
    let start = position
    _ = skip(0x2B, 0x2D)
    var digitCount = digits()
    let integerEnd = position
    if skip(0x2E, 0x2E) { digitCount += digits() }
    guard digitCount > 0 else { return }
    if skip(0x65, 0x45) {
      _ = skip(0x2B, 0x2D)
      guard digits() > 0 else { return }
    }
    let end = position
    skipSpaces()
    guard position == bytes.count else { return }
    guard end == integerEnd, let value = Int64(String(decoding: bytes[start..<end], as: UTF8.self)) else {
      self = .otherNumber
      return
    }
    self = .integer(value)
  }
}

/// What an input gives for a record.
extension InputPlan {
  /// Calls `body` with the bytes that are made of a record's fields; with `nil` if it has none of them.
  @inline(__always)
  func withBytes<Result>(of record: some RecordFields, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    switch self {
    case .field(let field):
      return record.withField(field, body)
    case .constant(let text):
      return text.withContiguousBytes { body($0) }
    case .firstNonEmpty(let group):
      for field in group.fields where record.withField(field, { bytes in group.isFilled(bytes) }) {
        return record.withField(field, body)
      }
      return body(nil)
    case .joined(let group, let separator):
      var parts: [String] = []
      for field in group.fields {
        let part = record.withField(field) { bytes in
          group.isFilled(bytes) ? bytes.map { String(decoding: $0.trimmed, as: UTF8.self) } : nil
        }
        if let part { parts.append(part) }
      }
      return parts.joined(separator: separator).withContiguousBytes { body($0) }
    }
  }

  /// Whether it gives a field of a record that is a number in the source's own format.
  func isNumber(in record: some RecordFields) -> Bool {
    switch self {
    case .field(let field): record.isNumber(field)
    case .firstNonEmpty(let group):
      group.fields.first { field in record.withField(field) { group.isFilled($0) } }.map(record.isNumber) ?? false
    case .constant, .joined: false
    }
  }

  /// What converts it in a record: numbers of the source's own format have none of the marks of texts.
  func converter(_ converter: ValueConverter, of record: some RecordFields) -> ValueConverter {
    guard let ofNumbers = converter.ofNumbers, isNumber(in: record) else { return converter }
    return ofNumbers
  }

  /// The numbers of its fields.
  var fields: [Int] {
    switch self {
    case .field(let field): [field]
    case .joined(let group, _), .firstNonEmpty(let group): group.fields
    case .constant: []
    }
  }
}

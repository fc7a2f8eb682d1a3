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
    case .firstNonEmpty(let fields):
      for field in fields {
        let isFilled = record.withField(field) { bytes in bytes.map { !$0.trimmed.isEmpty } ?? false }
        if isFilled { return record.withField(field, body) }
      }
      return body(nil)
    case .joined(let fields, let separator):
      var parts: [String] = []
      for field in fields {
        let part = record.withField(field) { bytes in bytes.map { String(decoding: $0.trimmed, as: UTF8.self) } }
        if let part, !part.isEmpty { parts.append(part) }
      }
      return parts.joined(separator: separator).withContiguousBytes { body($0) }
    }
  }

  /// The numbers of its fields.
  var fields: [Int] {
    switch self {
    case .field(let field): [field]
    case .joined(let fields, _), .firstNonEmpty(let fields): fields
    case .constant: []
    }
  }
}

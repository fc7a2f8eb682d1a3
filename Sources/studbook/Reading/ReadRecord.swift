import Findings

/// A record as `studbook read` shows it.
struct ReadRecord {
  /// A field with its place.
  struct Field {
    var name: String
    /// `null` when the record does not have the field.
    var value: ResultValue
    var line: Int
    var column: Int
    /// The column in bytes, where the reader knows it.
    var byteColumn: Int?
    var byteRange: Range<Int>?
  }

  /// The record's number in its source, from 1.
  var number: Int
  var position: SourcePosition
  var fields: [Field]
}

/// A source that is read record by record, whatever its format.
protocol ReadableSource {
  /// The names of the fields that every record has; `nil` when each record has its own.
  var fieldNames: [String]? { get }
  /// What was found out about the source before reading.
  var explanation: [ExplainedItem] { get }

  /// The next record; `nil` at the end.
  mutating func next() throws -> ReadRecord?

  /// What was found wrong since the last call.
  mutating func takeFindings() -> [Finding]
}

/// One thing that was found out about a source, for `--explain`.
struct ExplainedItem {
  var subject: String
  var value: String
  /// From 0 to 1; 1 when it was given.
  var confidence: Double
  var evidence: String

  /// The item as a line for people.
  var note: String {
    let reason = confidence < 1 ? " (\(Int((confidence * 100).rounded())) %: \(evidence))" : ""
    return "\(subject): \(value)\(reason)"
  }
}

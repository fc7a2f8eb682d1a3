import DelimitedText
import Findings

/// A delimited text for `studbook read`.
struct DelimitedReadableSource: ReadableSource {
  private let reader: DelimitedReader
  private var record = DelimitedRecord()

  private let fileName: String
  /// The first record, which was read for the number of its fields.
  private var first: ReadRecord?
  private(set) var fieldNames: [String]?

  init(_ reader: DelimitedReader, fileName: String) throws {
    self.reader = reader
    self.fileName = fileName
    fieldNames = reader.header
    // A text without a header has as many columns as its first record has fields.
    if reader.header.isEmpty {
      first = try read()
      fieldNames = first?.fields.map(\.name)
    }
  }

  var explanation: [ExplainedItem] {
    reader.detection.items.map {
      ExplainedItem(subject: $0.subject, value: $0.value, confidence: $0.confidence, evidence: $0.evidence)
    }
  }

  mutating func next() throws -> ReadRecord? {
    if let record = first {
      first = nil
      return record
    }
    return try read()
  }

  private mutating func read() throws -> ReadRecord? {
    guard try reader.next(&record) else { return nil }
    let names = reader.header
    let places = record.positions()
    let fields = (0..<max(record.count, names.count)).map { index in
      let name = index < names.count ? names[index] : "column_\(index + 1)"
      guard index < record.count else {
        return ReadRecord.Field(name: name, value: .null, line: record.startLine, column: 1)
      }
      let place = places[index]
      return ReadRecord.Field(
        name: name,
        value: .text(record.string(index)),
        line: place.line,
        column: place.column,
        byteColumn: place.byteColumn,
        byteRange: place.byteRange
      )
    }
    let position = places.first ?? SourcePosition(file: fileName, line: record.startLine)
    return ReadRecord(number: record.number, position: position, fields: fields)
  }

  mutating func takeFindings() -> [Finding] { reader.takeFindings() }
}

import Findings
import MarkupText

/// The records of an XML document for `studbook read`.
struct XMLReadableSource: ReadableSource {
  private let reader: XMLRecordReader
  private var record = MarkupRecord()
  let fieldNames: [String]?
  let notes: [String] = []

  init(_ reader: XMLRecordReader, fields: [FieldPath]) {
    self.reader = reader
    fieldNames = fields.isEmpty ? nil : fields.map(\.text)
  }

  mutating func next() throws -> ReadRecord? { try reader.next(&record) ? ReadRecord(record) : nil }
  mutating func takeFindings() -> [Finding] { reader.takeFindings() }
}

/// The rows of a page's table for `studbook read`.
struct HTMLReadableSource: ReadableSource {
  private let reader: HTMLTableReader
  private var record = MarkupRecord()

  init(_ reader: HTMLTableReader) { self.reader = reader }

  var fieldNames: [String]? { reader.fieldNames }
  var notes: [String] { ["table: \(reader.summary)"] }

  mutating func next() throws -> ReadRecord? { try reader.next(&record) ? ReadRecord(record) : nil }
  mutating func takeFindings() -> [Finding] { reader.takeFindings() }
}

extension ReadRecord {
  /// A record of a markup document, with those of its fields that it has.
  init(_ record: MarkupRecord) {
    let fields = record.fieldNames.enumerated().map { index, name in
      let place = record.position(ofField: index)
      let values = record.values(index)
      let value: ResultValue =
        values.count > 1 ? .list(values.map { .text($0) }) : values.first.map { .text($0) } ?? .null
      return Field(name: name, value: value, line: place.line, column: place.column)
    }
    self.init(number: record.number, position: record.position, fields: fields)
  }
}

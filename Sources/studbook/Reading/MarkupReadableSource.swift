import Findings
import MarkupText

/// The records of an XML document or an HTML page for `studbook read`.
struct MarkupReadableSource: ReadableSource {
  private let reader: any MarkupRecordReader
  private var record = MarkupRecord()
  let fieldNames: [String]?
  let explanation: [ExplainedItem]

  init(_ reader: any MarkupRecordReader, fieldNames: [String]?, explanation: [ExplainedItem] = []) {
    self.reader = reader
    self.fieldNames = fieldNames
    self.explanation = explanation
  }

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

public import ArgumentParser
import Findings
import ImportPipeline
public import Worksheets

/// The options that say how a worksheet is read. Their words are those of a recipe's source.
struct WorksheetArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The sheet's name or number. (default: the first that is not hidden)", valueName: "sheet"))
  var sheet: String?

  @Option(help: "Merged cells: the first has the value, or expand it to all of them.")
  var merged = WorksheetOptions.MergedCells.first

  @Option(help: "Hidden rows and columns: read or skip.")
  var hidden = WorksheetOptions.HiddenCells.read
}

extension WorksheetOptions.MergedCells: ExpressibleByArgument {}
extension WorksheetOptions.HiddenCells: ExpressibleByArgument {}

/// A worksheet for `studbook read`.
struct WorksheetReadableSource: ReadableSource {
  private let reader: WorksheetReader
  private var record = WorksheetRecord()

  init(_ reader: WorksheetReader) { self.reader = reader }

  var fieldNames: [String]? { reader.fieldNames }

  var explanation: [ExplainedItem] {
    let header = reader.headerExplanation
    let rows = header.rows.map(String.init).joined(separator: ", ")
    return [
      ExplainedItem(
        subject: "sheet",
        value: "\(reader.sheet.number) “\(reader.sheet.name)”",
        confidence: 1,
        evidence: "given, or the first that is not hidden"
      ),
      ExplainedItem(
        subject: "header",
        value: rows.isEmpty ? "none" : "row \(rows)",
        confidence: header.confidence,
        evidence: header.evidence
      ),
    ]
  }

  mutating func next() throws -> ReadRecord? {
    guard try reader.next(&record) else { return nil }
    let fields = reader.fieldNames.enumerated().map { index, name in
      let place = record.position(ofField: index)
      let text = record.value(index)
      return ReadRecord.Field(
        name: name,
        value: text.map { record.isNumber(index) ? .json($0) : .text($0) } ?? .null,
        line: place.line,
        column: place.column
      )
    }
    return ReadRecord(number: record.number, position: record.position, fields: fields)
  }

  mutating func takeFindings() -> [Finding] { reader.takeFindings() }
}

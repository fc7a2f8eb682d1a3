internal import Findings
internal import PackedSources
internal import Worksheets

/// The rows of a worksheet as a source.
final class WorksheetSource: RecordSource {
  private let reader: WorksheetReader
  private var record = WorksheetRecord()

  init(_ reader: WorksheetReader) { self.reader = reader }

  /// Opens the sheet that a recipe names.
  ///
  /// - Throws: `SourceOpeningProblem` when the recipe and the workbook do not fit, or the workbook is broken.
  static func open(_ input: SourceInput, _ recipe: SourceRecipe) throws -> WorksheetSource {
    do {
      return WorksheetSource(try WorksheetReader(try input.workbook(), options: recipe.worksheet.options))
    } catch let error as WorksheetError {
      let rule: RuleCode =
        switch error.kind {
        case .malformed: .sourceMalformed
        case .sheetMissing: .sourceTableMissing
        case .limit: .sourceLimit
        }
      let sheet = recipe.worksheet.sheet
      throw SourceOpeningProblem(
        rule,
        error.description,
        in: input.name,
        asked: sheet?.position,
        value: error.nearest,
        expected: error.nearest.flatMap { _ in sheet?.value }
      )
    } catch let error as PackedSourceError {
      throw SourceOpeningProblem(.sourceMalformed, error.description, in: input.name)
    }
  }

  var name: String { reader.name }

  var fieldNames: [String] { reader.fieldNames }

  func next() throws -> Bool { try reader.next(&record) }

  var recordNumber: Int { record.number }

  var line: Int { record.row }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    record.withFieldBytes(field, body)
  }

  var isBroken: Bool { false }

  func takeFindings() -> [Finding] { reader.takeFindings() }

  func headerPlace(ofField field: Int?) -> HeaderPlace? {
    reader.headerPosition(ofField: field).map { HeaderPlace(position: $0) }
  }

  func makePlaceArena() -> PlaceArena { .placed }

  func keepPlace(in arena: inout PlaceArena) { arena.append(record) }

  // Rows are unpacked from the file's middle.
  var bytesRead: Int { 0 }
}

extension WorksheetRecord: PlacedRecord {
  /// The row as a line of CSV.
  var rejectBytes: [UInt8] { Array(Self.line((0..<fieldCount).map { value($0) ?? "" }).utf8) }

  /// A line of CSV without its end.
  static func line(_ texts: [String]) -> String {
    texts.map { text in
      let needsQuotes = text.utf8.contains { $0 == 34 || $0 == 44 || $0 == 10 || $0 == 13 }
      return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }.joined(separator: ",")
  }
}

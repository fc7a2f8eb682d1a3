internal import Findings
internal import MarkupText
public import PackedSources

/// A workbook in the form of ECMA-376 (`.xlsx`): its sheets and what their cells refer to.
///
/// ```swift
/// let workbook = try Workbook(path: path, name: "breeds.xlsx")
/// let reader = try WorksheetReader(workbook, options: WorksheetOptions())
/// var record = WorksheetRecord()
/// while try reader.next(&record) { cells.append("\(record.cellName(ofField: 1)) \(record.value(1) ?? "")") }
/// ```
public final class Workbook {
  /// A sheet as the workbook lists it.
  public struct Sheet: Sendable, Hashable {
    /// What the sheet is called.
    public var name: String
    /// Its place among the sheets, from 1.
    public var number: Int
    /// Whether the user does not see it.
    public var isHidden: Bool
    let part: String
  }

  /// The workbook's name in errors and places.
  public let name: String
  /// The worksheets in their order; sheets that are only a chart are not among them.
  public let sheets: [Sheet]
  let parts: PartReader
  let strings: SharedStrings
  let formats: CellFormats
  /// Whether dates count from 1904.
  let countsFrom1904: Bool

  /// The rooms for texts that cells share, in bytes.
  private static let mostStringBytes = 512 << 20

  /// Opens the workbook at `path`.
  ///
  /// - Throws: `WorksheetError`, and a `PackedSourceError` if the file cannot be read or its packing is damaged.
  public convenience init(path: String, name: String) throws {
    try self.init(try ZipFile(path), name: name)
  }

  /// Opens a workbook from its archive.
  ///
  /// - Throws: `WorksheetError`, and a `PackedSourceError` if the packing is damaged.
  public init(_ zip: ZipFile, name: String) throws {
    self.name = name
    parts = PartReader(zip: zip, file: name)
    let main = try parts.relationships(of: "").values.first { $0.kind == "officeDocument" }?.path ?? "xl/workbook.xml"
    let references = try parts.relationships(of: main)
    var listed: [Sheet] = []
    var hasWorkbook = false
    try parts.forEachRecord(of: main, at: "/workbook", fields: ["@conformance"]) { _ in hasWorkbook = true }
    guard hasWorkbook else {
      throw WorksheetError(.malformed, "this is no workbook; .xlsx is read, older and binary forms are not", file: name)
    }
    let fields = ["@name", "@state", "@*[local-name()='id']"]
    try parts.forEachRecord(of: main, at: "//sheets/sheet", fields: fields) { record in
      guard let reference = record.value(2).flatMap({ references[$0] }), reference.kind == "worksheet" else { return }
      let isHidden = ["hidden", "veryHidden"].contains(record.value(1))
      listed.append(
        Sheet(name: record.value(0) ?? "", number: listed.count + 1, isHidden: isHidden, part: reference.path)
      )
    }
    sheets = listed
    var is1904 = false
    try parts.forEachRecord(of: main, at: "//workbookPr", fields: ["@date1904"]) {
      is1904 = ["1", "true"].contains($0.value(0))
    }
    countsFrom1904 = is1904
    func part(_ kind: String) -> String? { references.values.first { $0.kind == kind }?.path }
    strings = try SharedStrings(part("sharedStrings"), parts, limit: Self.mostStringBytes)
    formats = try CellFormats(part("styles"), parts)
  }

  /// The sheet of a name or, if none has it, of a number from 1; the first one that is not hidden for `nil`.
  ///
  /// - Throws: `WorksheetError` of kind `sheetMissing`, which lists the sheets.
  public func sheet(_ choice: String?) throws -> Sheet {
    let found: Sheet?
    if let choice {
      found =
        sheets.first { $0.name == choice } ?? sheets.first { $0.name.lowercased() == choice.lowercased() }
        ?? Int(choice).flatMap { number in sheets.first { $0.number == number } }
    } else {
      found = sheets.first { !$0.isHidden } ?? sheets.first
    }
    if let found { return found }
    let list = sheets.map { "\($0.number) “\($0.name)”\($0.isHidden ? " (hidden)" : "")" }.joined(separator: ", ")
    throw WorksheetError(
      .sheetMissing,
      sheets.isEmpty ? "it has no worksheets" : "there is no sheet “\(choice ?? "")”; there are \(list)",
      file: name,
      nearest: choice.flatMap { EditDistance.suggestion(for: $0, among: sheets.map(\.name)) }
    )
  }
}

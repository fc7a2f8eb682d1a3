/// What to read from a workbook.
///
/// ```swift
/// var options = WorksheetOptions()
/// options.sheet = "Hound"
/// options.headerRows = 1
/// do {
///   _ = try WorksheetReader(workbook, options: options)
/// } catch let error as WorksheetError {
///   nearest = error.nearest  // "Hounds"
/// }
/// ```
public struct WorksheetOptions: Sendable {
  /// What becomes of cells that are shown as one.
  public enum MergedCells: String, Sendable, CaseIterable {
    /// Only the first has the value.
    case first
    /// All of them have it.
    case expand
  }

  /// What becomes of rows and columns that the user does not see.
  public enum HiddenCells: String, Sendable, CaseIterable {
    case read, skip
  }

  /// What becomes of values beyond the last column with a name.
  public enum SurplusCells: String, Sendable, CaseIterable {
    case reject, cut
  }

  /// The sheet's name, or its number from 1; the first that is not hidden unless given.
  public var sheet: String?
  /// How many header rows there are; detected unless given.
  public var headerRows: Int?
  /// What stands between the parts of a name that several header rows make.
  public var headerSeparator = " "
  /// Names for the columns, in place of the sheet's own.
  public var columnNames: [String]?
  /// Rows of the sheet that stand before the table.
  public var skipRows = 0
  /// What becomes of cells that are shown as one.
  public var merged = MergedCells.first
  /// What becomes of rows and columns that the user does not see.
  public var hidden = HiddenCells.read
  /// What becomes of values beyond the last column with a name.
  public var surplus = SurplusCells.reject

  /// How many bytes of text may come out of any workbook; of a large one it may be more.
  package var textBytes = 1 << 30

  /// Makes options for the first sheet.
  public init() {}
}

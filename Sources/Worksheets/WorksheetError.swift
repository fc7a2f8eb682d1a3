public import FoundationEssentials

/// Why a workbook cannot be read.
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
///
/// What is wrong with cells is a finding instead, so that the run can go on and report it.
public struct WorksheetError: LocalizedError, Sendable, Hashable {
  /// What went wrong, for code.
  public enum Kind: Sendable, Hashable {
    /// The file is no workbook, or a part that it needs is missing or broken.
    case malformed
    /// The workbook has no such sheet.
    case sheetMissing
    /// A safety limit was exceeded.
    case limit
  }

  /// What went wrong, for code.
  public var kind: Kind
  /// What is wrong, as one sentence without a full stop at its end.
  public var message: String
  /// The workbook's name.
  public var file: String
  /// The name of the sheet that was probably meant, if there is one.
  public var nearest: String?

  init(_ kind: Kind, _ message: String, file: String, nearest: String? = nil) {
    self.kind = kind
    self.message = message
    self.file = file
    self.nearest = nearest
  }
}

extension WorksheetError: CustomStringConvertible {
  public var description: String { "\(file): \(message)" }
}

extension WorksheetError {
  public var errorDescription: String? { description }
}

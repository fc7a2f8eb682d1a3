internal import Findings
internal import PackedSources

/// How much text a workbook may become: cells share texts and merged cells have one in many places, so that a small file can be endless.
struct TextBudget {
  private var left: Int
  private let most: Int
  private let file: String

  /// So many bytes of text may come out for each byte of the workbook.
  private static let ratio = 400

  /// - Parameter least: How many bytes of text may come out of any workbook.
  init(_ workbook: Workbook, least: Int) {
    most = max(least, workbook.parts.zip.packedBytes.multipliedReportingOverflow(by: Self.ratio).partialValue)
    left = most
    file = workbook.name
  }

  /// Counts bytes of text, or places that were looked at for them.
  ///
  /// - Throws: `WorksheetError` of kind `limit`.
  mutating func take(_ count: Int) throws {
    left -= count
    guard left >= 0 else {
      throw WorksheetError(.limit, SourceFinding.limit(.texts(bytes: most)).message, file: file)
    }
  }
}

/// What to read from a JSON text and how far to trust it.
///
/// ```swift
/// var options = JSONRecordOptions(.lines, records: try JSONRecordPath("$"))
/// options.mode = JSONMode.tolerant  // comments, single quotes and trailing commas are findings, not faults
/// options.encoding = JSONEncoding.utf8
/// options.limits = JSONLimits()
/// options.limits.depth = 16
/// let reader = try JSONRecordReader(.file(path), options: options)
/// ```
public struct JSONRecordOptions: Sendable {
  /// How values stand in the file.
  public enum Layout: Sendable, Hashable {
    /// The file is one value.
    case document
    /// Each line is a value (JSON Lines). A line that is none is a broken record, and reading goes on.
    case lines
  }

  /// How values stand in the file.
  public var layout: Layout
  /// Which values are records, seen from the document or from the line.
  public var records: JSONRecordPath
  /// How strictly the grammar is taken.
  public var mode = JSONMode.strict
  /// The encoding; detected if `nil`, and then a finding unless it is UTF-8.
  public var encoding: JSONEncoding?
  /// The file's name in findings and places; the file's own name unless given.
  public var fileName: String?
  /// How much a text may ask of memory.
  public var limits = JSONLimits()
  /// Whether records before a fault are delivered. If not, the text is read twice and delivers all or nothing.
  public var deliversRecordsBeforeFault = true
  /// What stands between several values of a field that was found, not given.
  public var separator = "; "

  /// Makes options for the records at `records`.
  public init(_ layout: Layout, records: JSONRecordPath, fileName: String? = nil) {
    self.layout = layout
    self.records = records
    self.fileName = fileName
  }
}

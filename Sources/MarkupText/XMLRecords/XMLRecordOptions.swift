/// What to read from an XML document and how far to trust it.
///
/// ```swift
/// var options = XMLRecordOptions(recordPath: try RecordPath("/d:kennel/d:dog"), namespaces: ["d": "urn:kennel"])
/// options.limits = MarkupLimits()
/// options.limits.depth = 32
/// let reader = try XMLRecordReader(bytes: Array(text.utf8), options: options, fields: [FieldPath(".")])
/// ```
public struct XMLRecordOptions: Sendable {
  /// Which elements are records.
  public var recordPath: RecordPath
  /// What the prefixes in paths stand for. The empty prefix stands for names without a prefix, which otherwise fit elements of
  /// every namespace; a prefix that is not listed is compared with the prefix that the document writes.
  public var namespaces: [String: String]
  /// The file's name in findings and places; the file's own name unless given.
  public var fileName: String?
  /// The encoding's name; detected unless given.
  public var encoding: String?
  /// How much a document may ask of memory.
  public var limits: MarkupLimits
  /// Whether records that end before a fault are delivered. If not, the document is read twice and delivers all or nothing.
  public var deliversRecordsBeforeFault: Bool
  /// Whether the common part of XML is read without libxml2; the results are the same, as tests show.
  package var usesScanner = true
  /// How much is read at a time, in bytes; tests make it small. libxml2's words about a fault may depend on it.
  package var chunkSize = 32 << 10
  /// What stands between several values of a field that was found, not given.
  public var separator: String

  /// Makes options for the records at `recordPath`.
  public init(
    recordPath: RecordPath,
    namespaces: [String: String] = [:],
    fileName: String? = nil,
    encoding: String? = nil,
    limits: MarkupLimits = MarkupLimits(),
    deliversRecordsBeforeFault: Bool = true,
    separator: String = "; "
  ) {
    self.recordPath = recordPath
    self.namespaces = namespaces
    self.fileName = fileName
    self.encoding = encoding
    self.limits = limits
    self.deliversRecordsBeforeFault = deliversRecordsBeforeFault
    self.separator = separator
  }
}

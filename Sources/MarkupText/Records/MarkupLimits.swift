/// How much markup may ask of the reader; what exceeds a limit is a finding of rule `source.limit`.
///
/// ```swift
/// var options = XMLRecordOptions(recordPath: try RecordPath("/d:kennel/d:dog"), namespaces: ["d": "urn:kennel"])
/// options.limits = MarkupLimits()
/// options.limits.depth = 32
/// let reader = try XMLRecordReader(bytes: Array(text.utf8), options: options, fields: [FieldPath(".")])
/// ```
public struct MarkupLimits: Sendable, Hashable {
  /// How deep elements may stand in each other. At most 4,096.
  public var depth = 256
  /// How many attributes one element may have; libxml2 takes quadratic time in their number.
  public var attributes = 1_024
  /// The longest record, in bytes of its source and of its text.
  public var recordBytes = 16 << 20
  /// How many bytes of text entities may add to a document.
  public var entityBytes = 1 << 20

  /// Makes the default limits.
  public init() {}
}

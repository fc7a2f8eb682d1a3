/// How much a JSON text may ask of the reader; what exceeds a limit is a finding of rule `source.limit`.
///
/// ```swift
/// var options = JSONRecordOptions(.lines, records: try JSONRecordPath("$"))
/// options.mode = JSONMode.tolerant  // comments, single quotes and trailing commas are findings, not faults
/// options.encoding = JSONEncoding.utf8
/// options.limits = JSONLimits()
/// options.limits.depth = 16
/// let reader = try JSONRecordReader(.file(path), options: options)
/// ```
public struct JSONLimits: Sendable, Hashable {
  /// How deep arrays and objects may stand in each other.
  public var depth = 256
  /// The longest string or number, in bytes of UTF-8.
  public var stringBytes = 16 << 20
  /// The longest record, or what has to be in memory with it because its fields lead up, in bytes of UTF-8.
  public var recordBytes = 16 << 20

  /// Makes the default limits.
  public init() {}
}

/// What is done about texts that are not quite JSON.
///
/// ```swift
/// var options = JSONRecordOptions(.lines, records: try JSONRecordPath("$"))
/// options.mode = JSONMode.tolerant  // comments, single quotes and trailing commas are findings, not faults
/// options.encoding = JSONEncoding.utf8
/// options.limits = JSONLimits()
/// options.limits.depth = 16
/// let reader = try JSONRecordReader(.file(path), options: options)
/// ```
public enum JSONMode: String, Sendable, CaseIterable {
  /// RFC 8259 to the letter.
  case strict
  /// Comments, trailing commas, `NaN` and `Infinity`, and control characters in strings are read, with a warning each; names that stand
  /// twice, lone surrogates and bytes that are no text are warnings too.
  case tolerant
}

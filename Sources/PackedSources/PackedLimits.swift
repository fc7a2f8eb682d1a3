/// How much may come out of a packed source. What is beyond is taken for a bomb.
///
/// ```swift
/// var limits = PackedLimits()
/// limits.bytes = 1 << 30  // what unpacks to more is refused
/// do {
///   _ = try PackedSource(path, limits: limits)
/// } catch {
///   let failure: PackedSourceError = error
///   if case .memberNeeded(let names) = failure.kind { members = names }
/// }
/// ```
public struct PackedLimits: Sendable, Hashable {
  /// The most bytes that are unpacked.
  public var bytes = 64 << 30
  /// The most bytes that one byte of the file may become, however often it is packed, once more than `freeBytes` have come out.
  public var ratio = 400
  /// The same, once more than `largeBytes` have come out: real tables of this size are not so much alike.
  public var ratioOfLarge = 100
  /// What is large, in bytes.
  public var largeBytes = 1 << 30
  /// How many members of an archive are listed; one with more is refused.
  public var members = 1_000_000
  /// So many bytes come out whatever the ratio is.
  public var freeBytes = 16 << 20
  /// An archive that has to be kept in memory, because it comes from a stream, may have so many bytes.
  public var archiveInMemory = 256 << 20
  /// How often packed data may be packed again.
  public var depth = 4

  /// Makes the usual limits.
  public init() {}
}

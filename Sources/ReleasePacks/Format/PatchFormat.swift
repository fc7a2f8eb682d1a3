/// The format of a patch, as docs/patch-format.md describes it.
///
///     | header, 90 bytes | xz: segment, segment, … | 8 bytes of the SHA-256 of all before |
enum PatchFormat {
  /// What a patch begins with; the byte behind it is the version.
  static let magic: [UInt8] = Array("SBPATCH".utf8)
  static let version: UInt8 = 1
  static let headerSize = 90
  /// So many bytes of a digest show whether a patch was damaged. Whether it is the right one is shown by what it makes.
  static let trailerSize = 8

  /// The lists of a segment, in the order in which they stand in it.
  enum Column: Int, CaseIterable {
    case unchanged, replaced, inserted, seeks, differences, literals
  }

  /// A segment is complete when its lists have so many bytes.
  static let segmentGoal = 1 << 20
  /// The most bytes that the lists of a segment may have.
  static let segmentLimit = 4 << 20
  /// The most bytes that one instruction replaces or inserts.
  static let instructionLimit = 256 << 10

  /// So many bytes come out of any patch; a larger file has to be in some proportion to the old one and the patch.
  static let freeBytes = 16 << 20

  /// The longest file that a patch may make.
  static func longestResult(oldSize: Int, patchSize: Int) -> Int {
    let (old, patch) = (oldSize.multipliedReportingOverflow(by: 4), patchSize.multipliedReportingOverflow(by: 400))
    guard !old.overflow, !patch.overflow else { return .max }
    let sum = old.partialValue.addingReportingOverflow(patch.partialValue)
    return sum.overflow ? .max : max(freeBytes, sum.partialValue)
  }
}

/// Numbers of seven bits a byte, the lowest first; every byte but the last has its highest bit set.
enum Varint {
  /// The most bytes of a number.
  static let longest = 9

  static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt(bitPattern: number)
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Signed numbers: 0, -1, 1, -2, … as 0, 1, 2, 3, …
  static func appendSigned(_ number: Int, to bytes: inout [UInt8]) {
    append((number << 1) ^ (number >> 63), to: &bytes)
  }

  /// Reads a number byte by byte; `nil` if there is none, or one of more than 63 bits.
  static func read(_ next: () throws -> UInt8?) rethrows -> Int? {
    var number = 0
    for shift in stride(from: 0, to: 7 * longest, by: 7) {
      guard let byte = try next() else { return nil }
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  /// Reads a number; `nil` if it is cut off or has more than 63 bits.
  @inline(__always)
  static func read(_ bytes: UnsafeRawBufferPointer, at offset: inout Int) -> Int? {
    var number = 0
    var shift = 0
    while offset < bytes.count, shift < 7 * longest {
      let byte = bytes[offset]
      offset += 1
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  static func signed(_ number: Int) -> Int { (number >> 1) ^ -(number & 1) }
}

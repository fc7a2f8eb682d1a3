internal import Digests

/// What a patch says of the files that it leads from and to.
package struct PatchHeader: Sendable, Hashable {
  /// A file, as a patch knows it.
  package struct File: Sendable, Hashable {
    /// The size in bytes.
    package var size: Int
    /// The SHA-256 in lower-case hexadecimal digits.
    package var sha256: String
    /// The size of its pages, if they were taken apart; 0 if the file was taken as it is.
    var pageSize: Int
  }

  package var old: File
  package var new: File

  var bytes: [UInt8] {
    var bytes = PatchFormat.magic + [PatchFormat.version]
    bytes += [old.size, new.size].flatMap { $0.littleEndianBytes(8) }
    bytes += Self.bytes(ofHexadecimal: old.sha256) + Self.bytes(ofHexadecimal: new.sha256)
    // The exponent of two.
    return bytes + [old.pageSize, new.pageSize].map { $0 == 0 ? 0 : UInt8($0.trailingZeroBitCount) }
  }

  init(old: File, new: File) {
    self.old = old
    self.new = new
  }

  /// Reads a header.
  ///
  /// - Throws: `PatchError`.
  init(_ bytes: [UInt8], path: String) throws(PatchError) {
    guard bytes.starts(with: PatchFormat.magic), bytes.count > PatchFormat.magic.count else {
      throw PatchError(.noPatch, file: path)
    }
    let version = bytes[PatchFormat.magic.count]
    guard version == PatchFormat.version else { throw PatchError(.unknownVersion(version), file: path) }
    guard bytes.count == PatchFormat.headerSize else { throw PatchError(.damaged("it is cut off"), file: path) }
    func number(_ range: Range<Int>) -> Int { bytes[range].reversed().reduce(0) { $0 << 8 | Int($1) } }
    func pageSize(_ offset: Int) -> Int { bytes[offset] == 0 ? 0 : bytes[offset] < 32 ? 1 << Int(bytes[offset]) : -1 }
    func digest(_ range: Range<Int>) -> String { SHA2Digest.hexadecimal(bytes[range]) }
    old = File(size: number(8..<16), sha256: digest(24..<56), pageSize: pageSize(88))
    new = File(size: number(16..<24), sha256: digest(56..<88), pageSize: pageSize(89))
    for file in [old, new] {
      guard file.size >= 0, file.pageSize == 0 || PageOrder.isPageSize(file.pageSize) else {
        throw PatchError(.damaged("its header has impossible sizes"), file: path)
      }
    }
  }

  private static func bytes(ofHexadecimal text: String) -> [UInt8] {
    let digits = text.utf8.map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

extension Int {
  /// The number's lowest bytes, the lowest first.
  func littleEndianBytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) } }
}

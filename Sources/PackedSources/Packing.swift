/// The ways in which data are packed, told by their first bytes.
///
/// ```swift
/// let source = try PackedSource(path, member: "breeds.csv")
/// let isZipped = source.packings.contains(Packing.zip)
/// let reader = try DelimitedReader(.stream { try source.read(into: $0) })
/// ```
public enum Packing: String, Sendable, CaseIterable {
  case gzip, zstd, bzip2, xz, zip, tar

  /// How many bytes are looked at: more than it takes to tell the packing, because they also show what the contents are.
  static let peekedBytes = 4_096

  /// The packing whose data begin with `bytes`; `nil` for what is not packed.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x1F, 0x8B, 0x08]) {
      self = .gzip
    } else if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) || Self.isSkippableFrame(bytes) {
      self = .zstd
    } else if bytes.count > 9, bytes.starts(with: [0x42, 0x5A, 0x68]), (0x31...0x39).contains(bytes[3]),
      bytes[4..<10] == [0x31, 0x41, 0x59, 0x26, 0x53, 0x59] || bytes[4..<10] == [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]
    {
      self = .bzip2
    } else if bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]) {
      self = .xz
    } else if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
      self = .zip
    } else if TarHeader.isTar(bytes) {
      self = .tar
    } else {
      return nil
    }
  }

  /// Whether `bytes` begin with a frame that holds no contents, with which parallel programs let zstd data begin.
  private static func isSkippableFrame(_ bytes: [UInt8]) -> Bool {
    bytes.count > 3 && (0x50...0x5F).contains(bytes[0]) && bytes[1...3] == [0x2A, 0x4D, 0x18]
  }
}

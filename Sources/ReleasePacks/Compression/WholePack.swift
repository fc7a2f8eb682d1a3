internal import Digests
internal import PackedSources
internal import SystemErrors

/// A whole file, compressed.
package enum WholePack {
  /// Compresses a file; the pack takes the place of another one when all of it is written.
  ///
  /// - Returns: The contents that were read.
  /// - Throws: `PackedSourceError` if the system lacks the library, `FileWriteError`, `PatchError`; the reason if the file cannot be read.
  /// - Complexity: O(*n*) in the file, in constant memory: at most some 100 MB, which the compression takes.
  package static func write(_ path: String, as format: PackFormat, to pack: String) throws -> PackContents {
    let contents = try FileContents(path: path)
    var hasher = SHA2Hasher()
    try FileWriter.replace(pack) { writer in
      var compressor = try format.compressor(for: path)
      try contents.readAll(inPiecesOf: 1 << 20) { piece in
        hasher.update(piece)
        try compressor.add(piece) { try writer.write($0) }
      }
      try compressor.finish { try writer.write($0) }
      try contents.requireUnchanged()
    }
    return PackContents(bytes: contents.size, sha256: hasher.finalize().hexadecimal)
  }

  /// Unpacks a file: if it is not known what comes out, within the limits of packed sources.
  ///
  /// - Parameter expected: What has to come out; `nil` if that is not known. Until this returns, what was given is not known to be right.
  /// - Returns: What came out.
  /// - Throws: `PackedSourceError`, `PatchError`; what `output` throws.
  package static func read(
    _ pack: String,
    expecting expected: PackContents?,
    _ output: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> PackContents {
    var limits = PackedLimits()
    // What is known to come is no bomb, however well it was packed.
    if expected != nil { (limits.ratio, limits.ratioOfLarge) = (.max, .max) }
    let source = try PackedSource(pack, limits: limits)
    guard source.packings.count == 1, let packing = source.packings.first,
      PackFormat(rawValue: packing.rawValue) != nil
    else { throw PatchError(.noPack, file: pack) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var hasher = SHA2Hasher()
    var count = 0
    while case let added = try source.read(into: buffer), added > 0 {
      count += added
      if let expected, count > expected.bytes {
        throw PatchError(.damaged("more comes out than \(expected.bytes) bytes"), file: pack)
      }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<added])
      hasher.update(piece)
      try output(piece)
    }
    if source.takeIgnored() != nil { throw PatchError(.damaged("something follows its data"), file: pack) }
    let found = PackContents(bytes: count, sha256: hasher.finalize().hexadecimal)
    if let expected, found != expected {
      throw PatchError(.wrongResult(wanted: expected.sha256, found: found.sha256), file: pack)
    }
    return found
  }
}

/// How many bytes, and which.
package struct PackContents: Sendable, Hashable {
  /// The size in bytes.
  package var bytes: Int
  /// The SHA-256 in lower-case hexadecimal digits.
  package var sha256: String

  package init(bytes: Int, sha256: String) {
    self.bytes = bytes
    self.sha256 = sha256
  }

  /// Those of a file.
  ///
  /// - Throws: The reason if it cannot be read.
  /// - Complexity: O(*n*) in the file, in constant memory.
  package init(ofFileAt path: String) throws {
    let contents = try FileContents(path: path)
    var hasher = SHA2Hasher()
    try contents.readAll(inPiecesOf: 1 << 20) { hasher.update($0) }
    self.init(bytes: contents.size, sha256: hasher.finalize().hexadecimal)
  }

  /// Those of bytes in memory.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package init(of bytes: [UInt8]) { self.init(bytes: bytes.count, sha256: SHA2Digest(of: bytes).hexadecimal) }
}

internal import Digests

/// Makes patches.
package enum PatchMaker {
  /// Makes a patch that leads from one file to another, and proves it by applying it. The same files give the same bytes.
  ///
  /// - Throws: `PatchError`, also if the new file is so much larger than the old one and the patch that nobody would apply it; the reason if a file cannot be read.
  /// - Complexity: O(*n*) in both files, as a rule. The old file, some 100 MB for the places of its bytes, and the patch are in memory.
  package static func patch(fromFileAt old: String, toFileAt new: String) throws -> [UInt8] {
    try patch(from: FileContents(path: old), to: FileContents(path: new))
  }

  /// Makes a patch for files in memory.
  ///
  /// - Throws: `PatchError`.
  package static func patch(from old: [UInt8], to new: [UInt8]) throws -> [UInt8] {
    try patch(from: FileContents(old, called: "old file"), to: FileContents(new, called: "new file"))
  }

  private static func patch(from old: FileContents, to new: FileContents) throws -> [UInt8] {
    let (oldPageSize, newPageSize) = (try pageSize(of: old), try pageSize(of: new))
    let oldMemory = GrowingBytes(capacity: old.size + old.size / 16)
    let oldDigest = try PageSequence(old, pageSize: oldPageSize).read { oldMemory.append($0) }
    let newDigest = try PageSequence(new, pageSize: 0).read { _ in }
    let header = PatchHeader(
      old: PatchHeader.File(size: old.size, sha256: oldDigest, pageSize: oldPageSize),
      new: PatchHeader.File(size: new.size, sha256: newDigest, pageSize: newPageSize)
    )
    var patch = header.bytes
    let found = try body(from: oldMemory, to: PageSequence(new, pageSize: newPageSize), called: new.path) {
      patch.append(contentsOf: $0)
    }
    patch += SHA2Digest(of: patch).bytes.prefix(PatchFormat.trailerSize)
    for file in [old, new] { try file.requireUnchanged() }
    guard found == newDigest else { throw PatchError(.changed, file: new.path) }
    let result = try Patch(patch, called: new.path).run(over: OldMemory(bytes: oldMemory)) { _ in }
    guard result == newDigest else { throw PatchError(.wrongResult(wanted: newDigest, found: result), file: new.path) }
    let limit = PatchFormat.longestResult(oldSize: old.size, patchSize: patch.count)
    guard new.size <= limit else { throw PatchError(.tooLarge(size: new.size, limit: limit), file: new.path) }
    return patch
  }

  private static func pageSize(of contents: FileContents) throws -> Int {
    let pageSize = try PageOrder.pageSize(ofFileBeginningWith: contents.bytes(in: 0..<min(contents.size, 18)))
    return pageSize <= contents.size ? pageSize : 0
  }

  /// Compresses the instructions; returns the SHA-256 of the new file, as it was read.
  private static func body(
    from old: GrowingBytes,
    to new: PageSequence,
    called path: String,
    _ output: @escaping (UnsafeRawBufferPointer) -> Void
  ) throws -> String {
    let compressor = try XZCompressor(file: path)
    var matcher = SequenceMatcher(
      old.bytes,
      count: old.count,
      index: BlockIndex(old.bytes, count: old.count),
      writer: InstructionWriter { bytes in try bytes.withUnsafeBytes { try compressor.add($0, output) } }
    )
    // Pieces are gathered, because no match goes on from one slab to the next as such.
    let slab = GrowingBytes(capacity: slabSize + new.longestPiece)
    func matchSlab() throws {
      try matcher.add(slab.bytes, count: slab.count)
      slab.removeAll()
    }
    let digest = try new.read { piece in
      slab.append(piece)
      if slab.count >= slabSize { try matchSlab() }
    }
    try matchSlab()
    try matcher.finish()
    try compressor.finish(output)
    return digest
  }

  private static let slabSize = 8 << 20
}

internal import Digests
internal import PackedSources
internal import TextInput

/// A patch: what makes a new file of an old one. Its bytes are read as they are needed.
package struct Patch {
  private let contents: FileContents
  /// The files that it leads from and to.
  package let header: PatchHeader

  /// Opens a patch and reads all of it once, to know that it is whole.
  ///
  /// - Throws: `PatchError` if it is none or damaged; the reason if it cannot be read.
  package init(path: String) throws { try self.init(FileContents(path: path)) }

  /// A patch in memory.
  ///
  /// - Throws: `PatchError` if it is none or damaged.
  package init(_ bytes: [UInt8], called path: String = "patch") throws {
    try self.init(FileContents(bytes, called: path))
  }

  /// Whether the file begins as a patch does.
  package static func isPatch(_ path: String) throws -> Bool {
    let contents = try FileContents(path: path)
    return try contents.bytes(in: 0..<min(contents.size, PatchFormat.magic.count)) == PatchFormat.magic
  }

  private init(_ contents: FileContents) throws {
    self.contents = contents
    let size = contents.size
    header = try PatchHeader(contents.bytes(in: 0..<min(size, PatchFormat.headerSize)), path: contents.path)
    guard size >= PatchFormat.headerSize + PatchFormat.trailerSize else {
      throw PatchError(.damaged("it is cut off"), file: contents.path)
    }
    var hasher = SHA2Hasher()
    var rest = size - PatchFormat.trailerSize
    try contents.readAll(inPiecesOf: 1 << 20) { piece in
      let part = min(rest, piece.count)
      hasher.update(UnsafeRawBufferPointer(rebasing: piece[..<part]))
      rest -= part
    }
    let digest = hasher.finalize().bytes.prefix(PatchFormat.trailerSize)
    guard try contents.bytes(in: size - PatchFormat.trailerSize..<size).elementsEqual(digest) else {
      throw PatchError(.damaged("its bytes do not have the digest at its end"), file: contents.path)
    }
  }

  /// Makes the new file, which is proved to be the right one when this returns: until then what was given is of no use.
  ///
  /// - Parameters:
  ///   - path: The old file. It is read twice, page by page; it may be the file that `output` will replace.
  ///   - output: Takes the new file in pieces.
  /// - Throws: `PatchError`; the reason if a file cannot be read; what `output` throws.
  /// - Complexity: O(*n*) in both files; memory for one segment of the patch, its decompression (9 MB) and 8 bytes a page.
  package func apply(toFileAt path: String, _ output: (UnsafeRawBufferPointer) throws -> Void) throws {
    try apply(to: FileContents(path: path), output)
  }

  /// Makes the new file of an old one in memory.
  ///
  /// - Throws: As `apply(toFileAt:_:)`.
  package func apply(to bytes: [UInt8]) throws -> [UInt8] {
    var result: [UInt8] = []
    try apply(to: FileContents(bytes, called: "old file")) { result.append(contentsOf: $0) }
    return result
  }

  private func apply(to file: FileContents, _ output: (UnsafeRawBufferPointer) throws -> Void) throws {
    let limit = PatchFormat.longestResult(oldSize: header.old.size, patchSize: contents.size)
    guard header.new.size <= limit else {
      throw PatchError(.tooLarge(size: header.new.size, limit: limit), file: contents.path)
    }
    let old = try OldSequence(file, pageSize: header.old.pageSize)
    guard old.sha256 == header.old.sha256 else {
      try file.requireUnchanged()
      throw PatchError(
        .otherFile(path: file.path, wanted: header.old.sha256, found: old.sha256),
        file: contents.path
      )
    }
    // The limit above rests on this size, which nothing but the file itself proves.
    guard file.size == header.old.size else {
      throw PatchError(
        .damaged("its header says \(header.old.size) bytes of the old file, which has \(file.size)"),
        file: contents.path
      )
    }
    do {
      let found = try run(over: old, output)
      guard found == header.new.sha256 else {
        throw PatchError(.wrongResult(wanted: header.new.sha256, found: found), file: contents.path)
      }
    } catch let error as PatchError {
      // An old file that was changed meanwhile explains everything else.
      try file.requireUnchanged()
      throw error
    }
  }

  /// Carries the instructions out; returns the SHA-256 of what was given to `output`.
  func run<Old: OldBytes>(over old: Old, _ output: (UnsafeRawBufferPointer) throws -> Void) throws -> String {
    let packed = PackedPart(contents, PatchFormat.headerSize..<contents.size - PatchFormat.trailerSize)
    let stream = try UnpackedStream(.xz, file: contents.path) { buffer throws(PackedSourceError) in
      try packed.read(into: buffer)
    }
    let segments = SegmentReader(path: contents.path) { [path = contents.path] buffer in
      do {
        return try stream.read(into: buffer)
      } catch let error as PackedSourceError {
        guard case .damaged(let how) = error.kind else { throw error }
        throw PatchError(.damaged(how), file: path)
      }
    }
    let runner = InstructionRunner(segments, old: old, path: contents.path)
    var run = PatchRun(runner, making: header.new, path: contents.path)
    return try run.run(output)
  }
}

/// A part of a file, from its beginning to its end.
private final class PackedPart {
  private let contents: FileContents
  private var range: Range<Int>

  init(_ contents: FileContents, _ range: Range<Int>) {
    self.contents = contents
    self.range = range
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    let count = min(buffer.count, range.count)
    do {
      try contents.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: range.lowerBound)
    } catch let error as InputError {
      throw PackedSourceError(.unreadable(errorNumber: error.errorNumber), file: contents.path)
    } catch {
      throw PackedSourceError(.damaged("they were changed while they were read"), file: contents.path)
    }
    range = range.lowerBound + count..<range.upperBound
    return count
  }
}

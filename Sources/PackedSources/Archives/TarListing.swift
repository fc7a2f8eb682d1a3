/// What is in a tar archive, and where: the members of a plain one can be read by themselves afterwards.
package struct TarListing: Sendable {
  /// Something of a name.
  package enum Member: Sendable {
    /// A file, by where its bytes are in the archive.
    case file(Range<Int>)
    case symbolicLink
    /// A hard link to a file that is not there.
    case deadLink
  }

  /// By path, without “./” before it; of several with one path the last, as whoever unpacks the archive has it.
  package private(set) var members: [String: Member] = [:]
  /// Whether the archive is packed, as one of gzip is.
  package let isPacked: Bool

  /// Reads an archive to its end.
  ///
  /// - Parameter keep: Is given the bytes of the archive as they are unpacked, if it is packed.
  /// - Returns: `nil` if the file is no tar archive, be it packed or not.
  /// - Throws: `PackedSourceError` when the archive is damaged or outgrows the limits, or `keep` fails.
  package init?(
    of path: String,
    limits: PackedLimits = PackedLimits(),
    keep: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws(PackedSourceError) {
    var stream = try PeekedStream(FileStream(path), peeking: Packing.peekedBytes)
    var counters: [ByteCounter] = []
    while counters.count < limits.depth, let packing = Packing(stream.firstBytes), packing != .tar, packing != .zip {
      let counter = ByteCounter()
      let contents = try packing.unpacked(CountedStream(stream, counter), file: path)
      counters.append(counter)
      let guarded = GuardedStream(contents, packed: counters, limits: limits, file: path)
      stream = try PeekedStream(guarded, peeking: Packing.peekedBytes)
    }
    guard Packing(stream.firstBytes) == .tar else { return nil }
    isPacked = !counters.isEmpty
    let archive = TarArchive(isPacked ? TeeStream(stream, file: path, keep: keep) : stream, file: path)
    var count = 0
    while let entry = try archive.nextEntry() {
      count += 1
      guard count <= limits.members else {
        throw PackedSourceError(.limit("an archive of more than \(limits.members) files"), file: path)
      }
      let name = Self.plain(entry.name)
      try members.requireNoOtherForm(of: name, file: path)
      switch entry.kind {
      case .file: members[name] = .file(entry.range)
      case .hardLink(let target): members[name] = members[Self.plain(target)] ?? .deadLink
      case .symbolicLink: members[name] = .symbolicLink
      case .other: break
      }
    }
  }

  private static func plain(_ name: String) -> String {
    var name = name[...]
    while name.hasPrefix("./") { name = name.dropFirst(2) }
    return String(name)
  }
}

extension Dictionary where Key == String {
  /// Throws if a key is this name in another normal form of Unicode: as texts they are one, and in an archive they are two.
  func requireNoOtherForm(of name: String, file: String) throws(PackedSourceError) {
    guard let index = index(forKey: name), !keys[index].utf8.elementsEqual(name.utf8) else { return }
    let what = "two members are called “\(name)”, in different normal forms of Unicode; rename one of them"
    throw PackedSourceError(.unsupported(what), file: file)
  }
}

extension Packing {
  /// The contents of data that are packed in one piece.
  func unpacked(
    _ stream: any ByteStream,
    file: String,
    reportJunk: @escaping () -> Void = {}
  ) throws(PackedSourceError) -> any ByteStream {
    switch self {
    case .zstd: LibraryStream(stream, try ZstdDecompressor(file: file), file: file, reportJunk: reportJunk)
    case .bzip2: LibraryStream(stream, try Bzip2Decompressor(file: file), file: file, reportJunk: reportJunk)
    case .xz: LibraryStream(stream, try XZDecompressor(file: file), file: file, reportJunk: reportJunk)
    case .gzip, .zip, .tar: try InflateStream(stream, gzip: true, file: file, reportJunk: reportJunk)
    }
  }
}

/// A stream whose bytes somebody else gets, too.
private final class TeeStream: ByteStream {
  private let base: any ByteStream
  private let file: String
  private let keep: (UnsafeRawBufferPointer) throws -> Void

  init(_ base: any ByteStream, file: String, keep: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    self.base = base
    self.file = file
    self.keep = keep
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    let count = try base.read(into: buffer)
    do {
      try keep(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    } catch {
      throw PackedSourceError(.unsupported("cannot be unpacked: \(error)"), file: file)
    }
    return count
  }
}

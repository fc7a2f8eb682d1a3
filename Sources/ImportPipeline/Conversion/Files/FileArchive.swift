internal import FoundationEssentials
internal import PackedSources
internal import Synchronization
internal import SystemErrors

/// The files of a zip or tar archive, by the names of its members.
final class FileArchive: Sendable {
  /// What is wrong with a member, in words.
  struct Refusal: LocalizedError, CustomStringConvertible {
    let problem: String

    var description: String { problem }
    var errorDescription: String? { problem }
  }

  private let path: String
  private let contents: Contents

  private enum Contents: Sendable {
    case zip(ZipMembers)
    /// The archive as it is unpacked, if it is packed, is a file that goes away with this.
    case tar(TarListing, unpacked: TemporaryItem?)
  }

  /// A zip archive belongs to one thread at a time.
  private final class ZipMembers: Sendable {
    let names: Set<String>
    private let file: Mutex<Holder>

    private struct Holder: @unchecked Sendable { let file: ZipFile }

    init(_ file: ZipFile) {
      names = Set(file.memberNames.filter { !$0.hasSuffix("/") })
      self.file = Mutex(Holder(file: file))
    }

    func contents(of name: String, limit: Int) throws(PackedSourceError) -> [UInt8]? {
      try file.withLock { holder throws(PackedSourceError) -> [UInt8]? in
        guard names.contains(name), let member = try holder.file.member(name) else { return nil }
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while bytes.count <= limit, case let count = try member.read(into: buffer), count > 0 {
          bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
      }
    }
  }

  /// Opens an archive; what it is, is told by its contents.
  ///
  /// - Throws: `PackedSourceError` if it is none, or damaged.
  init(path: String) throws {
    self.path = path
    let item = TemporaryItem()
    var writer: FileWriter?
    let listing = try TarListing(of: path) { bytes in
      if writer == nil { writer = try FileWriter(path: item.path) }
      try writer?.write(bytes)
    }
    if let listing {
      try writer?.finish()
      contents = .tar(listing, unpacked: listing.isPacked ? item : nil)
      return
    }
    contents = .zip(ZipMembers(try ZipFile(path)))
  }

  /// The members' names, those of links too.
  var names: Set<String> {
    switch contents {
    case .zip(let members): members.names
    case .tar(let listing, _): Set(listing.members.keys)
    }
  }

  /// Whether there is a member of a name, also in the case of its letters.
  func has(_ name: String) -> Bool {
    switch contents {
    case .zip(let members): members.names.contains(name)
    case .tar(let listing, _): listing.members[name] != nil
    }
  }

  /// The bytes of a member; of one of more than `limit` bytes only its size, as far as it was read.
  ///
  /// - Returns: `nil` if there is none of that name.
  /// - Throws: `PackedSourceError`, `FileError`, `Refusal`.
  func contents(of name: String, limit: Int) throws -> (bytes: [UInt8], size: Int)? {
    switch contents {
    case .zip(let members): return try members.contents(of: name, limit: limit).map { ($0, $0.count) }
    case .tar(let listing, let unpacked):
      switch listing.members[name] {
      case nil: return nil
      case .symbolicLink: throw Refusal(problem: "it is a link, and those of archives are not followed")
      case .deadLink: throw Refusal(problem: "it is a link to a file that is not in the archive")
      case .file(let range):
        guard range.count <= limit else { return ([], range.count) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        try Files.read(range, of: unpacked?.path ?? path) { bytes.append(contentsOf: $0) }
        return (bytes, bytes.count)
      }
    }
  }
}

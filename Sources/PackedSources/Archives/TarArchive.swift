/// The files of a tar archive, in their order, read as a stream.
final class TarArchive {
  private let base: any ByteStream
  private let file: String
  /// What is left of the current member, its padding included.
  private var remaining = 0
  private var padding = 0
  /// Whether the zeros were met that mark the end; without them, an archive may have been cut between two members.
  private(set) var hasEnd = false
  /// How many bytes of the archive have been read.
  private var position = 0

  init(_ base: any ByteStream, file: String) {
    self.base = base
    self.file = file
  }

  /// Something of a name in an archive.
  struct Entry {
    enum Kind {
      case file
      /// Another name of a file that stands before it.
      case hardLink(to: String)
      case symbolicLink
      /// A folder, a device and the like.
      case other
    }

    var name: String
    var kind: Kind
    /// Where its contents are in the archive.
    var range: Range<Int>
  }

  /// Moves to the next regular file.
  ///
  /// - Returns: Its path; `nil` at the end.
  func next() throws(PackedSourceError) -> String? {
    while let entry = try nextEntry() {
      if case .file = entry.kind { return entry.name }
    }
    return nil
  }

  /// Moves to the next file, link or folder.
  ///
  /// - Returns: `nil` at the end.
  func nextEntry() throws(PackedSourceError) -> Entry? {
    var longName: String?
    var longLink: String?
    var largeSize: Int?
    while true {
      try skipRest()
      let block = try take(TarHeader.blockSize)
      if block.allSatisfy({ $0 == 0 }) {
        hasEnd = !block.isEmpty
        return nil
      }
      guard let header = TarHeader(block) else {
        throw PackedSourceError(.damaged("a tar header is broken"), file: file)
      }
      remaining = largeSize ?? header.size
      largeSize = nil
      padding = (TarHeader.blockSize - remaining % TarHeader.blockSize) % TarHeader.blockSize
      let name = longName ?? header.name
      func entry(_ kind: Entry.Kind) -> Entry { Entry(name: name, kind: kind, range: position..<position + remaining) }
      switch header.type {
      case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): return entry(name.hasSuffix("/") ? .other : .file)
      case UInt8(ascii: "1"): return entry(.hardLink(to: longLink ?? header.link))
      case UInt8(ascii: "2"): return entry(.symbolicLink)
      case UInt8(ascii: "L"): longName = TarHeader.text(try contents()[...])
      case UInt8(ascii: "K"): longLink = TarHeader.text(try contents()[...])
      case UInt8(ascii: "x"):
        let attributes = Self.attributes(try contents())
        longName = attributes["path"] ?? longName
        longLink = attributes["linkpath"] ?? longLink
        largeSize = attributes["size"].flatMap { Int($0) }.flatMap { (0..<Self.largestMember).contains($0) ? $0 : nil }
      // A header for all members behind it, which has no name of one.
      case UInt8(ascii: "g"): break
      default: return entry(.other)
      }
    }
  }

  private func take(_ count: Int) throws(PackedSourceError) -> [UInt8] {
    let bytes = try base.read(upTo: count)
    position += bytes.count
    return bytes
  }

  /// Extended headers hold names; larger ones hold something else.
  private static let largestHeader = 1 << 20
  private static let largestMember = 1 << 56

  private func contents() throws(PackedSourceError) -> [UInt8] {
    guard remaining <= Self.largestHeader else {
      throw PackedSourceError(.limit("an extended tar header of \(remaining) bytes"), file: file)
    }
    let bytes = try take(remaining)
    remaining -= bytes.count
    return bytes
  }

  /// The attributes of an extended header: lines of a length, a name and a value, which may have line breaks in it.
  private static func attributes(_ bytes: [UInt8]) -> [String: String] {
    var found: [String: String] = [:]
    var rest = bytes[...]
    while let space = rest.firstIndex(of: 0x20), let length = Int(String(decoding: rest[..<space], as: UTF8.self)),
      length > space - rest.startIndex + 1, length <= rest.count, rest[rest.startIndex + length - 1] == 0x0A
    {
      // The length counts itself and the line's end.
      let line = rest[(space + 1)..<(rest.startIndex + length - 1)]
      rest = rest[(rest.startIndex + length)...]
      guard let equals = line.firstIndex(of: 0x3D) else { continue }
      found[String(decoding: line[..<equals], as: UTF8.self)] = String(decoding: line[(equals + 1)...], as: UTF8.self)
    }
    return found
  }

  private func skipRest() throws(PackedSourceError) {
    var left = remaining + padding
    while left > 0 {
      let skipped = try take(min(left, 64 << 10)).count
      if skipped == 0 { throw endsTooEarly }
      left -= skipped
    }
    (remaining, padding) = (0, 0)
  }

  private var endsTooEarly: PackedSourceError { PackedSourceError(.damaged("a tar member ends too early"), file: file) }

  /// Reads on in the current member.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    if remaining == 0 {
      // What is cut off in the padding has lost what stood behind it.
      try skipRest()
      return 0
    }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, remaining)])
    let count = try base.read(into: room)
    if count == 0 { throw endsTooEarly }
    remaining -= count
    position += count
    return count
  }
}

/// The member of a tar archive that was moved to last.
final class TarMemberStream: ByteStream {
  private let archive: TarArchive

  init(_ archive: TarArchive) { self.archive = archive }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    try archive.read(into: buffer)
  }
}

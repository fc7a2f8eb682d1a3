/// The files of a tar archive, in their order, read as a stream.
final class TarArchive {
  private let base: any ByteStream
  private let file: String
  /// What is left of the current member, its padding included.
  private var remaining = 0
  private var padding = 0
  /// Whether the zeros were met that mark the end; without them, an archive may have been cut between two members.
  private(set) var hasEnd = false

  init(_ base: any ByteStream, file: String) {
    self.base = base
    self.file = file
  }

  /// Moves to the next regular file.
  ///
  /// - Returns: Its path; `nil` at the end.
  func next() throws(PackedSourceError) -> String? {
    var longName: String?
    var largeSize: Int?
    while true {
      try skipRest()
      let block = try base.read(upTo: TarHeader.blockSize)
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
      switch header.type {
      case 0, UInt8(ascii: "0"), UInt8(ascii: "7"):
        let name = longName ?? header.name
        if !name.hasSuffix("/") { return name }
      case UInt8(ascii: "L"):
        longName = TarHeader.text(try contents()[...])
        continue
      case UInt8(ascii: "x"):
        let attributes = Self.attributes(try contents())
        longName = attributes["path"] ?? longName
        largeSize = attributes["size"].flatMap { Int($0) }.flatMap { (0..<Self.largestMember).contains($0) ? $0 : nil }
        continue
      default: break
      }
      longName = nil
    }
  }

  /// Extended headers hold names; larger ones hold something else.
  private static let largestHeader = 1 << 20
  private static let largestMember = 1 << 56

  private func contents() throws(PackedSourceError) -> [UInt8] {
    guard remaining <= Self.largestHeader else {
      throw PackedSourceError(.limit("an extended tar header of \(remaining) bytes"), file: file)
    }
    let bytes = try base.read(upTo: remaining)
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
      let skipped = try base.read(upTo: min(left, 64 << 10)).count
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

/// The files of a tar archive, in their order, read as a stream.
final class TarArchive {
  private let base: any ByteStream
  private let file: String
  /// What is left of the current member, its padding included.
  private var remaining = 0
  private var padding = 0

  init(_ base: any ByteStream, file: String) {
    self.base = base
    self.file = file
  }

  /// Moves to the next regular file.
  ///
  /// - Returns: Its path; `nil` at the end.
  func next() throws(PackedSourceError) -> String? {
    var longName: String?
    while true {
      try skipRest()
      let block = try base.read(upTo: TarHeader.blockSize)
      if block.isEmpty || block.allSatisfy({ $0 == 0 }) { return nil }
      guard let header = TarHeader(block) else {
        throw PackedSourceError(.damaged("a tar header is broken"), file: file)
      }
      remaining = header.size
      padding = (TarHeader.blockSize - header.size % TarHeader.blockSize) % TarHeader.blockSize
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
        continue
      default: break
      }
      longName = nil
    }
  }

  /// Extended headers hold names; larger ones hold something else.
  private static let largestHeader = 1 << 20

  private func contents() throws(PackedSourceError) -> [UInt8] {
    guard remaining <= Self.largestHeader else {
      throw PackedSourceError(.limit("an extended tar header of \(remaining) bytes"), file: file)
    }
    let bytes = try base.read(upTo: remaining)
    remaining -= bytes.count
    return bytes
  }

  /// The attributes of an extended header: lines of a length, a name and a value.
  private static func attributes(_ bytes: [UInt8]) -> [String: String] {
    var found: [String: String] = [:]
    for line in bytes.split(separator: 0x0A) {
      guard let space = line.firstIndex(of: 0x20), let equals = line[space...].firstIndex(of: 0x3D) else { continue }
      found[String(decoding: line[(space + 1)..<equals], as: UTF8.self)] = String(
        decoding: line[(equals + 1)...],
        as: UTF8.self
      )
    }
    return found
  }

  private func skipRest() throws(PackedSourceError) {
    var left = remaining + padding
    while left > 0 {
      let skipped = try base.read(upTo: min(left, 64 << 10)).count
      if skipped == 0 { break }
      left -= skipped
    }
    (remaining, padding) = (0, 0)
  }

  /// Reads on in the current member.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    guard remaining > 0, !buffer.isEmpty else { return 0 }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, remaining)])
    let count = try base.read(into: room)
    if count == 0 { throw PackedSourceError(.damaged("a tar member ends too early"), file: file) }
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

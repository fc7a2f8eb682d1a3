/// The directory of a zip archive: <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>.
struct ZipArchive {
  /// One file of the archive.
  struct Entry {
    var name: String
    var method: Int
    var isEncrypted: Bool
    var checksum: UInt32
    var packedSize: Int
    var size: Int
    var headerOffset: Int
  }

  let source: SeekableBytes
  let file: String
  private(set) var entries: [Entry] = []

  private static let endSignature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
  private static let endSize = 22
  /// How a compound file begins, in which older Office documents are and new ones that are encrypted.
  private static let compoundFile: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
  /// A directory that is larger holds more files than anyone reads one of.
  private static let largestDirectory = 256 << 20

  /// Reads the directory.
  init(_ source: SeekableBytes, file: String) throws(PackedSourceError) {
    self.source = source
    self.file = file
    let (offset, size) = try directory()
    guard size <= Self.largestDirectory else {
      throw PackedSourceError(.limit("a zip directory of \(size) bytes"), file: file)
    }
    let bytes = try source.bytes(in: offset..<offset + size)
    var position = 0
    while position + 46 <= bytes.count, bytes[position..<position + 4].elementsEqual([0x50, 0x4B, 0x01, 0x02]) {
      position = try addEntry(bytes, at: position)
    }
    if position == 0 && size > 0 { throw damaged("the directory is broken") }
  }

  private func damaged(_ what: String) -> PackedSourceError { PackedSourceError(.damaged(what), file: file) }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    guard offset >= 0, offset + count <= bytes.count else { return 0 }
    var value: UInt64 = 0
    for index in (0..<count).reversed() { value = value << 8 | UInt64(bytes[offset + index]) }
    return Int(truncatingIfNeeded: value & 0x7FFF_FFFF_FFFF_FFFF)
  }

  /// Where the directory is, from the record at the archive's end.
  private func directory() throws(PackedSourceError) -> (offset: Int, size: Int) {
    let tailStart = max(0, source.count - Self.endSize - 0xFFFF)
    let tail = try source.bytes(in: tailStart..<source.count)
    guard
      let end = stride(from: tail.count - Self.endSize, through: 0, by: -1).first(where: {
        tail[$0..<$0 + 4].elementsEqual(Self.endSignature)
          && $0 + Self.endSize + Self.number(tail, $0 + 20, 2) <= tail.count
      })
    else { throw try noDirectory() }
    var offset = Self.number(tail, end + 16, 4)
    var size = Self.number(tail, end + 12, 4)
    if offset == 0xFFFF_FFFF || size == 0xFFFF_FFFF {
      let locator = try source.bytes(in: max(0, tailStart + end - 20)..<tailStart + end)
      guard locator.count == 20, locator[0..<4].elementsEqual([0x50, 0x4B, 0x06, 0x07]) else {
        throw damaged("the zip archive has no directory")
      }
      let record = Self.number(locator, 8, 8)
      guard record < source.count else { throw damaged("the directory is outside of the file") }
      let large = try source.bytes(in: record..<min(source.count, record + 56))
      size = Self.number(large, 40, 8)
      offset = Self.number(large, 48, 8)
    }
    guard offset <= source.count, size <= source.count - offset else {
      throw damaged("the directory is outside of the file")
    }
    return (offset, size)
  }

  /// What a file is that should be an archive and has no directory.
  private func noDirectory() throws(PackedSourceError) -> PackedSourceError {
    let start = try source.bytes(in: 0..<min(source.count, Self.compoundFile.count))
    guard start == Self.compoundFile else { return damaged("the zip archive has no directory") }
    return PackedSourceError(
      .unsupported("an Office document of the old form, or one with a password; save it in the new form without one"),
      file: file
    )
  }

  private mutating func addEntry(_ bytes: [UInt8], at start: Int) throws(PackedSourceError) -> Int {
    let nameCount = Self.number(bytes, start + 28, 2)
    let extraCount = Self.number(bytes, start + 30, 2)
    let commentCount = Self.number(bytes, start + 32, 2)
    let next = start + 46 + nameCount + extraCount + commentCount
    guard next <= bytes.count else { throw damaged("the directory is cut off") }
    var entry = Entry(
      name: String(decoding: bytes[start + 46..<start + 46 + nameCount], as: UTF8.self),
      method: Self.number(bytes, start + 10, 2),
      isEncrypted: bytes[start + 8] & 1 != 0,
      checksum: UInt32(Self.number(bytes, start + 16, 4)),
      packedSize: Self.number(bytes, start + 20, 4),
      size: Self.number(bytes, start + 24, 4),
      headerOffset: Self.number(bytes, start + 42, 4)
    )
    // Numbers that are too large for their fields stand in an extra field, in this order.
    var extra = start + 46 + nameCount
    let extraEnd = extra + extraCount
    while extra + 4 <= extraEnd {
      let count = Self.number(bytes, extra + 2, 2)
      if Self.number(bytes, extra, 2) == 1 {
        var position = extra + 4
        func take(_ value: inout Int) {
          guard value == 0xFFFF_FFFF, position + 8 <= extraEnd else { return }
          value = Self.number(bytes, position, 8)
          position += 8
        }
        take(&entry.size)
        take(&entry.packedSize)
        take(&entry.headerOffset)
      }
      extra += 4 + count
    }
    if !entry.name.hasSuffix("/") { entries.append(entry) }
    return next
  }

  /// The contents of a member.
  func contents(of entry: Entry, counter: ByteCounter) throws(PackedSourceError) -> any ByteStream {
    if entry.isEncrypted { throw PackedSourceError(.unsupported("\(entry.name) is encrypted"), file: file) }
    guard entry.headerOffset < source.count else { throw damaged("a member is outside of the file") }
    let header = try source.bytes(in: entry.headerOffset..<min(source.count, entry.headerOffset + 30))
    guard header.count == 30, header[0..<4].elementsEqual([0x50, 0x4B, 0x03, 0x04]) else {
      throw damaged("the header of \(entry.name) is broken")
    }
    let start = entry.headerOffset + 30 + Self.number(header, 26, 2) + Self.number(header, 28, 2)
    guard start <= source.count, entry.packedSize <= source.count - start else {
      throw damaged("\(entry.name) is cut off")
    }
    let packed = CountedStream(SliceStream(source, start..<start + entry.packedSize), counter)
    let contents: any ByteStream
    switch entry.method {
    case 0: contents = packed
    case 8: contents = try InflateStream(packed, gzip: false, file: file)
    case 12: contents = LibraryStream(packed, try Bzip2Decompressor(file: file), file: file)
    case 93: contents = LibraryStream(packed, try ZstdDecompressor(file: file), file: file)
    case 95: contents = LibraryStream(packed, try XZDecompressor(file: file), file: file)
    default:
      throw PackedSourceError(
        .unsupported("\(entry.name) is packed by method \(entry.method), which is not read"),
        file: file
      )
    }
    return ChecksumStream(contents, expected: entry.checksum, size: entry.size, name: entry.name, file: file)
  }
}

// Copy this file into an app that loads new editions of a reference file made by Studbook. It needs Apple's frameworks and nothing else, and none of them
// before iOS 13.4, macOS 10.15.4, tvOS 13.4 and watchOS 6.2.
//
// On a server lie what `studbook pack` has made: the index NAME.packs.json, the whole file as .xz, and patches for earlier editions. An app
//
//   1. loads the index, and knows from it which edition is the newest (`ReferenceUpdate.Index.file`);
//   2. asks for the smallest way to it from the file that it has (`pack(from:)`), and loads that;
//   3. makes the new file of it (`unpack(_:_:from:to:)`), which is verified before it gets its name;
//   4. puts it in the place of the old one, once no container has that open (`ReferenceStore.replace(_:with:)`).
//
// docs/patch-format.md describes the bytes. The digests show that a file is the one that the index names. They do not show whose the index is: load
// it over TLS, or compare `file.sha256` with a manifest whose signature was checked.

import Compression
import CryptoKit
import Foundation

/// Ways from the edition that an app has to the newest one.
enum ReferenceUpdate {
  /// NAME.packs.json.
  struct Index: Decodable {
    struct File: Decodable {
      let path: String
      let bytes: Int
      let sha256: String
    }

    struct Pack: Decodable {
      let path: String
      let format: String
      let bytes: Int
      let sha256: String
      /// The file that a patch is for.
      let from: File?
    }

    let schemaVersion: Int
    /// The newest edition, which every pack makes.
    let file: File
    let packs: [Pack]

    /// The smallest pack that an app can use; `nil` if there is none.
    ///
    /// - Parameter installed: The SHA-256 of the file that the app has (`ReferenceUpdate.sha256(of:)`); `nil` if it has none.
    func pack(from installed: String?) -> Pack? {
      let usable = packs.filter { pack in
        pack.format == "xz" || pack.format == "patch" && pack.from != nil && pack.from?.sha256 == installed
      }
      return usable.min { $0.bytes < $1.bytes }
    }
  }

  enum Failure: Error, Equatable {
    /// The index has another version of its format.
    case unknownIndex
    /// What was loaded is not what the index names.
    case damagedDownload
    /// The patch is for another file than the one that the app has.
    case otherFile
    /// The bytes are no patch, or one of a version that is not known.
    case noPatch
    /// The patch was changed, or would do what none does.
    case damagedPatch
    /// More would come out than the index, or any sound patch, says.
    case tooLarge
    /// What came out is not the file that it should be.
    case wrongResult
  }

  /// Reads the index.
  static func index(_ data: Data) throws -> Index {
    let index = try JSONDecoder().decode(Index.self, from: data)
    guard index.schemaVersion == 1 else { throw Failure.unknownIndex }
    return index
  }

  /// The SHA-256 of a file in hexadecimal digits.
  static func sha256(of file: URL) throws -> String {
    var hasher = SHA256()
    try read(file) { hasher.update(data: $0) }
    return hexadecimal(hasher.finalize())
  }

  /// Makes the newest edition of a pack that was loaded. `target` gets its name when it is complete and verified; until then, and if anything fails, what
  /// was there stays.
  ///
  /// - Parameters:
  ///   - download: The pack.
  ///   - pack: What the index says of it.
  ///   - old: The file that a patch is for. It may be `target`.
  static func unpack(_ download: URL, _ pack: Index.Pack, of index: Index, from old: URL?, to target: URL) throws {
    guard try sha256(of: download) == pack.sha256 else { throw Failure.damagedDownload }
    let partial = target.deletingLastPathComponent().appendingPathComponent(".\(target.lastPathComponent).partial")
    try? FileManager.default.removeItem(at: partial)
    guard FileManager.default.createFile(atPath: partial.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    do {
      let output = try FileHandle(forWritingTo: partial)
      defer { try? output.close() }
      var hasher = SHA256()
      var count = 0
      func write(_ piece: Data) throws {
        count += piece.count
        guard count <= index.file.bytes else { throw Failure.tooLarge }
        hasher.update(data: piece)
        try output.write(contentsOf: piece)
      }
      if pack.format == "patch" {
        guard let old else { throw Failure.otherFile }
        try apply(Data(contentsOf: download, options: .mappedIfSafe), to: old, write)
      } else {
        try unpackXZ(Data(contentsOf: download, options: .mappedIfSafe), write)
      }
      guard count == index.file.bytes, hexadecimal(hasher.finalize()) == index.file.sha256 else {
        throw Failure.wrongResult
      }
      try output.synchronize()
      guard rename(partial.path, target.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      try? FileManager.default.removeItem(at: partial)
      throw error
    }
  }

  /// Makes a new file of an old one. What was given to `write` is of use only if this returns.
  static func apply(_ patch: Data, to old: URL, _ write: (Data) throws -> Void) throws {
    let header = try PatchHeader(patch.prefix(PatchHeader.size).map { $0 })
    guard patch.count >= PatchHeader.size + PatchHeader.trailerSize else { throw Failure.damagedPatch }
    let body = patch[(patch.startIndex + PatchHeader.size)..<(patch.endIndex - PatchHeader.trailerSize)]
    var hasher = SHA256()
    hasher.update(data: patch.dropLast(PatchHeader.trailerSize))
    guard Array(hasher.finalize().prefix(PatchHeader.trailerSize)) == patch.suffix(PatchHeader.trailerSize).map({ $0 })
    else { throw Failure.damagedPatch }
    guard try sha256(of: old) == hexadecimal(header.oldDigest) else { throw Failure.otherFile }
    let oldData = try Data(contentsOf: old, options: .mappedIfSafe)
    // How much may come out depends on it, so that the patch's word is not enough.
    guard oldData.count == header.oldSize else { throw Failure.damagedPatch }
    guard header.newSize <= max(16 << 20, 4 * header.oldSize + 400 * patch.count) else { throw Failure.tooLarge }
    let filter = try xzFilter(body)
    hasher = SHA256()
    try oldData.withUnsafeBytes { bytes in
      var decoder = PatchDecoder(header, old: bytes) { try filter.readData(ofLength: $0) ?? Data() }
      try decoder.run {
        let piece = Data($0)
        hasher.update(data: piece)
        try write(piece)
      }
    }
    guard Array(hasher.finalize()) == header.newDigest else { throw Failure.wrongResult }
  }

  private static func unpackXZ(_ packed: Data, _ write: (Data) throws -> Void) throws {
    let filter = try xzFilter(packed)
    while let piece = try filter.readData(ofLength: 256 << 10), !piece.isEmpty { try write(piece) }
  }

  private static func xzFilter(_ packed: Data) throws -> InputFilter<Data> {
    var rest = packed
    return try InputFilter(.decompress, using: .lzma) { (count: Int) -> Data? in
      let piece = rest.prefix(count)
      rest = rest.dropFirst(count)
      return piece.isEmpty ? nil : Data(piece)
    }
  }

  private static func read(_ file: URL, _ body: (Data) -> Void) throws {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty { body(piece) }
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// What a patch begins with.
struct PatchHeader {
  static let size = 90
  static let trailerSize = 8

  let oldSize: Int
  let newSize: Int
  let oldDigest: [UInt8]
  let newDigest: [UInt8]
  let oldPageSize: Int
  let newPageSize: Int

  init(_ bytes: [UInt8]) throws {
    guard bytes.starts(with: Array("SBPATCH".utf8) + [1]) else { throw ReferenceUpdate.Failure.noPatch }
    guard bytes.count == Self.size else { throw ReferenceUpdate.Failure.damagedPatch }
    func number(_ start: Int) throws -> Int {
      guard let number = Int(exactly: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << (8 * $1) }) else {
        throw ReferenceUpdate.Failure.damagedPatch
      }
      return number
    }
    func pageSize(_ exponent: UInt8) throws -> Int {
      guard exponent == 0 || (9...16).contains(exponent) else { throw ReferenceUpdate.Failure.damagedPatch }
      return exponent == 0 ? 0 : 1 << Int(exponent)
    }
    oldSize = try number(8)
    newSize = try number(16)
    guard oldSize < 1 << 50, newSize < 1 << 50 else { throw ReferenceUpdate.Failure.tooLarge }
    oldDigest = Array(bytes[24..<56])
    newDigest = Array(bytes[56..<88])
    oldPageSize = try pageSize(bytes[88])
    newPageSize = try pageSize(bytes[89])
  }
}

/// Carries out a patch: plain Swift over bytes. Whatever these are, it reads nothing that is not there, and makes no more than the header says.
struct PatchDecoder {
  private let header: PatchHeader
  private let old: UnsafeRawBufferPointer
  private let readMore: (Int) throws -> Data
  /// Where the sequence of each page of the old file begins, and the end.
  private var starts: [Int] = [0]
  private var page: [UInt8] = []
  private var pageNumber = -1
  // The segment: the lists and how far they were used.
  private var lists: [[UInt8]] = Array(repeating: [], count: 6)
  private var used = Array(repeating: 0, count: 6)
  // What is left of the instruction.
  private var unchanged = 0
  private var replaced = 0
  private var inserted = 0
  private var jump = 0
  private var place = 0
  private var isFirst = true

  private static let segmentLimit = 4 << 20

  /// - Parameter readMore: Gives up to so many of the next unpacked bytes; none at the end.
  init(_ header: PatchHeader, old: UnsafeRawBufferPointer, readMore: @escaping (Int) throws -> Data) {
    self.header = header
    self.old = old
    self.readMore = readMore
  }

  /// Makes the new file and gives it in pieces.
  mutating func run(_ output: ([UInt8]) throws -> Void) throws {
    findPages()
    let pageSize = header.newPageSize
    let longest = pageSize == 0 ? 1 << 16 : 7 + pageSize + 3 * (pageSize / 2)
    var pending: [UInt8] = []
    var offset = 0
    var made: [UInt8] = []
    var remaining = header.newSize
    while remaining > 0 {
      if pending.count - offset < longest {
        pending.removeFirst(offset)
        offset = 0
        try fill(&pending, upTo: 8 * longest)
      }
      guard offset < pending.count else { throw ReferenceUpdate.Failure.damagedPatch }
      let size = pageSize == 0 ? min(pending.count - offset, remaining) : min(pageSize, remaining)
      if pageSize == 0 {
        made += pending[offset..<offset + size]
        offset += size
      } else {
        try Self.putTogether(pending, at: &offset, size: size, onto: &made)
      }
      remaining -= size
      if made.count >= 1 << 18 || remaining == 0 {
        try output(made)
        made.removeAll(keepingCapacity: true)
      }
    }
    pending.removeFirst(offset)
    try fill(&pending, upTo: 1)
    guard pending.isEmpty else { throw ReferenceUpdate.Failure.damagedPatch }
  }

  // MARK: Instructions

  /// Adds bytes of the new sequence until there are `count`, or no more.
  private mutating func fill(_ bytes: inout [UInt8], upTo count: Int) throws {
    while bytes.count < count {
      let room = count - bytes.count
      if unchanged > 0 {
        let part = min(room, unchanged)
        try copy(part, to: &bytes)
        unchanged -= part
      } else if replaced > 0 {
        let part = min(room, replaced)
        let start = bytes.count
        try copy(part, to: &bytes)
        for index in 0..<part { bytes[start + index] &+= lists[4][used[4] + index] }
        used[4] += part
        replaced -= part
      } else if inserted > 0 {
        let part = min(room, inserted)
        bytes += lists[5][used[5]..<used[5] + part]
        used[5] += part
        inserted -= part
      } else if try !readInstruction() {
        return
      }
    }
  }

  private mutating func readInstruction() throws -> Bool {
    place += jump
    jump = 0
    guard place >= 0, place <= oldCount else { throw ReferenceUpdate.Failure.damagedPatch }
    if used[0] == lists[0].count {
      guard (0..<6).allSatisfy({ used[$0] == lists[$0].count }) else { throw ReferenceUpdate.Failure.damagedPatch }
      guard try readSegment() else { return false }
    }
    unchanged = try number(0)
    replaced = try number(1)
    inserted = try number(2)
    let coded = try number(3)
    jump = coded >> 1 ^ -(coded & 1)
    guard replaced <= lists[4].count - used[4], inserted <= lists[5].count - used[5], abs(jump) < 1 << 52,
      isFirst || unchanged > 0 || replaced > 0 || inserted > 0
    else { throw ReferenceUpdate.Failure.damagedPatch }
    isFirst = false
    return true
  }

  private mutating func readSegment() throws -> Bool {
    var sizes: [Int] = []
    while sizes.count < 6 {
      var size = 0
      var shift = 0
      repeat {
        guard let byte = try readMore(1).first else {
          if sizes.isEmpty, shift == 0 { return false }
          throw ReferenceUpdate.Failure.damagedPatch
        }
        guard shift < 28 else { throw ReferenceUpdate.Failure.damagedPatch }
        size |= Int(byte & 0x7F) << shift
        shift = byte < 0x80 ? -1 : shift + 7
      } while shift > 0
      sizes.append(size)
    }
    guard sizes.reduce(0, +) <= Self.segmentLimit, sizes[0] > 0 else { throw ReferenceUpdate.Failure.damagedPatch }
    for (index, size) in sizes.enumerated() {
      lists[index].removeAll(keepingCapacity: true)
      used[index] = 0
      while lists[index].count < size {
        let piece = try readMore(size - lists[index].count)
        guard !piece.isEmpty else { throw ReferenceUpdate.Failure.damagedPatch }
        lists[index] += piece
      }
    }
    return true
  }

  /// The next number of a list.
  private mutating func number(_ list: Int) throws -> Int {
    guard let number = Self.number(in: lists[list], at: &used[list]) else { throw ReferenceUpdate.Failure.damagedPatch }
    return number
  }

  private static func number(in bytes: [UInt8], at offset: inout Int) -> Int? {
    var number = 0
    var shift = 0
    while offset < bytes.count, shift < 63 {
      let byte = bytes[offset]
      offset += 1
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  // MARK: The old file

  private var oldCount: Int { header.oldPageSize == 0 ? old.count : starts[starts.count - 1] }

  private mutating func findPages() {
    guard header.oldPageSize > 0 else { return }
    for number in 0..<(old.count + header.oldPageSize - 1) / header.oldPageSize {
      takeApart(number)
      starts.append(starts[number] + page.count)
    }
  }

  private mutating func copy(_ count: Int, to bytes: inout [UInt8]) throws {
    guard count <= oldCount - place else { throw ReferenceUpdate.Failure.damagedPatch }
    if header.oldPageSize == 0 {
      bytes += old[place..<place + count]
      place += count
      return
    }
    var rest = count
    while rest > 0 {
      if pageNumber < 0 || place < starts[pageNumber] || place >= starts[pageNumber + 1] {
        var (low, high) = (0, starts.count - 1)
        while high - low > 1 {
          let middle = (low + high) / 2
          if starts[middle] <= place { low = middle } else { high = middle }
        }
        takeApart(low)
      }
      let start = place - starts[pageNumber]
      let part = min(rest, page.count - start)
      bytes += page[start..<start + part]
      place += part
      rest -= part
    }
  }

  // MARK: Pages

  private static func isInterior(_ kind: UInt8) -> Bool { kind == 2 || kind == 5 }

  private static func isTree(_ kind: UInt8) -> Bool { isInterior(kind) || kind == 10 || kind == 13 }

  /// Makes `page` the sequence of a page of the old file.
  private mutating func takeApart(_ number: Int) {
    let start = number * header.oldPageSize
    let bytes = UnsafeRawBufferPointer(rebasing: old[start..<min(start + header.oldPageSize, old.count)])
    pageNumber = number
    page.removeAll(keepingCapacity: true)
    if number == 0 || bytes.count < header.oldPageSize || !takeApartTree(bytes) {
      page.removeAll(keepingCapacity: true)
      page.append(0)
      page += bytes
    }
  }

  private mutating func takeApartTree(_ bytes: UnsafeRawBufferPointer) -> Bool {
    func number(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
    guard Self.isTree(bytes[0]), number(1) == 0, bytes[7] == 0 else { return false }
    let headerSize = Self.isInterior(bytes[0]) ? 12 : 8
    let pointersEnd = headerSize + 2 * number(3)
    guard pointersEnd <= bytes.count else { return false }
    page += [bytes[0], bytes[3], bytes[4]]
    page += bytes[8..<headerSize]
    var end = bytes.count
    for pointer in stride(from: headerSize, to: pointersEnd, by: 2) {
      let start = number(pointer)
      guard start < end, start >= pointersEnd else { return false }
      var size = end - start
      while size > 0x7F {
        page.append(UInt8(size & 0x7F) | 0x80)
        size >>= 7
      }
      page.append(UInt8(size))
      page += bytes[start..<end]
      end = start
    }
    return number(5) == end & 0xFFFF && bytes[pointersEnd..<end].allSatisfy { $0 == 0 }
  }

  /// Adds a page of the new file to `made`.
  private static func putTogether(
    _ sequence: [UInt8],
    at offset: inout Int,
    size: Int,
    onto made: inout [UInt8]
  ) throws {
    let kind = sequence[offset]
    if kind == 0 {
      guard sequence.count - offset > size else { throw ReferenceUpdate.Failure.damagedPatch }
      made += sequence[offset + 1..<offset + 1 + size]
      offset += 1 + size
      return
    }
    let headerSize = isInterior(kind) ? 12 : 8
    guard isTree(kind), size >= headerSize, sequence.count - offset >= headerSize - 5 else {
      throw ReferenceUpdate.Failure.damagedPatch
    }
    let cells = Int(sequence[offset + 1]) << 8 | Int(sequence[offset + 2])
    let pointersEnd = headerSize + 2 * cells
    guard pointersEnd <= size else { throw ReferenceUpdate.Failure.damagedPatch }
    let base = made.count
    made.append(contentsOf: repeatElement(0, count: size))
    made[base] = kind
    made[base + 3] = sequence[offset + 1]
    made[base + 4] = sequence[offset + 2]
    for index in 8..<headerSize { made[base + index] = sequence[offset + index - 5] }
    offset += headerSize - 5
    func store(_ number: Int, at place: Int) {
      made[base + place] = UInt8(number >> 8 & 0xFF)
      made[base + place + 1] = UInt8(number & 0xFF)
    }
    var start = size
    for cell in 0..<cells {
      guard let length = number(in: sequence, at: &offset), length > 0, length <= start - pointersEnd,
        length <= sequence.count - offset
      else { throw ReferenceUpdate.Failure.damagedPatch }
      start -= length
      for index in 0..<length { made[base + start + index] = sequence[offset + index] }
      offset += length
      store(start, at: headerSize + 2 * cell)
    }
    store(start, at: 5)
  }
}

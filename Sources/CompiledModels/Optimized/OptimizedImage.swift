/// The tables of an optimised model.
///
/// A file begins with 64 bytes of text that tell its generation, followed by big-endian 32-bit words: where the tables stand and how long they are.
///
///     word 0      the model's record
///          1, 2   entity records: offset, count          each after a marker, its size first
///          3, 4   property records: offset, count        likewise without marker
///          5 …    counts of properties by kind: four, or five in the generation of the present
///          then   offset and count each of: key mappings, blobs, UTF-16 texts, texts
///
/// A table of blobs or texts stands at a multiple of 4 and begins with its count. Each entry stands at a multiple of 8: 24 bytes with its length,
/// then its bytes; a text ends with a zero that the length leaves out.
struct OptimizedImage {
  static let magic = Array("momv2$".utf8)
  private static let headerLength = 64
  private static let marker: [UInt8] = [0xda, 0xed, 0xfe, 0xeb]

  private let bytes: [UInt8]
  private let entities: Table
  private let properties: Table
  private let blobTable: Table
  private let stringTable: Table
  /// How far after the properties' offset the first record stands: behind the counts by kind.
  private let recordOffset: Int

  private struct Table {
    var offset: Int
    var count: Int
  }

  init(_ bytes: [UInt8]) throws {
    guard bytes.starts(with: Self.magic) else {
      throw CompiledModelError(.notACompiledModel, "This is no optimised model")
    }
    self.bytes = bytes
    func word(_ index: Int) throws -> Int { try Self.word(at: Self.headerLength + 4 * index, in: bytes) }
    let count = try word(4)
    // The counts by kind add up to all properties; what follows them is an offset, which is larger.
    let kinds = try [5, 4].first { kinds in try (5..<5 + kinds).reduce(0) { try $0 + word($1) } == count }
    guard let kinds else { throw CompiledModelError(.unsupported, "This generation of optimised models is not known") }
    func table(_ index: Int) throws -> Table { Table(offset: try word(index), count: try word(index + 1)) }
    entities = try table(1)
    properties = Table(offset: try word(3), count: count)
    blobTable = try table(7 + kinds)
    stringTable = try table(11 + kinds)
    recordOffset = 4 * kinds
  }

  func strings() throws -> [String] {
    try entries(of: stringTable, lengthAt: 12, terminator: 1).map { bytes in
      guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.damaged("a name is not UTF-8") }
      return text
    }
  }

  func blobs() throws -> [[UInt8]] { try entries(of: blobTable, lengthAt: 16, terminator: 0) }

  func entityRecords() throws -> [[Int]] {
    try records(entities.count, at: entities.offset + 4, words: 7, marker: Self.marker)
  }

  func propertyRecords() throws -> [[Int]] {
    try records(properties.count, at: properties.offset + recordOffset, words: 11, marker: [])
  }

  private func entries(of table: Table, lengthAt lengthOffset: Int, terminator: Int) throws -> [[UInt8]] {
    var offset = (table.offset + 3) & ~3
    guard try word(at: offset) == table.count, table.count <= bytes.count / 24 else {
      throw Self.damaged("a table has another length than its head says")
    }
    offset += 4
    var entries: [[UInt8]] = []
    entries.reserveCapacity(table.count)
    for _ in 0..<table.count {
      offset = (offset + 7) & ~7
      let length = try word(at: offset + lengthOffset)
      let start = offset + 24
      guard start + length <= bytes.count else { throw Self.damaged("an entry ends behind the file") }
      entries.append(Array(bytes[start..<start + length]))
      offset = start + length + terminator
    }
    return entries
  }

  /// Records that begin with their size in bytes, as words.
  private func records(_ count: Int, at start: Int, words: Int, marker: [UInt8]) throws -> [[Int]] {
    guard count <= bytes.count / (4 * words) else { throw Self.damaged("it announces more records than fit") }
    var offset = start
    var records: [[Int]] = []
    for _ in 0..<count {
      guard bytes.count - offset >= marker.count, bytes[offset..<offset + marker.count].elementsEqual(marker) else {
        throw Self.damaged("a record does not begin where it should")
      }
      offset += marker.count
      let size = try word(at: offset)
      guard size >= 4 * words, size.isMultiple(of: 4), offset + size <= bytes.count else {
        throw Self.damaged("a record has an impossible size")
      }
      records.append(try (0..<words).map { try word(at: offset + 4 * $0) })
      offset += size
    }
    return records
  }

  private func word(at offset: Int) throws -> Int { try Self.word(at: offset, in: bytes) }

  private static func word(at offset: Int, in bytes: [UInt8]) throws -> Int {
    guard offset >= 0, offset + 4 <= bytes.count else { throw damaged("it is too short") }
    return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  static func damaged(_ what: String) -> CompiledModelError {
    CompiledModelError(.malformed, "The optimised model is damaged: \(what)")
  }
}

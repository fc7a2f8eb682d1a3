/// What a database's header says beside what follows from its content.
package struct DatabaseSettings: Sendable, Hashable {
  /// How a file shrinks when rows are deleted.
  package enum AutoVacuum: Sendable, Hashable {
    case none, full, incremental
  }

  /// The size of a page: a power of two from 512 to 65536.
  package var pageSize = 4096
  package var autoVacuum = AutoVacuum.incremental
  package var userVersion: Int32 = 0
  package var applicationID: Int32 = 0
  /// How often the schema was changed.
  package var schemaCookie: UInt32 = 1
  /// How often the file was changed; it stands twice in the header, as the counter for which the number of pages is valid too.
  package var changeCounter: UInt32 = 1
  /// The version of SQLite that the header names as the last writer.
  package var libraryVersion: UInt32 = 3_040_001
  /// Where the page for locks lies; only tests say another place than the format's.
  package var lockOffset = 1 << 30

  package init() {}

  var numbers: PageNumbers {
    PageNumbers(pageSize: pageSize, hasPointerMap: autoVacuum != .none, lockOffset: lockOffset)
  }

  /// Whether the format has pages of this size.
  var hasValidPageSize: Bool { pageSize >= 512 && pageSize <= 65_536 && pageSize & (pageSize - 1) == 0 }

  /// The size of the header on page 1.
  static let headerSize = 100

  /// The header: <https://www.sqlite.org/fileformat2.html#the_database_header>.
  func header(pageCount: UInt32, lastRoot: UInt32) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: Self.headerSize)
    header.withUnsafeMutableBytes { bytes in
      bytes.copyBytes(from: "SQLite format 3\0".utf8)
      func put<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, _ offset: Int) {
        bytes.storeBytes(of: value.bigEndian, toByteOffset: offset, as: Value.self)
      }
      put(UInt16(pageSize == 65_536 ? 1 : pageSize), 16)
      // Rollback journal for readers and writers, no reserved bytes, and the three fractions that the format fixes.
      for (index, value) in [UInt8(1), 1, 0, 64, 32, 32].enumerated() { bytes[18 + index] = value }
      put(changeCounter, 24)
      put(pageCount, 28)
      put(schemaCookie, 40)
      put(UInt32(4), 44)
      put(autoVacuum == .none ? 0 : lastRoot, 52)
      put(UInt32(1), 56)
      put(userVersion, 60)
      put(UInt32(autoVacuum == .incremental ? 1 : 0), 64)
      put(applicationID, 68)
      put(changeCounter, 92)
      put(libraryVersion, 96)
    }
    return header
  }
}

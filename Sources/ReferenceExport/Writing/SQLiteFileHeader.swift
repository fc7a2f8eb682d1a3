/// The first hundred bytes of a SQLite file, as far as publishing looks at them: <https://www.sqlite.org/fileformat.html#the_database_header>.
struct SQLiteFileHeader {
  /// The size of a page in bytes.
  let pageSize: Int
  /// The number of pages.
  let pageCount: Int
  /// Whether readers and writers use a rollback journal (format versions 1 and 1), not a write-ahead log (2 and 2).
  let hasRollbackJournal: Bool
  /// How many bytes at the end of each page belong to an extension of SQLite.
  let reservedBytes: Int
  /// The format of the schema: 4, or less in files of old versions, in which no index has descending terms, whatever its statement says.
  let schemaFormat: Int

  /// Where the number of transactions stands: the change counter, and the counter for which the number of pages is valid.
  static let changeCounterOffsets = [24, 92]

  /// Reads a file's header; `nil` if the file is no SQLite database.
  ///
  /// - Throws: `PublicationError` if the file cannot be read.
  init?(contentsOf path: String) throws(PublicationError) {
    var bytes: [UInt8] = []
    try FileOperations.read(path) { piece in
      bytes += piece.prefix(100 - bytes.count)
      return bytes.count < 100
    }
    guard bytes.count == 100, bytes.starts(with: "SQLite format 3\0".utf8) else { return nil }
    let storedSize = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = storedSize == 1 ? 65_536 : storedSize
    pageCount = bytes[28..<32].reduce(0) { $0 << 8 | Int($1) }
    hasRollbackJournal = bytes[18] == 1 && bytes[19] == 1
    reservedBytes = Int(bytes[20])
    schemaFormat = bytes[44..<48].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Whether a file of `size` bytes has exactly the pages that the header tells of.
  func isWhole(_ size: Int) -> Bool { pageSize * pageCount == size }
}

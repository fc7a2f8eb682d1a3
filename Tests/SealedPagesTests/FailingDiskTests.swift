import Foundation
import SealedPages
import SystemErrors
import TestSupport
import Testing

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A disk that gets full while a file is written, at whatever point: an error that names the file, and nothing that stays behind.
@Suite struct FailingDiskTests {
  /// Writes a database of about 170,000 bytes, with working files for keys and for rows that wait.
  private static func write(to path: String) throws {
    var tables: [DatabaseSchema.Object] = []
    for (name, placement) in [("t", .asTheyCome), ("u", .together)] as [(String, TableDefinition.Placement)] {
      let columns = [ColumnDefinition(name: "a", affinity: .text), ColumnDefinition(name: "b", affinity: .integer)]
      tables.append(
        .table(
          TableDefinition(
            name: name,
            sql: "CREATE TABLE \(name)(a TEXT, b INTEGER)",
            columns: columns,
            placement: placement
          )
        )
      )
      tables.append(
        .index(
          IndexDefinition(
            name: "i\(name)",
            table: name,
            sql: "CREATE INDEX i\(name) ON \(name)(a)",
            terms: [IndexTerm(.column(0))]
          )
        )
      )
    }
    var options = DatabaseWriterOptions()
    options.memoryBudget = 1
    let writer = try DatabaseWriter(path: path, schema: DatabaseSchema(tables), options: options)
    do {
      for name in ["t", "u"] {
        guard let table = writer.table(name) else { continue }
        let batch = RowBatch(for: table.definition)
        for number in 1...1500 {
          batch.beginRow()
          batch.append("the text of row \(number * 7919 % 1501)")
          batch.append(Int64(number))
          try batch.endRow()
          if number % 100 == 0 {
            try table.append(batch)
            batch.removeAll()
          }
        }
      }
      _ = try writer.finish()
    } catch {
      writer.discard()
      throw error
    }
  }

  /// A limit on the size of files stands in for a disk without room.
  @Test(arguments: [0, 1, 4096, 8192, 30_000, 50_000, 64_000, 100_000, 140_000])
  func aFullDiskLeavesNothingBehind(limit: Int) async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .exitCode(3)) { [path = folder.file("t.sqlite") as String, limit = limit as Int] in
      signal(SIGXFSZ, SIG_IGN)
      var sizes = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &sizes)
      do {
        try Self.write(to: path)
      } catch SealedPagesError.file(let error)
        where error.number == EFBIG && error.path.hasPrefix(path) && error.description.contains("File too large")
      {
        exit(3)
      }
    }
    #expect(folder.names().isEmpty)
  }

  @Test func withRoomItIsWhole() throws {
    let folder = try TemporaryFolder()
    try Self.write(to: folder.file("t.sqlite"))
    #expect(folder.names() == ["t.sqlite"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("t.sqlite"))).count > 150_000)
  }
}

import BenchmarkSupport
import Foundation
import SQLiteAccess
import SealedPages

/// Measures how long a finished database of many rows with four indexes takes: written as sealed pages, by libsqlite3 in this process, and by the sqlite3
/// shell from CSV. Each in turn, medians of the runs, seconds and processor seconds.
///
///     sealing-benchmark FOLDER [ROWS] [RUNS] [BUDGET IN MIB] [WORDS OF WHAT TO MEASURE]
@main struct SealingBenchmark {
  let folder: String
  let rows: Int
  let budget: Int

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2 else {
      print("usage: sealing-benchmark FOLDER [ROWS] [RUNS] [BUDGET IN MIB] [WORDS OF WHAT TO MEASURE]")
      exit(64)
    }
    func number(_ index: Int, _ other: Int) -> Int { arguments.count > index ? Int(arguments[index]) ?? other : other }
    let benchmark = SealingBenchmark(folder: arguments[1], rows: number(2, 1_000_000), budget: number(4, 96))
    let runs = number(3, 3)
    try FileManager.default.createDirectory(atPath: benchmark.folder, withIntermediateDirectories: true)
    if !FileManager.default.fileExists(atPath: benchmark.csv) { try benchmark.writeCSV() }
    let filter = arguments.count > 5 ? arguments[5] : ""
    let works: [(String, () throws -> Void)] = [
      ("making the rows, nothing else", benchmark.makeRows),
      ("sealed pages", { _ = try benchmark.seal(threads: 2) }),
      ("sealed pages, one thread", { _ = try benchmark.seal(threads: 0) }),
      ("sealed pages, verified", benchmark.verify),
      ("libsqlite3: insert, 4 indexes", { try benchmark.insert(isSealed: false) }),
      ("libsqlite3: the same, ANALYZE, VACUUM INTO", { try benchmark.insert(isSealed: true) }),
      ("sqlite3 shell: .import, 4 indexes", benchmark.importCSV),
    ].filter { filter.isEmpty || $0.0.contains(filter) }
    print(
      "\(benchmark.rows) rows of 12 columns, 4 indexes, budget \(benchmark.budget) MiB, \(runs) runs in turn; medians"
    )
    var costs = works.map { _ in [Cost]() }
    for _ in 0..<runs {
      for (index, work) in works.enumerated() {
        var cost = Cost()
        try cost.add(work.1)
        costs[index].append(cost)
        if costs[0].count == 1, work.0.hasPrefix("sealed") {
          print(String(format: "  %@: peak memory until here %.1f MiB", work.0, Cost.peakMiB))
        }
      }
    }
    for (work, costs) in zip(works, costs) {
      let name = work.0.padding(toLength: 46, withPad: " ", startingAt: 0)
      print(String(format: "  %@ %6.2f s %6.2f s processor", name, costs.map(\.wall).median, costs.map(\.cpu).median))
    }
  }

  private var csv: String { "\(folder)/rows-\(rows).csv" }

  private func makeRows() {
    let row = BenchRow()
    for number in 1...rows { row.make(number) }
  }

  private func writeCSV() throws {
    _ = FileManager.default.createFile(atPath: csv, contents: nil)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: csv))
    let row = BenchRow()
    var text: [UInt8] = []
    for number in 1...rows {
      row.make(number)
      row.appendCSV(to: &text)
      if text.count > 1 << 20 || number == rows {
        try file.write(contentsOf: Data(text))
        text.removeAll(keepingCapacity: true)
      }
    }
    try file.close()
  }

  // MARK: Sealed pages

  private var schema: DatabaseSchema {
    let table = TableDefinition(
      name: "dog",
      sql: BenchRow.createTable,
      columns: BenchRow.columns.map { ColumnDefinition(name: $0.0, affinity: ColumnAffinity(declaredType: $0.1)) },
      rowIDColumn: 0
    )
    let names = BenchRow.columns.map(\.0)
    let indexes = BenchRow.indexes.map { index in
      IndexDefinition(
        name: index.0,
        table: "dog",
        sql: BenchRow.createIndex(index),
        terms: index.1.components(separatedBy: ", ").compactMap { names.firstIndex(of: $0) }.map {
          IndexTerm(.column($0))
        }
      )
    }
    return DatabaseSchema([.table(table)] + indexes.map { .index($0) })
  }

  @discardableResult
  private func seal(threads: Int) throws -> (schema: DatabaseSchema, summary: DatabaseSummary) {
    var options = DatabaseWriterOptions()
    options.threads = threads
    options.memoryBudget = budget << 20
    let writer = try DatabaseWriter(path: "\(folder)/sealed.sqlite", schema: schema, options: options)
    guard let table = writer.table("dog") else { fatalError("There is no table.") }
    let batch = RowBatch(for: table.definition)
    let row = BenchRow()
    for number in 1...rows {
      row.make(number)
      batch.beginRow(row.id)
      batch.append(row.id)
      for text in row.texts { batch.appendText(text) }
      batch.append(row.integers.number)
      batch.append(row.integers.parent)
      batch.append(row.integers.isKept)
      batch.append(row.reals.height)
      batch.append(row.reals.weight)
      batch.append(row.reals.recognised)
      try batch.endRow()
      if batch.byteCount > 64 << 10 {
        try table.append(batch)
        batch.removeAll()
      }
    }
    try table.append(batch)
    return (writer.schema, try writer.finish())
  }

  /// Reads the file that was written last.
  private func verify() throws {
    let summary = try seal(threads: 2)
    let start = DispatchTime.now().uptimeNanoseconds
    let verifier = try DatabaseVerifier(path: "\(folder)/sealed.sqlite", schema: summary.schema)
    let problems = try verifier.problems(comparedWith: summary.summary)
    guard problems.isEmpty else { fatalError("\(problems)") }
    print("  verified in \(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9) s")
  }

  // MARK: The peers

  private func insert(isSealed: Bool) throws {
    let path = "\(folder)/inserted.sqlite"
    let result = "\(folder)/vacuumed.sqlite"
    for path in [path, result] { try? FileManager.default.removeItem(atPath: path) }
    let connection = try SQLiteConnection(path: path, mode: .create)
    for pragma in ["journal_mode = OFF", "synchronous = OFF", "auto_vacuum = 2", "cache_size = -65536"] {
      _ = try connection.rows("PRAGMA \(pragma)")
    }
    try connection.execute(BenchRow.createTable)
    let statement = try connection.prepare("INSERT INTO dog VALUES(?,?,?,?,?,?,?,?,?,?,?,?)")
    try connection.execute("BEGIN")
    let row = BenchRow()
    for number in 1...rows {
      row.make(number)
      try statement.bind(row.id, at: 1)
      for (index, text) in row.texts.enumerated() { try statement.bindText(text, at: index + 2) }
      try statement.bind(row.integers.number, at: 7)
      try statement.bind(row.integers.parent, at: 8)
      try statement.bind(row.integers.isKept, at: 9)
      try statement.bind(row.reals.height, at: 10)
      try statement.bind(row.reals.weight, at: 11)
      try statement.bind(row.reals.recognised, at: 12)
      try statement.run()
    }
    try connection.execute("COMMIT")
    for index in BenchRow.indexes { try connection.execute(BenchRow.createIndex(index)) }
    guard isSealed else { return }
    try connection.execute("ANALYZE")
    try connection.execute("VACUUM INTO ?1", [.text(result)])
  }

  private func importCSV() throws {
    let path = "\(folder)/imported.sqlite"
    try? FileManager.default.removeItem(atPath: path)
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    let indexes = BenchRow.indexes.map { BenchRow.createIndex($0) }
    shell.arguments =
      [
        path, "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", BenchRow.createTable, ".mode csv",
        ".import \(csv) dog",
      ] + indexes
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
  }
}

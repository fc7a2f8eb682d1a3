import BenchmarkSupport
import Foundation

/// Measures the whole path — read, convert, validate, objects, store, seal, publish — against `sqlite3 .import` with the same two indexes, in turn,
/// so that a machine that grows slower or faster meets both alike. Prints seconds, memory and ratios.
///
///     import-benchmark STUDBOOK INPUTS FOLDER [RUNS]
@main
struct ImportBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4 else {
      print("usage: import-benchmark STUDBOOK INPUTS FOLDER [RUNS]")
      exit(64)
    }
    let benchmark = ImportBenchmark(
      studbook: arguments[1],
      inputs: arguments[2],
      folder: arguments[3],
      runs: arguments.count > 4 ? Int(arguments[4]) ?? 3 : 3
    )
    try benchmark.run()
  }

  let studbook: String
  let inputs: String
  let folder: String
  let runs: Int

  func run() throws {
    var peaks: [(rows: Int, peak: Double)] = []
    for rows in [100_000, 1_000_000] {
      try prepare(rows)
      var ours: [Measurement] = []
      var peers: [Measurement] = []
      for _ in 0..<runs {
        try ours.append(buildWithStudbook(rows))
        try peers.append(importWithSQLite(rows))
      }
      report(rows, ours, peers)
      peaks.append((rows, ours.map(\.peakMiB).max() ?? 0))
    }
    if peaks.count == 2 {
      print(String(format: "peak memory, 1,000,000 rows against 100,000: %.2f times", peaks[1].peak / peaks[0].peak))
    }
  }

  private func work(_ rows: Int) -> String { "\(folder)/\(rows)" }

  /// Makes the folder with the data, the model and the recipe; data that is there already is kept.
  private func prepare(_ rows: Int) throws {
    let files = FileManager.default
    let work = work(rows)
    try files.createDirectory(atPath: work, withIntermediateDirectories: true)
    if !files.fileExists(atPath: "\(work)/dogs.csv") {
      var data = DogData()
      try data.write(rows: rows, to: "\(work)/dogs.csv.partial")
      try files.moveItem(atPath: "\(work)/dogs.csv.partial", toPath: "\(work)/dogs.csv")
    }
    for name in ["Bench.xcdatamodeld", "Bench.recipe.yml"] {
      try? files.removeItem(atPath: "\(work)/\(name)")
      try files.copyItem(atPath: "\(inputs)/\(name)", toPath: "\(work)/\(name)")
    }
    try Data(("name\n" + DogData.groups.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: "\(work)/groups.csv"))
  }

  private func buildWithStudbook(_ rows: Int) throws -> Measurement {
    let work = work(rows)
    try? FileManager.default.removeItem(atPath: "\(work)/Output")
    return try Measurement.run([
      studbook, "build", "\(work)/Bench.recipe.yml", "--output", "\(work)/Output", "--quiet",
    ])
  }

  private func importWithSQLite(_ rows: Int) throws -> Measurement {
    let work = work(rows)
    let script = """
      CREATE TABLE dogs (number INTEGER, name TEXT, "group" TEXT, country TEXT, height REAL, weight REAL, text TEXT, photo TEXT, recognised TEXT);
      .mode csv
      .import --skip 1 \(work)/dogs.csv dogs
      CREATE UNIQUE INDEX dogs_name ON dogs (name);
      CREATE INDEX dogs_group ON dogs ("group");

      """
    try Data(script.utf8).write(to: URL(fileURLWithPath: "\(work)/import.sql"))
    try? FileManager.default.removeItem(atPath: "\(work)/peer.sqlite")
    return try Measurement.run(["sqlite3", "\(work)/peer.sqlite"], input: "\(work)/import.sql")
  }

  private func report(_ rows: Int, _ ours: [Measurement], _ peers: [Measurement]) {
    print("\(rows) rows, \(runs) runs in turn; medians")
    for (name, measured) in [("studbook build", ours), ("sqlite3 .import + 2 indexes", peers)] {
      let wall = measured.map(\.wall).median
      let cpu = measured.map(\.cpu).median
      let peak = measured.map(\.peakMiB).max() ?? 0
      let label = name.padding(toLength: 28, withPad: " ", startingAt: 0)
      print("  \(label)" + String(format: " wall %6.2f s  cpu %6.2f s  peak %6.1f MiB", wall, cpu, peak))
    }
    let wall = zip(ours, peers).map { $0.wall / $1.wall }.median
    let cpu = zip(ours, peers).map { $0.cpu / $1.cpu }.median
    print(String(format: "  ratio studbook / sqlite3         wall %6.2f    cpu %6.2f", wall, cpu))
  }
}

import BenchmarkSupport
import Foundation

/// Measures the whole path — read, convert, validate, write, seal, publish — against the sqlite3 shell, in turn, so that a machine that grows slower or
/// faster meets both alike: `.import` with the same four indexes, and the same release (`ANALYZE`, `VACUUM INTO`, `integrity_check`).
/// Two releases are compared with each other, against building one.
/// The same records as XML and HTML are measured against bare libxml2 in C, and a second source that changes every object against the first alone.
/// Prints seconds, memory, and ratios with the bars that they have to keep.
///
///     import-benchmark STUDBOOK INPUTS FOLDER [RUNS [MARKUP-PEER]]
@main
struct ImportBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4 else {
      print("usage: import-benchmark STUDBOOK INPUTS FOLDER [RUNS [MARKUP-PEER]]")
      exit(64)
    }
    let benchmark = ImportBenchmark(
      studbook: arguments[1],
      inputs: arguments[2],
      folder: arguments[3],
      runs: arguments.count > 4 ? Int(arguments[4]) ?? 3 : 3,
      markupPeer: arguments.count > 5 ? arguments[5] : nil
    )
    try benchmark.run()
  }

  let studbook: String
  let inputs: String
  let folder: String
  let runs: Int
  let markupPeer: String?

  func run() throws {
    var builds: [[Measurement]] = []
    for rows in [100_000, 1_000_000, 4_000_000] {
      try prepare(rows)
      var measured: [[Measurement]] = [[], [], []]
      for _ in 0..<runs {
        try measured[0].append(buildWithStudbook(rows))
        // The peers need no proof that they take four times as long for four times the rows.
        guard rows <= 1_000_000 else { continue }
        try measured[1].append(importWithSQLite(rows, isSealed: false))
        try measured[2].append(importWithSQLite(rows, isSealed: true))
      }
      try report(rows, measured)
      builds.append(measured[0])
    }
    let growth = builds[2].map(\.wall).median / builds[1].map(\.wall).median
    try printRatio("4,000,000 rows / 1,000,000, wall", growth, of: "build", bar: 4.3)
    let peak = builds.joined().map(\.peakMiB).max() ?? 0
    try printRatio("greatest peak of memory, MiB", peak, of: "build", bar: 250)
    try compareUpdates(1_000_000)
    try compareReleases(1_000_000)
    try compareRebuilds(1_000_000)
    if let markupPeer { try compareMarkup(100_000, markupPeer) }
  }

  /// One source, and the same with a second one that changes every object.
  private func compareUpdates(_ rows: Int) throws {
    let updates = "\(work(rows))/updates.csv"
    if !FileManager.default.fileExists(atPath: updates) {
      var data = DogData()
      try data.writeUpdates(rows: rows, to: updates + ".partial")
      try FileManager.default.moveItem(atPath: updates + ".partial", toPath: updates)
    }
    var measured: [[Measurement]] = [[], []]
    for _ in 0..<runs {
      try measured[0].append(buildWithStudbook(rows, recipe: "Updates"))
      try measured[1].append(buildWithStudbook(rows))
    }
    print("\(rows) rows, all of them changed by a second source")
    report(["two sources", "one source"], measured)
    try printRatio("two sources / one, wall", Self.ratio(measured, \.wall), of: "build with updates", bar: 1.8)
    try printRatio("two sources / one, cpu", Self.ratio(measured, \.cpu), bar: nil)
  }

  /// What changed between two releases of which the second has other values in 1 % of its objects, against building the first.
  private func compareReleases(_ rows: Int) throws {
    let (old, new) = ("\(work(rows))/Output/Bench.sqlite", "\(work(rows))/newer.sqlite")
    let build = try buildWithStudbook(rows)
    let script = """
      UPDATE ZDOG SET ZHEIGHT = 1 + ifnull(ZHEIGHT, 0) WHERE Z_PK % 100 = 7;
      DELETE FROM ZDOG WHERE Z_PK % 10000 = 3;

      """
    try? FileManager.default.removeItem(atPath: new)
    try FileManager.default.copyItem(atPath: old, toPath: new)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: new)
    try Data(script.utf8).write(to: URL(fileURLWithPath: "\(work(rows))/changes.sql"))
    _ = try Measurement.run(["sqlite3", new], input: "\(work(rows))/changes.sql")
    var measured: [[Measurement]] = [[], [build]]
    for run in 0..<runs {
      if run > 0 { try measured[1].append(buildWithStudbook(rows)) }
      try measured[0].append(
        Measurement.run([studbook, "diff", old, new, "--key", "Dog=number", "--format", "csv", "--quiet"])
      )
    }
    print("\(rows) objects against \(rows), 1 % of them changed")
    report(["studbook diff", "studbook build"], measured)
    try printRatio("diff / build, wall", Self.ratio(measured, \.wall), of: "diff of two releases", bar: 0.5)
    let peak = measured[0].map(\.peakMiB).max() ?? 0
    try printRatio("greatest peak of memory, MiB", peak, of: "diff of two releases", bar: 300)
  }

  /// A rebuild after one line of the larger of two sources has changed, against a whole build.
  private func compareRebuilds(_ rows: Int) throws {
    let work = work(rows)
    let source = "\(work)/dogs.csv"
    let command = [
      studbook, "build", "\(work)/Bench.recipe.yml", "--output", "\(work)/Incremental", "--quiet", "--incremental",
    ]
    let original = try Data(contentsOf: URL(fileURLWithPath: source), options: .alwaysMapped)
    let lines = Array(original[(original.count / 2)...].prefix(4096)).split(separator: UInt8(ascii: "\n"))
    guard let line = lines.dropFirst().first(where: { $0.count > 60 && !$0.contains(UInt8(ascii: "\"")) }) else {
      return
    }
    let start = original.count / 2 + line.startIndex
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: source))
    defer { try? file.close() }
    func put(_ bytes: [UInt8], at offset: Int) throws {
      try file.seek(toOffset: UInt64(offset))
      try file.write(contentsOf: Data(bytes))
    }
    // A letter of the text in the middle of the line.
    let middle = start + line.count / 2
    let letter = original[middle]
    try? FileManager.default.removeItem(atPath: "\(work)/Incremental")
    _ = try Measurement.run(command)
    var measured: [[Measurement]] = [[], []]
    for run in 0..<runs {
      try put([UInt8(ascii: "a") + UInt8(run % 26)], at: middle)
      try measured[0].append(Measurement.run(command))
      try measured[1].append(buildWithStudbook(rows))
      let (rebuilt, whole) = ("\(work)/Incremental/Bench.sqlite", "\(work)/Output/Bench.sqlite")
      guard FileManager.default.contentsEqual(atPath: rebuilt, andPath: whole) else {
        throw BenchmarkError.failed("the rebuild has other bytes than the whole build", 0)
      }
    }
    try put([letter], at: middle)
    print("\(rows) rows, one line of one of two sources changed")
    report(["studbook build --incremental", "studbook build"], measured)
    try printRatio("rebuild / build, wall", Self.ratio(measured, \.wall), of: "rebuild after one line", bar: 0.2)
    try printRatio("rebuild / build, cpu", Self.ratio(measured, \.cpu), bar: nil)
  }

  /// The same records as XML and HTML, against libxml2 that only parses them.
  private func compareMarkup(_ rows: Int, _ peer: String) throws {
    for (kind, recipe, bar) in [("xml", "Xml", 2.5), ("html", "Html", 2.0)] {
      let file = "\(work(rows))/dogs.\(kind)"
      if !FileManager.default.fileExists(atPath: file) {
        var data = DogData()
        if kind == "xml" { try data.writeXML(rows: rows, to: file) } else { try data.writeHTML(rows: rows, to: file) }
      }
      var measured: [[Measurement]] = [[], []]
      for _ in 0..<runs {
        try measured[0].append(buildWithStudbook(rows, recipe: recipe))
        try measured[1].append(Measurement.run([peer, kind, file]))
      }
      print("\(rows) rows of \(kind.uppercased())")
      report(["studbook build", "libxml2 in C, parsing only"], measured)
      try printRatio(
        "studbook / libxml2, wall",
        Self.ratio(measured, \.wall),
        of: "build \(rows) rows of \(kind.uppercased())",
        bar: bar
      )
      try printRatio("studbook / libxml2, cpu", Self.ratio(measured, \.cpu), bar: nil)
    }
  }

  /// The median of the ratios of two programs that ran in turn.
  private static func ratio(_ measured: [[Measurement]], to peer: Int = 1, _ cost: (Measurement) -> Double) -> Double {
    zip(measured[0], measured[peer]).map { cost($0) / cost($1) }.median
  }

  private func work(_ rows: Int) -> String { "\(folder)/\(rows)" }

  /// Makes the folder with the data, the model and the recipe; data that is there already is kept.
  private func prepare(_ rows: Int) throws {
    let files = FileManager.default
    let work = work(rows)
    try files.createDirectory(atPath: work, withIntermediateDirectories: true)
    if !files.fileExists(atPath: "\(work)/dogs.csv") {
      var data = DogData()
      try data.writeCSV(rows: rows, to: "\(work)/dogs.csv.partial")
      try files.moveItem(atPath: "\(work)/dogs.csv.partial", toPath: "\(work)/dogs.csv")
    }
    for name in ["Bench.xcdatamodeld"] + ["Bench", "Updates", "Xml", "Html"].map({ "\($0).recipe.yml" }) {
      try? files.removeItem(atPath: "\(work)/\(name)")
      try files.copyItem(atPath: "\(inputs)/\(name)", toPath: "\(work)/\(name)")
    }
    try Data(("name\n" + DogData.groups.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: "\(work)/groups.csv"))
  }

  private func buildWithStudbook(_ rows: Int, recipe: String = "Bench") throws -> Measurement {
    let work = work(rows)
    try? FileManager.default.removeItem(atPath: "\(work)/Output")
    return try Measurement.run([
      studbook, "build", "\(work)/\(recipe).recipe.yml", "--output", "\(work)/Output", "--quiet",
    ])
  }

  /// - Parameter isSealed: Whether the shell makes the same release: statistics, a file without gaps, and the proof that it is whole.
  private func importWithSQLite(_ rows: Int, isSealed: Bool) throws -> Measurement {
    let work = work(rows)
    let sealing = """
      ANALYZE;
      VACUUM INTO '\(work)/sealed.sqlite';
      ATTACH '\(work)/sealed.sqlite' AS sealed;
      PRAGMA sealed.integrity_check;

      """
    let script = """
      CREATE TABLE dogs (number INTEGER, name TEXT, "group" TEXT, country TEXT, height REAL, weight REAL, text TEXT, photo TEXT, recognised TEXT);
      .mode csv
      .import --skip 1 \(work)/dogs.csv dogs
      CREATE UNIQUE INDEX dogs_name ON dogs (name);
      CREATE INDEX dogs_group ON dogs ("group");
      CREATE INDEX dogs_country ON dogs (country);
      CREATE INDEX dogs_recognised ON dogs (recognised DESC);
      \(isSealed ? sealing : "")
      """
    try Data(script.utf8).write(to: URL(fileURLWithPath: "\(work)/import.sql"))
    for name in ["peer", "sealed"] { try? FileManager.default.removeItem(atPath: "\(work)/\(name).sqlite") }
    return try Measurement.run(["sqlite3", "\(work)/peer.sqlite"], input: "\(work)/import.sql")
  }

  /// - Parameter measured: Ours, `.import`, and the same release by the sqlite3 shell; the last two may be empty.
  private func report(_ rows: Int, _ measured: [[Measurement]]) throws {
    print("\(rows) rows, \(runs) runs in turn; medians")
    report(["studbook build", "sqlite3 .import + 4 indexes", "sqlite3, the same release"], measured)
    guard !measured[1].isEmpty else { return }
    let isLarge = rows == 1_000_000
    let work = "build \(rows) rows"
    try printRatio("studbook / .import, wall", Self.ratio(measured, \.wall), of: work, bar: isLarge ? 0.75 : 1)
    try printRatio("studbook / .import, cpu", Self.ratio(measured, \.cpu), of: work, bar: isLarge ? 1 : nil)
    try printRatio(
      "studbook / the same release, wall",
      Self.ratio(measured, to: 2, \.wall),
      of: work,
      bar: isLarge ? 0.3 : nil
    )
  }

  private func report(_ names: [String], _ measured: [[Measurement]]) {
    for (name, measured) in zip(names, measured) where !measured.isEmpty {
      let wall = measured.map(\.wall).median
      let cpu = measured.map(\.cpu).median
      let peak = measured.map(\.peakMiB).max() ?? 0
      let label = name.padding(toLength: 28, withPad: " ", startingAt: 0)
      print("  \(label)" + String(format: " wall %6.2f s  cpu %6.2f s  peak %6.1f MiB", wall, cpu, peak))
    }
  }

  /// - Parameters:
  ///   - work: What was done, for the table of all bars.
  ///   - bar: The most that it may be, if there is a bar.
  private func printRatio(_ label: String, _ ratio: Double, of work: String? = nil, bar: Double?) throws {
    let verdict = bar.map { Verdict("\(work.map { "\($0): " } ?? "")\(label)", ratio, .atMost, $0) }
    try verdict?.record()
    let figure = String(format: "%7.2f", ratio)
    print("  \(label.padding(toLength: 36, withPad: " ", startingAt: 0))\(figure)  \(verdict?.text ?? "")")
  }
}

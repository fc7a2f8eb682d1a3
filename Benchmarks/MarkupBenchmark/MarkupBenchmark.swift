import BenchmarkSupport
import Foundation

/// Measures records with their places, and a table's rows, against bare libxml2 in C on the same files, in turn, so that a machine that grows
/// slower or faster meets both alike. Prints processor seconds and ratios.
///
///     markup-benchmark PEER FOLDER [RUNS]
///     markup-benchmark read xml|html FILE
@main
struct MarkupBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count == 4, arguments[1] == "read" {
      let count = try arguments[2] == "xml" ? MarkupReading.xml(arguments[3]) : MarkupReading.html(arguments[3])
      return print(count)
    }
    guard arguments.count >= 3 else {
      print("usage: markup-benchmark PEER FOLDER [RUNS]")
      exit(64)
    }
    let benchmark = MarkupBenchmark(
      peer: arguments[1],
      folder: arguments[2],
      runs: arguments.count > 3 ? Int(arguments[3]) ?? 5 : 5
    )
    try benchmark.run()
  }

  let peer: String
  let folder: String
  let runs: Int

  func run() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var data = MarkupData()
    let document = try write("nomenclature.xml") { data.xml(records: 200_000) }
    let declared = try write("declared.xml") { data.xml(records: 200_000, isDeclared: true) }
    let page = try write("ranks.html") { data.page(rows: 50_000) }
    try compare(
      "XML records with fields and places",
      "xml",
      document,
      with: [("libxml2 SAX2 in C", "xml"), ("the same, piece by piece", "xml-push")]
    )
    try compare(
      "XML records of a document type that declares its elements",
      "xml",
      declared,
      with: [("libxml2 SAX2 in C", "xml")]
    )
    try compare(
      "HTML rows with cells and places",
      "html",
      page,
      with: [("libxml2's HTML tree in C", "html"), ("libxml2's HTML SAX in C", "html-sax")]
    )
  }

  /// Writes a file unless it is there from an earlier run.
  private func write(_ name: String, _ text: () -> String) throws -> String {
    let path = "\(folder)/\(name)"
    if !FileManager.default.fileExists(atPath: path) {
      try Data(text().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
    return path
  }

  private func compare(_ title: String, _ kind: String, _ path: String, with peers: [(name: String, mode: String)])
    throws
  {
    var ours: [Double] = []
    var theirs: [[Double]] = Array(repeating: [], count: peers.count)
    for _ in 0..<runs {
      ours.append(try ProcessorTime.ofCommand([CommandLine.arguments[0], "read", kind, path]))
      for (index, other) in peers.enumerated() {
        theirs[index].append(try ProcessorTime.ofCommand([peer, other.mode, path]))
      }
    }
    print("\(title), \(runs) runs in turn; medians")
    print("  \(Self.padded("MarkupText"))" + String(format: " cpu %.3f s", ours.median))
    for (index, other) in peers.enumerated() {
      let ratio = zip(theirs[index], ours).map { $0 / $1 }.median
      print(
        "  \(Self.padded(other.name))"
          + String(format: " cpu %.3f s; MarkupText is %.2f times as fast", theirs[index].median, ratio)
      )
    }
  }

  private static func padded(_ name: String) -> String { name.padding(toLength: 26, withPad: " ", startingAt: 0) }
}

import Foundation

/// A measured figure with the bar that it has to keep.
package struct Verdict {
  /// Which side of the bar is good.
  package enum Side: String {
    case atMost = "at most"
    case atLeast = "at least"
  }

  private let work: String
  private let value: Double
  private let side: Side
  private let bar: Double

  package init(_ work: String, _ value: Double, _ side: Side, _ bar: Double) {
    self.work = work
    self.value = value
    self.side = side
    self.bar = bar
  }

  /// Whether the figure keeps its bar.
  package var isKept: Bool { side == .atMost ? value <= bar : value >= bar }

  /// The verdict as it stands behind the figure.
  package var text: String { String(format: "(\(side.rawValue) %g: \(isKept ? "yes" : "NO"))", bar) }

  /// Adds the verdict to the list that `Benchmarks/run` prints at its end: a line with the fields between tabs, in the file that the environment's
  /// `VERDICTS` names; to none if it names none.
  package func record() throws {
    guard let path = ProcessInfo.processInfo.environment["VERDICTS"] else { return }
    guard let file = fopen(path, "a") else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
    defer { fclose(file) }
    fputs("\(work)\t\(String(format: "%.2f", value))\t\(side.rawValue)\t\(String(format: "%g", bar))\n", file)
  }
}

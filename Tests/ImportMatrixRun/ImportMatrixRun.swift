import Foundation
import ImportMatrix

/// Runs cases of the import matrix for as long as it is told to, and prints every failure as files that repeat it.
///
///     import-matrix SECONDS [FIRST-SEED] [FOLDER]
@main
struct ImportMatrixRun {
  static func main() throws {
    let arguments = CommandLine.arguments
    let seconds = arguments.count > 1 ? Double(arguments[1]) ?? 60 : 60
    let first = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : UInt64(Date().timeIntervalSince1970)
    let folder = arguments.count > 3 ? arguments[3] : ".build/matrix"
    let end = Date().addingTimeInterval(seconds)
    print("import matrix: seeds from \(first), features \(ImporterUnderTest.features.map(\.rawValue).sorted())")
    var (seed, failed, idle) = (first, 0, 0)
    var kinds: Set<String> = []
    while Date() < end {
      // A crash leaves the seed that it happened with.
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("\(seed)\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/seed"))
      let trial = MatrixTrial(seed: seed)
      switch try trial.verdict() {
      case .holds: break
      case .provesNothing(let reason):
        idle += 1
        if reason.hasPrefix("the recipe") { print("seed \(seed): \(reason)") }
      case .fails(let problems):
        failed += 1
        // The same kind of failure is shrunk once.
        let kind = MatrixTrial.kind(of: problems)
        if kinds.insert(kind).inserted, kinds.count <= 25 {
          print(try trial.report(into: "\(folder)/seed-\(seed)"))
        }
      }
      seed += 1
    }
    print("\(seed - first) cases, \(idle) of them prove nothing, \(failed) failures of \(kinds.count) kinds")
    exit(failed == 0 ? 0 : 1)
  }
}

import Desk
import Foundation

/// What a build prints, taken apart: how far it is, and what it says.
struct BuildOutput {
  private var said: [UInt8] = []
  private var line: [UInt8] = []

  /// What the build said, without its progress.
  var text: String { String(decoding: said + line, as: UTF8.self) }

  /// Takes more of the output, cut anywhere.
  ///
  /// - Returns: How far the build is, for each time that it said so.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [DeskBuildProgress] {
    var progress: [DeskBuildProgress] = []
    for byte in bytes {
      // A message whose line does not end yet goes on behind the progress.
      if byte == ProgressLine.recordSeparator {
        said += line
        line = []
      }
      line.append(byte)
      guard byte == UInt8(ascii: "\n") else { continue }
      if line.first == ProgressLine.recordSeparator {
        // What is none is left out: it is meant for nobody to read.
        if let value = try? JSONDecoder().decode(ProgressLine.Value.self, from: Data(line.dropFirst())) {
          progress.append(DeskBuildProgress(value))
        }
      } else {
        said += line
      }
      line = []
    }
    return progress
  }
}

extension DeskBuildProgress {
  init(_ value: ProgressLine.Value) {
    let records = "\(value.records) \(value.records == 1 ? "record" : "records")"
    self.init(
      text: value.phase.map { "\($0.rawValue) …" }
        ?? "Source \(value.source) of \(value.sourceCount), \(value.file): \(records)",
      share: value.phase != nil || value.bytesTotal == 0
        ? nil : min(Double(value.bytesRead) / Double(value.bytesTotal), 1)
    )
  }
}

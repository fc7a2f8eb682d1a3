import Findings
import ImportPipeline

/// A file that is no text and has no records: `studbook read` says so and goes on with the next one.
struct BinaryReadableSource: ReadableSource {
  private var findings: [Finding]

  /// - Parameter firstNUL: The number of the first NUL byte, from 0.
  init(_ name: String, firstNUL: Int) {
    findings = [
      Finding(
        .sourceNulByte,
        "The file is binary, no text of any format that is known here, and has not been read: its byte \(firstNUL) is NUL",
        at: SourcePosition(file: name, line: 1)
      )
    ]
  }

  var fieldNames: [String]? { [] }
  var explanation: [ExplainedItem] { [] }

  mutating func next() -> ReadRecord? { nil }

  mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }
}

extension SourceFormat {
  /// The number of the first NUL byte of what is binary; `nil` for text, also in UTF-16 and UTF-32, which have NUL bytes in their places.
  static func firstNUL(ofBinary bytes: [UInt8]) -> Int? {
    guard let first = bytes.firstIndex(of: 0) else { return nil }
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0, 0, 0xFE, 0xFF]]
    if marks.contains(where: bytes.starts) { return nil }
    let units = bytes.count / 4
    var counts = [0, 0, 0, 0]
    for index in 0..<units * 4 where bytes[index] == 0 { counts[index % 4] += 1 }
    let isFilled = counts.map { $0 * 10 >= units * 7 }
    let isSpare = counts.map { $0 * 10 <= units }
    let isWide = zip(isFilled, isSpare).allSatisfy { $0 || $1 } && isFilled.contains(true) && isSpare.contains(true)
    return isWide ? nil : first
  }
}

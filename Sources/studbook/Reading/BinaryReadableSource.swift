import Findings
import ImportPipeline

/// A file that is no text and has no records: `studbook read` says so and goes on with the next one.
struct BinaryReadableSource: ReadableSource {
  private var findings: [Finding]

  init(_ name: String, _ contents: BinaryContents) {
    findings = [
      Finding(
        SourceFinding.binary("The file", contents: "\(contents); it has not been read"),
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

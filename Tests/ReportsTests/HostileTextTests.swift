import Findings
import Reports
import TestSupport
import Testing

/// Every rendering of texts that no one would write on purpose.
@Suite struct HostileTextTests {
  /// A small generator with a fixed start, so that a failure can be repeated.
  private struct Numbers {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }

    mutating func text() -> String {
      let ranges: [ClosedRange<UInt32>] = [
        0...0x7F, 0x20...0x7E, 0x80...0xA0, 0x300...0x36F, 0x590...0x6FF, 0x1100...0x11FF, 0x2000...0x206F,
        0x4E00...0x4E20,
        0xAC00...0xAC20, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFF0...0xFFFF, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF,
        0x1F468...0x1F469, 0xE0000...0xE007F, 0x10FFFE...0x10FFFF,
      ]
      var text = String.UnicodeScalarView()
      for _ in 0..<next(below: 40) {
        let range = ranges[next(below: ranges.count)]
        let value = range.lowerBound + UInt32(next(below: range.count))
        if let scalar = Unicode.Scalar(value) { text.append(scalar) }
      }
      return String(text)
    }

    mutating func number() -> Int {
      [0, 1, -1, 7, 40, 1_000_000, Int.max, Int.min][next(below: 8)]
    }

    mutating func position() -> SourcePosition {
      SourcePosition(
        file: text(),
        line: number(),
        column: number(),
        endLine: number(),
        endColumn: number(),
        byteRange: 3..<9
      )
    }

    mutating func finding() -> Finding {
      Finding(
        next(below: 2) == 0 ? .valueType : RuleCode(rawValue: text()),
        severity: Severity.allCases[next(below: 3)],
        text(),
        at: next(below: 4) == 0 ? nil : position(),
        record: number(),
        field: text(),
        entity: text(),
        attribute: text(),
        value: text(),
        suggestion: text(),
        excerpt: SourceExcerpt(
          text: text(),
          line: number(),
          markStart: number(),
          markLength: number(),
          isCutAtStart: next(below: 2) == 0,
          isCutAtEnd: next(below: 2) == 0
        ),
        related: [RelatedPlace(text(), at: position())]
      )
    }
  }

  private static let findings: [Finding] = {
    var numbers = Numbers(state: 20_261_121)
    return (0..<400).map { _ in numbers.finding() }
  }()

  private static let summary: RunSummary = {
    var numbers = Numbers(state: 7)
    return RunSummary(
      toolVersion: numbers.text(),
      recipe: numbers.text(),
      model: numbers.text(),
      output: numbers.text(),
      sources: (0..<9).map { _ in
        SourceAccount(
          file: numbers.text(),
          format: numbers.text(),
          entity: numbers.text(),
          records: RecordCounts(read: numbers.next(below: 99), rejected: numbers.next(below: 99)),
          bytes: numbers.next(below: 99_999)
        )
      },
      entities: [EntityAccount(entity: numbers.text(), before: 3, after: 9)],
      completeness: [AttributeProfile(entity: numbers.text(), attribute: numbers.text(), filled: 3, total: 2)]
    )
  }()

  @Test(arguments: ReportFormat.allCases) func hidesNothingAndObeysNothing(_ format: ReportFormat) throws {
    var bytes: [UInt8] = []
    try format.write(Self.summary, Self.findings) { bytes += $0 }
    let text = try #require(String(validating: bytes, as: UTF8.self))
    let obeyed = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0x0D: format != .csv
      case 0x09: format != .html
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(obeyed.map(\.value) == [])
  }

  @Test func readsItsOwnJSONBack() throws {
    let bytes = Array(JSONReport(.linesWithSummary).text(Self.summary, Self.findings).utf8)
    let run = try FindingsReader.read(bytes)
    #expect(run.findings == Self.findings)
    #expect(run.summary == Self.summary)
  }

  @Test(arguments: [1, 20, 21, 40, 80]) func fitsSourceLinesIntoAnyTerminal(_ columns: Int) {
    let text = TerminalReport(columns: columns).text(Self.findings)
    #expect(!text.isEmpty)
  }
}

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
      case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(obeyed.map(\.value) == [])
  }

  /// What somebody may write into a cell so that a report does more than show it.
  static let payloads = [
    "<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "]]><x/>", "--><b>", "<!--", "&lt;b&gt;<b>",
    "\n::error file=a::x", "::set-output name=x::y", "\n##[error]x", "%0A::warning::x", "\r::error::x",
    "=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", "=HYPERLINK(\"http://127.0.0.1:9/\")",
    "![x](http://127.0.0.1:9/x.png)", "[x](javascript:alert(1))", "| a | b |", "```\n# x", "`\u{301}<b>", "|\u{301}<b>",
    "\r\n::error::x", "`x` **b** _i_ ~~s~~",
    "@somebody #1",
    "http://127.0.0.1:9/", "\u{1B}[31m\u{1B}]0;x\u{7}", "\u{202E}x\u{2066}", "\u{61C}x\u{200F}", "\"},{\"x\":\"", "\\",
    "',\"", "\u{0}",
  ]

  private static func rendering(_ text: String, _ format: ReportFormat) throws -> String {
    let finding = Finding(
      .valueType,
      severity: .error,
      text,
      at: SourcePosition(file: text, line: 3, column: 4),
      record: 2,
      field: text,
      entity: text,
      attribute: text,
      value: text,
      suggestion: text,
      excerpt: SourceExcerpt(text: "x\(text)x", line: 3, markStart: 1, markLength: 1),
      related: [RelatedPlace(text, at: SourcePosition(file: text, line: 1, column: 1))]
    )
    var bytes: [UInt8] = []
    let summary = RunSummary(
      toolVersion: "1",
      recipe: text,
      model: text,
      output: text,
      sources: [
        SourceAccount(file: text, format: text, entity: text, records: RecordCounts(read: 3, rejected: 1), bytes: 9)
      ],
      entities: [EntityAccount(entity: text, before: 0, after: 2)],
      completeness: [AttributeProfile(entity: text, attribute: text, filled: 1, total: 2)]
    )
    try format.write(summary, [finding]) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What a rendering is made of beside its texts: whatever these are, there is as much of it.
  private static func structure(_ text: String, _ format: ReportFormat) -> [String: Int] {
    func count(_ part: String) -> Int { text.ranges(of: part).count }
    func lines(_ beginning: String) -> Int { text.split(separator: "\n").count { $0.hasPrefix(beginning) } }
    switch format {
    case .html: return ["<": count("<")]
    case .junit: return ["<": count("<"), "]]>": count("]]>")]
    case .github: return ["lines": count("\n"), "commands": lines("::")]
    case .terminal: return ["commands": lines("::") + lines("##[")]
    case .markdown:
      let running = withoutCode(text)
      let parts = ["<", "![", "](", "http:", "@s"].map { ($0, running.ranges(of: $0).count) }
      return Dictionary(uniqueKeysWithValues: parts).merging(["lines": count("\n"), "headings": lines("#")]) { $1 }
    case .csv: return ["rows": count("\r\n"), "formulas": formulas(text)]
    case .json, .jsonl, .sarif, .gitlab: return ["lines": count("\n")]
    }
  }

  /// Markdown without what stands between runs of backticks of the same length.
  private static func withoutCode(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.first {
      if scalar == "\\" {
        scalars = scalars.dropFirst(2)
        continue
      }
      guard scalar == "`" else {
        result.append(scalars.removeFirst())
        continue
      }
      let fence = scalars.prefix { $0 == "`" }.count
      scalars = scalars.dropFirst(fence)
      var rest = scalars
      while !rest.isEmpty {
        rest = rest.drop { $0 != "`" }
        let run = rest.prefix { $0 == "`" }.count
        rest = rest.dropFirst(run)
        if run == fence {
          scalars = rest
          break
        }
      }
    }
    return String(result)
  }

  /// How many cells of a table a spreadsheet would calculate.
  private static func formulas(_ table: String) -> Int {
    var isQuoted = false
    var begins = true
    var count = 0
    for scalar in table.unicodeScalars {
      if begins, scalar != "\"" || isQuoted {
        if "=+-@\t\r".unicodeScalars.contains(scalar), isQuoted || scalar != "\r" { count += 1 }
        begins = false
      }
      if scalar == "\"" { isQuoted.toggle() }
      if !isQuoted, scalar == "," || scalar == "\n" { begins = true }
    }
    return count
  }

  @Test(arguments: ReportFormat.allCases) func aTextIsATextWhateverItSays(_ format: ReportFormat) throws {
    let plain = Self.structure(try Self.rendering("some words", format), format)
    for payload in Self.payloads {
      let text = try Self.rendering(payload, format)
      let structure = Self.structure(text, format)
      // A page breaks long words, and has less of it for short ones.
      let isInert = format == .html ? structure["<"] ?? 0 <= plain["<"] ?? 0 : structure == plain
      #expect(isInert, "\(payload.debugDescription): \(structure), not \(plain)")
    }
  }

  @Test func oneWideCellDoesNotWidenEveryLine() {
    var table = TerminalTable([.left, .right, .left])
    for number in 0..<1000 { table.add([number == 7 ? String(repeating: "x", count: 1 << 16) : "a", "1", "b"]) }
    #expect(table.lines().reduce(0) { $0 + $1.utf8.count } < 4 << 20)
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

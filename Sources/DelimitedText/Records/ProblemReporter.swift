internal import Findings
internal import TextInput

/// Makes findings of what is wrong with the structure of one record, and decides whether it is rejected.
struct ProblemReporter {
  let text: RecordText
  private let storage: RecordStorage
  /// The columns' names.
  private let names: [String]
  private var found: [(offset: Int, finding: Finding)] = []
  private(set) var isRejected = false

  /// After so many findings in one record, no more are made: a hostile record must not cost its length squared.
  static let mostFindings = 50

  init(_ storage: RecordStorage, names: [String]) {
    text = RecordText(storage)
    self.storage = storage
    self.names = names
  }

  /// The findings in the order of their places.
  var findings: [Finding] { found.sorted { $0.offset < $1.offset }.map(\.finding) }

  /// Adds a finding about the bytes in `range`.
  mutating func add(
    _ kind: any FindingKind,
    _ range: Range<Int>,
    _ severity: Severity = .error,
    field: Int? = nil,
    suggestion: String? = nil
  ) {
    if severity == .error { isRejected = true }
    guard found.count < Self.mostFindings else { return }
    let (line, byte) = (storage.startLine, storage.fileOffset)
    let place = text.place(of: range, storage.layout.locator, startLine: line, startByte: byte)
    var finding = place.finding(
      kind,
      severity,
      record: storage.number > 0 ? storage.number : nil,
      field: field.flatMap { $0 < names.count ? names[$0] : nil }
    )
    finding.suggestion = suggestion
    found.append((range.lowerBound, finding))
  }

  /// Reports what the scanner has noted.
  mutating func add(_ problems: [RecordScanner.Problem], _ mode: DelimitedOptions.Mode) {
    let lenient: Severity = mode == .strict ? .error : .warning
    for problem in problems {
      let place = problem.offset..<problem.offset + 1
      switch problem.kind {
      case .unclosedQuote: add(RecordFinding.unclosedQuote, place, field: problem.field)
      case .textAfterQuote: add(RecordFinding.textAfterQuote, place, lenient, field: problem.field)
      case .strayQuote: add(RecordFinding.strayQuote, place, lenient, field: problem.field)
      case .nulByte: add(SourceFinding.nulByte, place, field: problem.field)
      }
    }
  }

  /// Reports the first bytes of each field that could not be decoded.
  mutating func addInvalidBytes() {
    let locator = storage.layout.locator
    var count = 0
    for field in 0..<storage.slots.count where count <= Self.mostFindings {
      let slot = storage.slots.base[field]
      guard let range = text.firstInvalid(in: Int(slot.rawStart)..<Int(slot.rawEnd)) else { continue }
      count += 1
      let bytes = text.fileBytes(in: range, of: storage)
      add(SourceFinding.encoding(.bytes(bytes, notIn: locator.encoding.name)), range, field: field)
      if count <= Self.mostFindings && !slot.flags.contains(.rewritten) && !storage.layout.isDecoded {
        storage.rewrite(field: field, dialect: locator.dialect)
      }
    }
  }

  /// Reports that the record, its number of fields or one of them exceeds what is allowed.
  ///
  /// - Parameter isCut: Whether the record was longer.
  mutating func addLimits(_ options: DelimitedOptions, isCut: Bool) {
    if isCut {
      add(SourceFinding.limit(.record(bytes: options.longestRecord)), 0..<1)
    } else if storage.slots.hasOverflowed {
      add(SourceFinding.limit(.recordFields(FieldSlots.most)), 0..<1)
    } else if storage.textCount > options.longestField {
      for field in 0..<storage.slots.count {
        let slot = storage.slots.base[field]
        guard slot.end - slot.start > options.longestField else { continue }
        let start = Int(slot.rawStart)
        add(SourceFinding.limit(.field(bytes: options.longestField)), start..<start + 1, field: field)
      }
    }
  }

  /// The first surplus field, or the end of a record that is too short.
  func rangeOfCountProblem(expected: Int) -> Range<Int> {
    let count = storage.slots.count
    if count > expected {
      return Int(storage.slots.base[expected].rawStart)..<Int(storage.slots.base[count - 1].rawEnd)
    }
    let end = count > 0 ? Int(storage.slots.base[count - 1].rawEnd) : 0
    return end..<end
  }
}

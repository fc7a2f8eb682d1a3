internal import Findings

/// Finds words and places for the problems of one record.
struct ProblemReporter {
  let text: RecordText
  let storage: RecordStorage
  let reader: DelimitedReader

  func finding(_ rule: RuleCode, _ severity: Severity, _ message: String, _ range: Range<Int>, field: Int?) -> Finding {
    let place = text.place(
      of: range,
      recordEnd: reader.dialect.recordEnd,
      file: reader.options.fileName,
      startLine: storage.startLine,
      startByte: storage.fileOffset
    )
    return Finding(
      rule,
      severity: severity,
      message,
      at: place.position,
      record: storage.number > 0 ? storage.number : nil,
      field: field.flatMap { $0 < reader.header.count ? reader.header[$0] : nil },
      excerpt: place.excerpt
    )
  }

  /// The first invalid bytes of each field that has some.
  func invalidRanges() -> [(field: Int, range: Range<Int>)] {
    var found: [(field: Int, range: Range<Int>)] = []
    for field in 0..<storage.slots.count {
      let slot = storage.slots.base[field]
      guard let range = text.firstInvalid(in: Int(slot.rawStart)..<Int(slot.rawEnd)) else { continue }
      found.append((field, range))
      if found.count > DelimitedReader.mostFindingsInRecord { break }
      if !storage.slots.base[field].flags.contains(.rewritten) && !reader.layout.isDecoded {
        storage.rewrite(field: field, dialect: reader.dialect)
      }
    }
    return found
  }

  /// The file's bytes of `range` in hexadecimal.
  func bytes(in range: Range<Int>) -> String {
    text.fileBytes(in: range, of: storage).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined(separator: " ")
  }

  /// The first surplus field, or the end of a record that is too short.
  func rangeOfCountProblem(expected: Int) -> Range<Int> {
    let slots = storage.slots
    if slots.count > expected {
      return Int(slots.base[expected].rawStart)..<Int(slots.base[slots.count - 1].rawEnd)
    }
    let end = slots.count > 0 ? Int(slots.base[slots.count - 1].rawEnd) : 0
    return end..<end
  }
}

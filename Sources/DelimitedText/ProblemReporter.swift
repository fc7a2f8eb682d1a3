internal import Findings

/// Finds the places of the problems of one record.
struct ProblemReporter {
  let text: RecordText
  let storage: RecordStorage
  let reader: DelimitedReader

  func finding(_ kind: any FindingKind, _ severity: Severity, _ range: Range<Int>, field: Int?) -> Finding {
    let place = text.place(
      of: range,
      recordEnd: reader.dialect.recordEnd,
      file: reader.options.fileName,
      startLine: storage.startLine,
      startByte: storage.fileOffset
    )
    return Finding(
      kind,
      severity: severity,
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

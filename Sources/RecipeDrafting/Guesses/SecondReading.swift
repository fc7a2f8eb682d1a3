internal import ImportPipeline

/// Reads a source once more, to see whether what its profile suggests holds for every record.
struct SecondReading {
  let draft: SourceDraft
  /// What all sources' unique fields hold.
  let drafts: [SourceDraft]
  let folder: String

  private static let mostExamples = 3

  /// Counts how many values of each candidate's field lead to a record.
  ///
  /// - Throws: As `RecordStream`.
  func count(_ candidates: inout [ReferenceCandidate]) throws {
    guard !candidates.isEmpty else { return }
    let nulls = draft.guesses.map { Set($0.nulls.map { TextHash.of($0) }) }
    var counted = candidates
    try forEachRecord { stream in
      for index in counted.indices {
        let field = counted[index].field
        stream.withField(field) { bytes in
          guard let text = bytes?.trimmed, !text.isEmpty, !nulls[field].contains(TextHash.of(text))
          else { return counted[index].isEmptySomewhere = true }
          self.count(text, line: stream.line, in: &counted[index])
        }
      }
    }
    candidates = counted
  }

  private func count(_ text: UnsafeBufferPointer<UInt8>, line: Int, in candidate: inout ReferenceCandidate) {
    let known = drafts[candidate.target.source].profile.fields[candidate.target.field].hashes
    func check(_ hash: Int, _ text: @autoclosure () -> String) {
      candidate.references += 1
      guard !known.contains(hash) else { return }
      candidate.misses += 1
      if candidate.examples.count < Self.mostExamples {
        candidate.examples.append(FieldProfile.Example(text: text(), line: line))
      }
    }
    guard let separator = candidate.separator else {
      return check(TextHash.of(text), String(decoding: text, as: UTF8.self))
    }
    for part in ReferenceCandidate.parts(String(decoding: text, as: UTF8.self), separator) {
      check(TextHash.of(part), part)
    }
  }

  /// The first of several pairs of fields whose values stand together only once.
  ///
  /// - Throws: As `RecordStream`.
  func uniquePair(_ pairs: [(Int, Int)]) throws -> (Int, Int)? {
    let budget = TableBudget()
    var open = pairs.map { (pair: $0, hashes: Set<Int>()) }
    try forEachRecord { stream in
      guard !open.isEmpty else { return }
      var isBad = false
      for index in open.indices {
        let hash = self.hash(of: open[index].pair, stream)
        let fits = !open[index].hashes.isFull || budget.take(max(16, open[index].hashes.capacity))
        if fits, open[index].hashes.insert(hash).inserted { continue }
        budget.give(open[index].hashes.capacity)
        open[index].hashes = []
        open[index].pair = (-1, -1)
        isBad = true
      }
      if isBad { open.removeAll { $0.pair.0 < 0 } }
    }
    return open.first?.pair
  }

  private func hash(of pair: (Int, Int), _ stream: RecordStream) -> Int {
    var hash = 0
    for field in [pair.0, pair.1] {
      stream.withField(field) { bytes in
        if let bytes { hash = TextHash.of(bytes.trimmed, seed: hash) }
      }
    }
    return hash
  }

  private func forEachRecord(_ body: (RecordStream) -> Void) throws {
    let stream = try RecordStream(try draft.set.recipe(), in: folder, fields: draft.profile.fields.map(\.field))
    var (records, read) = (0, 0)
    while try stream.next(), records < draft.profile.records {
      read += 1
      if read & 255 == 0 { _ = stream.takeFindings() }
      guard !stream.isBroken else { continue }
      records += 1
      body(stream)
    }
  }
}

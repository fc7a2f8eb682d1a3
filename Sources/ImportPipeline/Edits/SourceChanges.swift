internal import Findings
internal import TextInput

/// The edits of one source, turned into bytes of its files.
struct SourceChanges {
  private let source: SourcePlan
  private let places: RecordPlaces?
  private var cells: [CellEdit] = []
  private var insertions: [RecordInsertion] = []
  private var deletions: [RecordDeletion] = []
  private var texts: [TextEdit] = []

  init(_ source: SourcePlan, _ places: RecordPlaces?) {
    self.source = source
    self.places = places
  }

  mutating func add(_ edit: SourceEdit) {
    switch edit {
    case .cell(let edit): cells.append(edit)
    case .insertion(let edit): insertions.append(edit)
    case .deletion(let edit): deletions.append(edit)
    case .text(let edit): texts.append(edit)
    }
  }

  /// - Throws: `SourceEditError`; the reader's error.
  func revisions() throws -> [SourceRevision] {
    // The states before anything is read: what changes afterwards is noticed.
    var files: [String: FileRevision] = [:]
    var last: (input: InputFile, state: FileState?)?
    for file in source.files {
      let input = try InputFile(file.path)
      let state = try FileState(input)
      last = (input, state)
      files[file.name] = FileRevision(source, file, input, state)
    }
    let only = source.files.count == 1 ? last : nil
    let wantsLast = insertions.contains { $0.after == nil }
    let numbers = Set(
      cells.map(\.record.number) + deletions.map(\.record.number) + insertions.compactMap(\.after).filter { $0 > 0 }
        + (insertions.contains { $0.after == 0 } ? [1] : [])
    )
    let known = try only.flatMap { try knownRecords(numbers, wantsLast: wantsLast, $0.state) }
    let found = try known ?? records(numbers, wantsLast: wantsLast)
    for (number, edits) in Dictionary(grouping: cells, by: \.record.number).sorted(by: { $0.key < $1.key }) {
      let record = try record(number, found)
      try files[name(of: record)]?.change(record, edits)
    }
    for deletion in deletions {
      let record = try record(deletion.record.number, found)
      try files[name(of: record)]?.delete(record, deletion)
    }
    for insertion in insertions {
      let wanted = insertion.after.map { max($0, 1) }
      let neighbour = wanted.map { found[$0] } ?? found[found.keys.max() ?? 0]
      if let after = insertion.after, after != 0 { _ = try record(after, found) }
      let file = neighbour.map(name) ?? source.files.last?.name ?? ""
      try files[file]?.insert(insertion, beside: neighbour)
    }
    for text in texts {
      guard files[text.file] != nil else {
        throw SourceEditError(.missing, file: text.file, "it is no file of the source")
      }
      try files[text.file]?.replace(text)
    }
    return try source.files.compactMap { try files[$0.name]?.revision() }
  }

  /// The name of the file that a record stands in.
  private func name(of record: FoundCells) -> String { source.file(named: record.file)?.name ?? source.files[0].name }

  private func record(_ number: Int, _ found: [Int: FoundCells]) throws -> FoundCells {
    guard let record = found[number] else {
      throw SourceEditError(.missing, file: source.files[0].name, "there is no record \(number) by now")
    }
    return record
  }

  /// Reads records at the places where the last judgement has found them, in the same file; `nil` if these are not known.
  private func knownRecords(_ numbers: Set<Int>, wantsLast: Bool, _ state: FileState?) throws -> [Int: FoundCells]? {
    guard let places else { return nil }
    var numbers = numbers
    if wantsLast {
      guard let last = places.recordCount(of: source, state) else { return nil }
      numbers.insert(last)
    }
    guard !numbers.isEmpty else { return nil }
    var found: [Int: FoundCells] = [:]
    let areAllKnown = try places.read(numbers, of: source) { found[$0.recordNumber] = FoundCells($0) }
    return areAllKnown ? found : nil
  }

  /// Reads the source as far as the last of some records, or to its end.
  private func records(_ numbers: Set<Int>, wantsLast: Bool) throws -> [Int: FoundCells] {
    guard wantsLast || !numbers.isEmpty else { return [:] }
    var found: [Int: FoundCells] = [:]
    var left = numbers.count
    var last: FoundCells?
    do {
      let opened = try source.open()
      while left > 0 || wantsLast, try opened.next() {
        _ = opened.takeFindings()
        let isWanted = numbers.contains(opened.recordNumber)
        if isWanted || wantsLast { last = FoundCells(opened) }
        if isWanted {
          left -= 1
          found[opened.recordNumber] = last
        }
      }
    } catch let problem as SourceOpeningProblem {
      throw SourceEditError(.obstacle, file: source.files[0].name, problem.kind.message)
    }
    if wantsLast, let last { found[last.number] = last }
    return found
  }
}

/// A record that was looked for, with its fields and their places.
struct FoundCells {
  let file: String
  let number: Int
  let byteRange: Range<Int>?
  let fieldNames: [String]
  /// What the reader delivers; `nil` for a field that the record does not have.
  let texts: [String?]
  private let place: any PlacedRecord

  init(_ source: any RecordSource) {
    file = source.name
    number = source.recordNumber
    byteRange = source.byteRange
    fieldNames = source.fieldNames
    texts = source.fieldNames.indices.map { field in
      source.withField(field) { bytes in bytes.map { String(decoding: $0, as: UTF8.self) } }
    }
    place = source.place
  }

  /// The bytes of a field in its file.
  func byteRange(ofField field: Int) -> Range<Int>? { place.located(field).position.byteRange }
}

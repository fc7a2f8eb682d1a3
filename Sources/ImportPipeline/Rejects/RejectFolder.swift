internal import Findings
internal import Foundation
internal import SystemErrors
internal import TextInput

/// Writes the rejected records of a run, byte for byte as they stood, to files of their sources' format and name, and their reasons beside them as CSV.
///
/// A delimited file begins with its source's header. A file of markup is its source with every other record cut out, so that all that the records
/// stand in — root, groups, tables, namespaces — is still around them; where the recipe would not find them there, because it counts records or
/// because the columns of a table are records, it is the whole source. Reasons are written as they come; the records when everything has
/// been read, by reading the sources once more, so that nothing is kept but the records' numbers. The folder is one that nobody reads yet; whoever
/// publishes it does so as a whole.
final class RejectFolder {
  private let folder: String
  private let plan: ImportPlan
  /// The numbers of the rejected records, in ascending order, by source.
  private var rejected: [[UInt32]]
  private var reasons: [String: FileWriter] = [:]
  private var names: RejectNames

  init(folder: String, plan: ImportPlan) {
    self.folder = folder
    self.plan = plan
    rejected = Array(repeating: [], count: plan.sources.count)
    names = RejectNames(plan)
  }

  /// Adds a rejected record with the findings that rejected it.
  func add(_ record: Int, ofSource source: Int, _ findings: some Sequence<Finding>) throws {
    rejected[source].append(UInt32(clamping: record))
    try Self.writing {
      let file = try reasonsFile(source, findings.lazy.compactMap(\.position?.file).first)
      for finding in findings { try file.write(RejectReason.line(finding)) }
    }
  }

  private func reasonsFile(_ number: Int, _ file: String?) throws -> FileWriter {
    let name = name(plan.sources[number], file)
    if let known = reasons[name] { return known }
    try Files.makeFolder(folder)
    let file = try FileWriter(path: "\(folder)/\(name)\(RejectNames.reasonsEnding)")
    try file.write(RejectReason.header)
    reasons[name] = file
    return file
  }

  /// The name of the rejects of a source.
  ///
  /// - Parameter file: Which of its files, if it is no plain file.
  private func name(_ source: SourcePlan, _ file: String?) -> String {
    names.apart(source.isPlain ? source.files[0].name : file ?? source.files[0].name, source)
  }

  // MARK: Files

  /// Writes the files, if there is anything to write.
  func finish() throws { try Self.writing(writeFiles) }

  private func writeFiles() throws {
    for file in reasons.values { try file.finish() }
    guard rejected.contains(where: { !$0.isEmpty }) else { return }
    var state = RejectState()
    var files: Set<[String?]> = []
    let read = try plan.sources.map(contents)
    for source in plan.sources where files.insert(read[source.number]).inserted {
      let sources = plan.sources.filter { read[$0.number] == read[source.number] }
      guard sources.contains(where: { !rejected[$0.number].isEmpty }) else { continue }
      guard source.isPlain else {
        let write = [.csv, .xlsx].contains(source.recipe.format) ? writeLines : writeWrapped
        try write(sources) { name(source, $0.name) }
        state.apart = (state.apart ?? []) + [source.recipe.file.value]
        continue
      }
      if let file = try writeRejects(of: sources, to: name(source, nil)) {
        state.files.append(file)
      } else {
        state.apart = (state.apart ?? []) + [source.recipe.file.value]
      }
    }
    try state.write(to: folder)
  }

  /// Says in the pipeline's words which file could not be written.
  private static func writing(_ write: () throws -> Void) throws {
    do {
      try write()
    } catch let error as FileWriteError {
      throw ImportError.cannotWrite(path: error.path, reason: SystemReason.text(of: error))
    }
  }

  /// What a source reads: the file, the member of an archive, and the sheet, which may be called by its name or by its number.
  private func contents(of source: SourcePlan) throws -> [String?] {
    let (file, member) = (source.recipe.file.value, source.recipe.member?.value)
    guard source.recipe.format == .xlsx, !rejected[source.number].isEmpty else { return [file, member, nil] }
    return [file, member, try source.open().name]
  }

  /// Writes the rejects of all sources that read one file.
  ///
  /// - Returns: What is needed to put corrected records in their place; `nil` if that is not possible.
  private func writeRejects(of sources: [SourcePlan], to name: String) throws -> RejectState.File? {
    let first = sources[0]
    let numbered = sources.map { (plan: $0, numbers: rejected[$0.number]) }
    guard let records = try RejectedRecords(numbered, in: first.path) else {
      // A column in elements of its own would be its first cell.
      if sources.contains(where: \.readsColumns) {
        try Files.copy(first.path, to: "\(folder)/\(name)")
      } else {
        try writeWrapped(sources) { _ in name }
      }
      return nil
    }
    let opened = try first.open()
    let isCut = try !opened.isTree || writeElements(records, of: sources, to: name)
    if !opened.isTree { try writeLines(records, of: first.path, opened, to: name) }
    let base = first.isStandIn ? name + RejectState.sourceEnding : nil
    if let base { try Files.copy(first.path, to: "\(folder)/\(base)") }
    return RejectState.File(
      file: first.recipe.file.value,
      rejects: name,
      sha256: try RejectState.digest(of: first.path) ?? "",
      base: base,
      sources: numbered.map { RejectState.Source(source: $0.plan.number, rejected: $0.numbers) },
      places: records.digest,
      isWhole: isCut ? nil : true
    )
  }

  /// Writes the rejected lines of a plain file below its header.
  private func writeLines(
    _ records: RejectedRecords,
    of path: String,
    _ opened: any RecordSource,
    to name: String
  ) throws {
    let input = try InputFile(path)
    let file = try RejectedLines("\(folder)/\(name)", opened)
    for range in records.rejected { try file.add(input.bytes(in: range)) }
    try file.close()
  }

  /// Writes a file of markup without the elements of the records that were not rejected, or the whole of it if the recipe would not find the
  /// rejected ones there.
  ///
  /// - Returns: Whether the others were cut out.
  private func writeElements(_ records: RejectedRecords, of sources: [SourcePlan], to name: String) throws -> Bool {
    let path = "\(folder)/\(name)"
    let bytes = Data(try Files.contents(of: sources[0].path) ?? [])
    if !sources.contains(where: \.readsColumns) {
      let cut = records.cut(bytes, hasCommas: sources[0].recipe.format == .json)
      try write(cut.text, to: path)
      // A reader that finds no record there at all may say so.
      let found = try RejectedRecords.placesIfReadable(in: path, of: sources)
      if let found, RejectChoice(cut.places, among: found) != nil { return true }
    }
    try write(bytes, to: path)
    return false
  }

  private func write(_ bytes: Data, to path: String) throws {
    let file = try FileWriter(path: path)
    try file.write(bytes)
    try file.finish()
  }

  /// Writes rejected lines below the header of their source, to one file for each name. Lines are numbered alike in all sources that read them.
  private func writeLines(_ sources: [SourcePlan], _ name: (any RecordSource) -> String) throws {
    var files: [String: RejectedLines] = [:]
    try readRejected(Set(sources.flatMap { rejected[$0.number] }), of: sources[0]) { opened, line in
      let name = name(opened)
      let file = try files[name] ?? RejectedLines("\(folder)/\(name)", opened)
      files[name] = file
      try file.add(line)
    }
    for file in files.values { try file.close() }
  }

  /// Writes rejected records that cannot be left where they stand, in UTF-8 and in an element of our own, to one file for each name.
  private func writeWrapped(_ sources: [SourcePlan], _ name: (any RecordSource) -> String) throws {
    var files: [String: WrappedRejects] = [:]
    for source in sources {
      try readRejected(Set(rejected[source.number]), of: source) { opened, record in
        let name = name(opened)
        let file = try files[name] ?? WrappedRejects(FileWriter(path: "\(folder)/\(name)"), source.recipe.format)
        files[name] = file
        try file.add(record)
      }
    }
    for file in files.values { try file.close() }
  }

  /// Reads a source again and calls `body` with the bytes of its rejected records.
  private func readRejected(
    _ wanted: Set<UInt32>,
    of source: SourcePlan,
    _ body: (any RecordSource, [UInt8]) throws -> Void
  ) throws {
    let opened = try source.open()
    try opened.forEachRecord(wanted.count, where: { wanted.contains(UInt32(clamping: $0)) }) { record in
      try body(opened, record.rejectBytes)
    }
  }
}

extension SourcePlan {
  /// Whether the columns of a table are its records, so that one stands in many places.
  var readsColumns: Bool { recipe.format == .html && recipe.markup.headerColumns != nil }
}

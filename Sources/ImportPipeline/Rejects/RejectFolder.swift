internal import Findings
internal import Foundation
internal import SystemErrors

/// Writes the rejected records of a run, byte for byte as they stood, to files of their sources' format and name, and their reasons beside them as CSV.
///
/// A delimited file begins with its source's header. A file of markup is its source with every other record cut out, so that all that the records
/// stand in — root, groups, tables, namespaces — is still around them. Reasons are written as they come; the records when everything has
/// been read, by reading the sources once more, so that nothing is kept but the records' numbers. The folder is one that nobody reads yet; whoever
/// publishes it does so as a whole.
final class RejectFolder {
  private let folder: String
  private let plan: ImportPlan
  /// The numbers of the rejected records, in ascending order, by source.
  private var rejected: [[UInt32]]
  private var reasons: [String: FileWriter] = [:]
  /// The names of the rejects of sources that are one plain file, by source; `nil` for others.
  private let names: [String?]

  init(folder: String, plan: ImportPlan) {
    self.folder = folder
    self.plan = plan
    rejected = Array(repeating: [], count: plan.sources.count)
    names = plan.sources.map { $0.isPlain ? Self.name(of: $0.files[0].name, in: plan) : nil }
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
    let name = names[number] ?? nameApart(of: file, plan.sources[number])
    if let known = reasons[name] { return known }
    try Files.makeFolder(folder)
    let file = try FileWriter(path: "\(folder)/\(name).reasons.csv")
    try file.write(RejectReason.header)
    reasons[name] = file
    return file
  }

  /// The name of a file's rejects: its own, or the whole path where two sources have files of the same name.
  private static func name(of path: String, in plan: ImportPlan) -> String {
    func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
    let others = plan.sources.flatMap { $0.files.map(\.name) }.filter { $0 != path }
    let isTaken = others.contains { last($0) == last(path) }
    return isTaken ? path.replacingOccurrences(of: "/", with: "_") : last(path)
  }

  /// The name of the rejects of one file of a source that is no plain file, which ends as its format does. Nothing is put back from them.
  private func nameApart(of file: String?, _ source: SourcePlan) -> String {
    let file = file ?? source.files[0].name
    let name = file == "-" ? "stdin" : file.replacing("/", with: "_")
    let ending = "." + source.recipe.format.ending
    return name.hasSuffix(ending) ? name : name + ending
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
      guard let name = names[source.number] else {
        let write = [.csv, .xlsx].contains(source.recipe.format) ? writeLines : writeWrapped
        try write(sources) { nameApart(of: $0.name, source) }
        state.apart = (state.apart ?? []) + [source.recipe.file.value]
        continue
      }
      if let file = try writeRejects(of: sources, to: name) {
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
    if try first.open().isTree {
      guard let records = try RejectedRecords(numbered, in: first.path) else {
        try writeWrapped(sources) { _ in name }
        return nil
      }
      try writeElements(records, of: first.path, to: name, first.recipe.format)
    } else {
      try writeLines(sources) { _ in name }
    }
    let base = first.isStandIn ? "\(name).source" : nil
    if let base {
      let copy = "\(folder)/\(base)"
      try Files.copy(first.path, to: copy)
    }
    return RejectState.File(
      file: first.recipe.file.value,
      rejects: name,
      sha256: try RejectState.digest(of: first.path) ?? "",
      base: base,
      sources: numbered.map { RejectState.Source(source: $0.plan.number, rejected: $0.numbers) }
    )
  }

  /// Writes rejected lines below the header of their source, to one file for each name. Lines are numbered alike in all sources that read them.
  private func writeLines(_ sources: [SourcePlan], _ name: (any RecordSource) -> String) throws {
    var files: [String: (file: FileWriter, lineBreaks: [[UInt8]])] = [:]
    try readRejected(Set(sources.flatMap { rejected[$0.number] }), of: sources[0]) { opened, line in
      let name = name(opened)
      if files[name] == nil {
        let file = try FileWriter(path: "\(folder)/\(name)")
        try file.write(opened.rejectPreamble)
        files[name] = (file, opened.lineBreaks.filter { !$0.isEmpty })
      }
      guard let (file, lineBreaks) = files[name] else { return }
      try file.write(line)
      // The last line of a source may have no line break.
      if !lineBreaks.contains(where: { line.suffix($0.count).elementsEqual($0) }) {
        try file.write(lineBreaks.first ?? [])
      }
    }
    for (file, _) in files.values { try file.finish() }
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

  /// Writes a file of markup without the elements of the records that were not rejected.
  private func writeElements(
    _ records: RejectedRecords,
    of path: String,
    to name: String,
    _ format: SourceFormat
  ) throws {
    let bytes = Data(try Files.contents(of: path) ?? [])
    let file = try FileWriter(path: "\(folder)/\(name)")
    var cutter = RecordCutter(bytes, hasCommas: format == .json)
    for range in records.others { try file.write(cutter.textBefore(cutting: range)) }
    try file.write(cutter.rest)
    try file.finish()
  }
}

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
  let folder: String
  private let plan: ImportPlan
  /// The numbers of the rejected records, in ascending order, by source.
  private(set) var rejected: [[UInt32]]
  private var reasons: [String: BufferedFile] = [:]
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
    let file = try reasonsFile(source, findings.lazy.compactMap(\.position?.file).first)
    for finding in findings { try file.write(RejectReason.line(finding)) }
  }

  private func reasonsFile(_ number: Int, _ file: String?) throws -> BufferedFile {
    let name = names[number] ?? nameApart(of: file, plan.sources[number])
    if let known = reasons[name] { return known }
    try Self.writing(folder) {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let file = try BufferedFile(path: "\(folder)/\(name).reasons.csv")
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

  // MARK: Files

  /// Writes the files, if there is anything to write.
  func finish() throws {
    for file in reasons.values { try file.close() }
    guard rejected.contains(where: { !$0.isEmpty }) else { return }
    var state = RejectState()
    var files: Set<[String?]> = []
    let read = try plan.sources.map(contents)
    for source in plan.sources where files.insert(read[source.number]).inserted {
      let sources = plan.sources.filter { read[$0.number] == read[source.number] }
      guard sources.contains(where: { !rejected[$0.number].isEmpty }) else { continue }
      guard let name = names[source.number] else {
        try writeApart(sources)
        state.apart = (state.apart ?? []) + [source.recipe.file.value]
        continue
      }
      if let file = try writeRejects(of: sources, to: name) {
        state.files.append(file)
      } else {
        state.apart = (state.apart ?? []) + [source.recipe.file.value]
      }
    }
    try Self.writing("\(folder)/\(RejectState.name)") { try state.write(to: folder) }
  }

  /// Says which file could not be written, in the words of the system.
  private static func writing(_ path: String, _ write: () throws -> Void) throws {
    do { try write() } catch { throw ImportError.cannotWrite(path: path, reason: SystemReason.text(of: error)) }
  }

  /// What a source reads: the file, the member of an archive, and the sheet, which may be called by its name or by its number.
  private func contents(of source: SourcePlan) throws -> [String?] {
    let (file, member) = (source.recipe.file.value, source.recipe.member?.value)
    guard source.recipe.format == .xlsx, !rejected[source.number].isEmpty else { return [file, member, nil] }
    let opened = try SourceOpener(recipe: source.recipe, files: source.files, fields: source.fieldNames).open()
    return [file, member, opened.name]
  }

  /// Writes the rejects of all sources that read one file.
  ///
  /// - Returns: What is needed to put mended records in their place; `nil` if that is not possible.
  private func writeRejects(of sources: [SourcePlan], to name: String) throws -> RejectState.File? {
    let first = sources[0]
    let numbered = sources.map { (plan: $0, numbers: rejected[$0.number]) }
    let opened = try SourceOpener(recipe: first.recipe, path: first.path, fields: first.fieldNames).open()
    if opened.isTree {
      guard let records = try RejectedRecords(numbered, in: first.path) else {
        try writeWrapped(sources, to: name)
        return nil
      }
      try writeElements(records, of: first.path, to: name, first.recipe.format)
    } else {
      try writeLines(of: opened, Self.merged(numbered.map(\.numbers)), to: name)
    }
    let base = first.isStandIn ? "\(name).source" : nil
    if let base {
      let copy = "\(folder)/\(base)"
      try Self.writing(copy) { try FileManager.default.copyItem(atPath: first.path, toPath: copy) }
    }
    return RejectState.File(
      file: first.recipe.file.value,
      rejects: name,
      sha256: try RejectState.digest(of: first.path) ?? "",
      base: base,
      sources: numbered.map { RejectState.Source(source: $0.plan.number, rejected: $0.numbers) }
    )
  }

  /// The numbers of several lists, each once and in ascending order, as those of one list are already.
  private static func merged(_ lists: [[UInt32]]) -> [UInt32] {
    lists.count == 1 ? lists[0] : Set(lists.joined()).sorted()
  }

  /// Writes a delimited source's header and its records of the given numbers, in ascending order.
  private func writeLines(of source: some RejectableSource, _ numbers: [UInt32], to name: String) throws {
    let file = try BufferedFile(path: "\(folder)/\(name)")
    try file.write(source.rejectPreamble)
    let lineBreaks = source.lineBreaks.filter { !$0.isEmpty }
    var next = 0
    while next < numbers.count, try source.next() {
      _ = source.takeFindings()
      guard source.recordNumber == Int(numbers[next]) else { continue }
      next += 1
      var arena = source.makePlaceArena()
      source.keepPlace(in: &arena)
      try Self.writeLine(arena.rawBytes(of: 0), lineBreaks, to: file)
    }
    try file.close()
  }

  /// Writes a record and, if it has none, a line break.
  static func writeLine(_ line: [UInt8], _ lineBreaks: [[UInt8]], to file: BufferedFile) throws {
    try file.write(line)
    if !lineBreaks.contains(where: { line.suffix($0.count).elementsEqual($0) }) {
      try file.write(lineBreaks.first ?? [])
    }
  }

  /// Writes a file of markup without the elements of the records that were not rejected.
  private func writeElements(
    _ records: RejectedRecords,
    of path: String,
    to name: String,
    _ format: SourceFormat
  ) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    let file = try BufferedFile(path: "\(folder)/\(name)")
    var cutter = RecordCutter(bytes, hasCommas: format == .json)
    for range in records.others { try file.write(cutter.textBefore(cutting: range)) }
    try file.write(cutter.rest)
    try file.close()
  }

  /// Writes the rejected records of a file whose places in bytes are not known, in UTF-8 and in an element of our own.
  private func writeWrapped(_ sources: [SourcePlan], to name: String) throws {
    let file = WrappedRejects(try BufferedFile(path: "\(folder)/\(name)"), sources[0].recipe.format)
    for source in sources {
      let opened = try SourceOpener(recipe: source.recipe, path: source.path, fields: source.fieldNames).open()
      let wanted = Set(rejected[source.number])
      while try opened.next() {
        guard wanted.contains(UInt32(clamping: opened.recordNumber)) else { continue }
        var arena = opened.makePlaceArena()
        opened.keepPlace(in: &arena)
        try file.add(arena.rawBytes(of: 0))
      }
    }
    try file.close()
  }
}

internal import DelimitedText
package import FoundationEssentials
internal import ObjectModel
internal import TextInput

/// What was found out about the records of sources, for the next judgement of the same sources in this process: only what an edit touches is read again.
///
/// What can be said of a record by itself is kept for each batch of records, as long as the batch's bytes and everything else that it follows from are as they
/// were. What follows from other records (uniqueness, references, counts) is found out anew each time, in the order of the records, so that a judgement is
/// the same as one that reads everything. It holds for sources that are one plain file of delimited text in UTF-8, about whose form nothing is to be said, in
/// runs that keep no objects; all others are read as a whole.
///
/// `@unchecked Sendable` because it is used by one thread at a time.
package final class JudgementMemory: @unchecked Sendable {
  /// What a judgement follows from beside the sources' records.
  private struct Context: Equatable {
    var states: [String: FileState]
    var dialects: [String]
    var day: Int
  }

  private struct Key: Hashable {
    var source: Int
    var path: String
  }

  private var context: Context?
  /// The files as they were before anything was read of them.
  private var states: [String: FileState] = [:]
  private var sources: [Key: JudgedSource] = [:]
  /// Where the records stand; may be asked at any time by any thread.
  package let places = RecordPlaces()
  /// How many bytes of sources were read again by the last judgement that did not read everything; `nil` if it did.
  package private(set) var bytesRead: Int?

  package init() {}

  /// Forgets all records.
  package func forget() {
    bytesRead = nil
    sources = [:]
  }

  /// Begins a judgement.
  ///
  /// - Parameters:
  ///   - states: The files that are read, as they were before anything was read of them.
  ///   - today: The day that the plan takes for today.
  package func begin(_ plan: ImportPlan, states: [String: FileState], today: Date) {
    self.states = states
    bytesRead = nil
    let lookups = Set(plan.recipe.lookups.values.compactMap { $0.file?.value })
    let records = Set(plan.sourceFiles.filter { !lookups.contains($0.name) }.map(\.path))
    let context = Context(
      states: states.filter { !records.contains($0.key) },
      dialects: plan.dialectDescriptions,
      day: Int((today.timeIntervalSinceReferenceDate / 86_400).rounded(.down))
    )
    if context != self.context || plan.readsNamedFiles { sources = [:] }
    self.context = context
  }

  /// Notes that a file has got other bytes in some places.
  ///
  /// - Parameters:
  ///   - old: The file's state before, for which the edits are.
  ///   - new: Its state since.
  func note(_ edits: [SourceFix.Edit], of path: String, from old: FileState?, to new: FileState?) {
    for key in sources.keys where key.path == path {
      guard let old, let new, sources[key]?.state == old, sources[key]?.apply(edits, state: new) == true else {
        sources[key] = nil
        continue
      }
    }
  }

  /// Notes that a revision has been written.
  ///
  /// - Parameter back: What takes it back.
  package func note(_ revision: SourceRevision, takenBackBy back: SourceRevision) {
    note(revision.edits, of: revision.path, from: revision.state, to: back.state)
  }

  // MARK: Judging

  /// What keeps a source's records as they are judged; `nil` for sources that are always read as a whole.
  func recorder(_ source: SourcePlan, _ opened: DelimitedSource, _ precheck: RecordPrecheck, of plan: ImportPlan)
    -> JudgementRecorder?
  {
    guard !plan.readsNamedFiles, let form = source.judgedForm(of: opened), let state = states[source.path] else {
      return nil
    }
    return JudgementRecorder(form: form, state: state, targets: precheck.knownTargets)
  }

  /// Takes what a recorder has kept.
  func keep(_ recorder: JudgementRecorder, of source: SourcePlan) {
    let judged = recorder.finished()
    sources[Key(source: source.number, path: source.path)] = judged
    places.keep(judged, of: source)
  }

  /// Takes a source that has been judged again.
  func keep(_ judged: JudgedSource, of source: SourcePlan, bytesRead: Int) {
    sources[Key(source: source.number, path: source.path)] = judged
    places.keep(judged, of: source)
    self.bytesRead = (self.bytesRead ?? 0) + bytesRead
  }

  /// What is known of a source that has been opened; `nil` if it has to be read as a whole.
  func judged(_ source: SourcePlan, _ opened: DelimitedSource, _ precheck: RecordPrecheck) -> JudgedSource? {
    let key = Key(source: source.number, path: source.path)
    guard let judged = sources[key] else { return nil }
    let targets = precheck.knownTargets
    guard judged.state == states[source.path], judged.form == source.judgedForm(of: opened), judged.isWorthReplaying,
      judged.targets.count == targets.count,
      zip(judged.targets, targets).allSatisfy({ old, new in
        if let old, let new { old.isSame(as: new) } else { old == nil && new == nil }
      })
    else {
      sources[key] = nil
      return nil
    }
    return judged
  }
}

extension SourcePlan {
  /// How a source is read of which parts may be judged by themselves; `nil` for others.
  func judgedForm(of opened: DelimitedSource) -> String? {
    let options = recipe.delimited.options
    guard options.footerRows == 0, options.tableBoundary != .blankLine, opened.reader.detection.item("tables") == nil
    else { return nil }
    return form(of: opened)
  }
}

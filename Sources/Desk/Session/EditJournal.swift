internal import ImportPipeline
internal import SystemErrors

/// The changes of a session, each with its way back.
struct EditJournal: Sendable {
  /// Files that were changed together.
  struct Entry: Sendable {
    let title: String
    /// Whether records have other numbers afterwards.
    let renumbers: Bool
    /// The lines that it changed, file by file.
    let diffs: [RevisionDiff]
    /// The cells that were changed last, by doing it or by taking it back; `nil` if it is about more than cells.
    fileprivate(set) var cells: [CellEdit]?
    /// What leads from the files as they are now to those before.
    fileprivate(set) var back: [any DeskWrite]
  }

  /// Called with each revision that has been written, and what takes it back.
  private let note: @Sendable (_ revision: SourceRevision, _ back: SourceRevision) -> Void
  private var done: [Entry] = []
  private var undone: [Entry] = []
  /// For each file that was changed here, what would take the last change back: it knows the file's state after that.
  private var newest: [String: SourceRevision] = [:]
  /// What the last change did.
  private(set) var last = JournalStep()

  init(note: @escaping @Sendable (_ revision: SourceRevision, _ back: SourceRevision) -> Void) { self.note = note }

  var undoTitle: String? { done.last?.title }
  var redoTitle: String? { undone.last?.title }

  /// What was done and not taken back, oldest first.
  var changes: [(title: String, diff: String)] { done.map { ($0.title, $0.diffs.map(\.text).joined()) } }

  /// Writes files and keeps the way back.
  ///
  /// - Parameter cells: The cells that the writes change; `nil` if they are about more than cells.
  /// - Throws: What a write throws; nothing is changed then.
  mutating func carryOut(_ writes: [any DeskWrite], title: String, renumbers: Bool, cells: [CellEdit]? = nil) throws {
    // What another program has changed in between cannot be taken back over.
    for case let revision as SourceRevision in writes {
      guard let last = newest[revision.path], try !revision.isAbout(stateOf: last) else { continue }
      done.removeAll { $0.back.contains { $0.path == revision.path } }
    }
    let diffs = try writes.compactMap { try ($0 as? SourceRevision)?.diffAside() }
    let back = try apply(writes)
    done.append(Entry(title: title, renumbers: renumbers, diffs: diffs, cells: cells, back: back))
    undone = []
    last.cells = cells
  }

  /// - Returns: Whether records have other numbers by now; `nil` if there is nothing to take back.
  mutating func undo() throws -> Bool? {
    guard let entry = done.last else { return nil }
    undone.append(try takenBack(entry))
    done.removeLast()
    return entry.renumbers
  }

  /// - Returns: As `undo()`.
  mutating func redo() throws -> Bool? {
    guard let entry = undone.last else { return nil }
    done.append(try takenBack(entry))
    undone.removeLast()
    return entry.renumbers
  }

  private mutating func takenBack(_ entry: Entry) throws -> Entry {
    var entry = entry
    entry.back = try applyAgain(entry.back)
    entry.cells = entry.cells?.reversed().map(\.reversed)
    last.cells = entry.cells
    return entry
  }

  /// Writes what was written here before: the files have been written since, and have the same bytes again, unless another program has changed them.
  private mutating func applyAgain(_ writes: [any DeskWrite]) throws -> [any DeskWrite] {
    try apply(
      writes.map { write in
        guard let revision = write as? SourceRevision, let last = newest[revision.path] else { return write }
        return revision.rebased(on: last)
      }
    )
  }

  /// Writes all or nothing.
  ///
  /// - Returns: The way back.
  /// - Throws: What a write throws; a `DeskProblem` that names the files if what was written before cannot be taken back.
  private mutating func apply(_ writes: [any DeskWrite]) throws -> [any DeskWrite] {
    var back: [any DeskWrite] = []
    var step = JournalStep()
    func keep(_ write: any DeskWrite) {
      if let revision = write as? SourceRevision { newest[revision.path] = revision }
    }
    func carryOut(_ write: any DeskWrite) throws -> any DeskWrite {
      let back = try write.carryOut()
      if let write = write as? SourceRevision, let back = back as? SourceRevision {
        note(write, back)
        step.writes.append((write.path, write.state, back.state))
      } else {
        step.writes.append((write.path, nil, nil))
      }
      return back
    }
    do {
      for write in writes { back.insert(try carryOut(write), at: 0) }
    } catch {
      // What was written already is taken back; if another program has changed it meanwhile, that stays.
      var left: [String] = []
      for write in back {
        do {
          keep(try carryOut(write))
        } catch let reason {
          left.append("\(write.path) was written and is not taken back: \(SystemReason.description(of: reason))")
        }
      }
      guard !left.isEmpty else { throw error }
      let reasons = [SystemReason.description(of: error)] + left
      throw DeskProblem(.internalServerError, "A part of the change was written", reasons.joined(separator: "; "))
    }
    back.forEach(keep)
    last = step
    return back
  }
}

/// What a change has done.
struct JournalStep: Sendable {
  /// The cells that it was about; `nil` if it was about more than cells.
  fileprivate(set) var cells: [CellEdit]?
  /// The files that were written, in this order, as they were and as they are since; `nil` where that is not known.
  fileprivate(set) var writes: [(path: String, old: FileState?, new: FileState?)] = []
}

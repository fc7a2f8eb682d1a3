/// The changes of a session, each with its way back.
struct EditJournal: Sendable {
  /// Files that were changed together.
  struct Entry: Sendable {
    let title: String
    /// Whether records have other numbers afterwards.
    let renumbers: Bool
    /// What leads from the files as they are now to those before.
    private(set) var back: [any DeskWrite]

    /// Writes revisions, all of them or none.
    init(applying revisions: [any DeskWrite], title: String, renumbers: Bool) throws {
      self.title = title
      self.renumbers = renumbers
      back = []
      do {
        for revision in revisions { back.insert(try revision.carryOut(), at: 0) }
      } catch {
        // What was written already is taken back; if another program has changed it meanwhile, that stays.
        for revision in back { _ = try? revision.carryOut() }
        throw error
      }
    }

    /// The entry that leads the other way.
    func reversed() throws -> Entry { try Entry(applying: back, title: title, renumbers: renumbers) }
  }

  private var done: [Entry] = []
  private var undone: [Entry] = []

  var undoTitle: String? { done.last?.title }
  var redoTitle: String? { undone.last?.title }

  mutating func did(_ entry: Entry) {
    done.append(entry)
    undone = []
  }

  /// - Returns: What was taken back; `nil` if there is nothing.
  mutating func undo() throws -> Entry? {
    guard let last = done.last else { return nil }
    undone.append(try last.reversed())
    return done.removeLast()
  }

  mutating func redo() throws -> Entry? {
    guard let last = undone.last else { return nil }
    done.append(try last.reversed())
    return undone.removeLast()
  }
}

import Synchronization
import Testing

@testable import Desk

/// Changes of several files are carried out all or not at all.
@Suite struct EditJournalTests {
  /// Writes a text to a file that is kept in memory.
  private struct Write: DeskWrite {
    /// The files' texts, and the paths whose writes fail.
    final class Disk: Sendable {
      let texts = Mutex<[String: String]>([:])
      let failing: Set<String>
      init(failing: Set<String>) { self.failing = failing }
    }

    var path: String
    var text: String
    let disk: Disk
    var isWayBack = false

    func carryOut() throws -> any DeskWrite {
      if disk.failing.contains(isWayBack ? "back to \(path)" : path) { throw DeskProblem(.conflict, "\(path) fails") }
      let old = disk.texts.withLock { $0.updateValue(text, forKey: path) }
      return Write(path: path, text: old ?? "", disk: disk, isWayBack: true)
    }
  }

  private func carryOut(failing: Set<String>) -> (texts: [String: String], error: (any Error)?, title: String?) {
    let disk = Write.Disk(failing: failing)
    disk.texts.withLock { $0 = ["a": "1", "b": "1", "c": "1"] }
    var journal = EditJournal { _, _ in }
    var failure: (any Error)?
    do {
      try journal.carryOut(
        ["a", "b", "c"].map { Write(path: $0, text: "2", disk: disk) },
        title: "Three files",
        renumbers: false
      )
    } catch {
      failure = error
    }
    return (disk.texts.withLock(\.self), failure, journal.undoTitle)
  }

  @Test func allAreWritten() {
    let (texts, error, title) = carryOut(failing: [])
    #expect(texts == ["a": "2", "b": "2", "c": "2"] && error == nil && title == "Three files")
  }

  @Test func whatWasWrittenBeforeOneThatFailsIsTakenBack() {
    let (texts, error, title) = carryOut(failing: ["c"])
    #expect(texts == ["a": "1", "b": "1", "c": "1"] && title == nil)
    #expect("\(error as Any)".contains("c fails"))
  }

  @Test func whatCannotBeTakenBackIsNamed() throws {
    let (texts, error, title) = carryOut(failing: ["c", "back to a"])
    #expect(texts == ["a": "2", "b": "1", "c": "1"] && title == nil)
    #expect(
      try #require(error as? DeskProblem).description
        == "A part of the change was written: c fails; a was written and is not taken back: a fails"
    )
  }
}

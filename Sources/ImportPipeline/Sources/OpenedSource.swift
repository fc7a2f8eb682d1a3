internal import Synchronization

/// A source as its planner has opened it, for the run that follows: opening a page or a workbook means reading it whole.
///
/// It is handed out once, and only as long as the file is the one that was opened.
final class OpenedSource: Sendable {
  /// The most bytes of files that a plan's opened sources may have together: what is made of a page in memory takes several times as many.
  static let mostBytes = 64 << 20

  /// Handed over from the thread that has opened it to the one that takes it, and used by one of them at a time.
  private struct Handover: @unchecked Sendable {
    let source: any RecordSource
  }

  private let path: String
  private let state: FileState
  private let handover: Mutex<Handover?>

  /// - Parameter state: The file's state before it was opened.
  init(_ source: any RecordSource, path: String, state: FileState) {
    self.path = path
    self.state = state
    handover = Mutex(Handover(source: source))
  }

  /// The source, standing before its first record; `nil` if it has been taken, or the file has changed.
  ///
  /// - Throws: `FileError` if the system cannot tell.
  func take() throws -> (any RecordSource)? {
    let taken = handover.withLock { $0.take() }
    return try FileState(ofFile: path) == state ? taken?.source : nil
  }
}

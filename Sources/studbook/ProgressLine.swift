import Foundation
import ImportPipeline
import Synchronization

/// One line on the terminal that says how far an import is; it goes away when the work is done.
///
/// Shown only for work that takes longer than a moment, at most ten times a second.
final class ProgressLine: Sendable {
  private struct State {
    var start = ContinuousClock.now
    var lastShown: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let columns: Int

  /// - Parameter columns: The terminal's width.
  init(columns: Int) { self.columns = columns }

  /// Shows where the import is.
  func show(_ progress: ImportProgress) {
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      guard now - state.start > .milliseconds(500) else { return false }
      if let last = state.lastShown, now - last < .milliseconds(100) { return false }
      state.lastShown = now
      return true
    }
    guard isDue else { return }
    let share = progress.bytesTotal > 0 ? min(progress.bytesRead * 100 / progress.bytesTotal, 100) : 100
    let text = "\(progress.source)/\(progress.sourceCount) \(progress.file): \(progress.records) records, \(share) %"
    FileHandle.standardError.write(Data(("\r\u{1B}[K" + String(text.prefix(columns - 1))).utf8))
  }

  /// Takes the line away.
  func clear() {
    let wasShown = state.withLock { $0.lastShown != nil }
    if wasShown { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
  }
}

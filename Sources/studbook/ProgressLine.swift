import Foundation
import ImportPipeline
import Synchronization

/// Says how far an import is: on one line of the terminal that goes away when the work is done, or to a program, as JSON.
///
/// On the terminal only for work that takes longer than a moment. At most ten times a second.
final class ProgressLine: Sendable {
  enum Form: Sendable {
    /// A line of so many columns.
    case terminal(columns: Int)
    /// A JSON text sequence, in which each value stands between a record separator and a line feed: https://www.rfc-editor.org/rfc/rfc7464
    case sequence
  }

  /// A value of the sequence.
  struct Value: Codable, Sendable, Equatable {
    var file: String
    var source: Int
    var sourceCount: Int
    var records: Int
    var bytesRead: Int
    var bytesTotal: Int
    /// What is done after all sources have been read; `nil` while they are.
    var phase: Phase?
  }

  /// What is done when all sources have been read.
  enum Phase: String, Codable, Sendable {
    case finishing = "The file is finished"
    case reporting = "Reports are written"
    case publishing = "The release is published"
  }

  /// The environment variable with which a program asks for the sequence, by the value `sequence`.
  static let variable = "STUDBOOK_PROGRESS"
  /// What each value of the sequence begins with.
  static let recordSeparator: UInt8 = 0x1E

  private struct State {
    var start = ContinuousClock.now
    var lastShown: ContinuousClock.Instant?
    var last = Value(file: "", source: 0, sourceCount: 0, records: 0, bytesRead: 0, bytesTotal: 0)
  }

  private let state = Mutex(State())
  private let form: Form

  init(_ form: Form) { self.form = form }

  /// Shows where the import is.
  func show(_ progress: ImportProgress) {
    let value = Value(
      file: progress.file,
      source: progress.source,
      sourceCount: progress.sourceCount,
      records: progress.records,
      bytesRead: progress.bytesRead,
      bytesTotal: progress.bytesTotal
    )
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      let isOther = state.last.source != value.source
      state.last = value
      if case .terminal = form, now - state.start <= .milliseconds(500) { return false }
      if let last = state.lastShown, now - last < .milliseconds(100), !isOther || isOnTerminal { return false }
      state.lastShown = now
      return true
    }
    guard isDue else { return }
    guard case .terminal(let columns) = form else { return write(value) }
    let share = progress.bytesTotal > 0 ? min(progress.bytesRead * 100 / progress.bytesTotal, 100) : 100
    let text = "\(progress.source)/\(progress.sourceCount) \(progress.file): \(progress.records) records, \(share) %"
    FileHandle.standardError.write(Data(("\r\u{1B}[K" + String(text.prefix(columns - 1))).utf8))
  }

  /// Says what is done now that all sources have been read; on a terminal, the line is gone by then.
  func show(_ phase: Phase) {
    guard !isOnTerminal else { return }
    write(
      state.withLock { state in
        state.last.phase = phase
        return state.last
      }
    )
  }

  private var isOnTerminal: Bool {
    if case .terminal = form { true } else { false }
  }

  private func write(_ value: Value) {
    // It has nothing that JSON could not say.
    guard let json = try? JSONEncoder().encode(value) else { return }
    FileHandle.standardError.write(Data([Self.recordSeparator]) + json + Data("\n".utf8))
  }

  /// Takes the line away.
  func clear() {
    let wasShown = state.withLock { $0.lastShown != nil }
    if wasShown, isOnTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
  }
}

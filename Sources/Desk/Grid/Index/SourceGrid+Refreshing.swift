internal import Foundation
internal import ImportPipeline
internal import Synchronization
internal import TextInput

/// Following changes of the files.
extension SourceGrid {
  /// What a look at the files came to.
  package enum Refresh: Sendable, Hashable {
    /// They are as they were.
    case unchanged
    /// The changed records have been read again.
    case done
    /// The source is read again as a whole in the background; until then its records are those from before.
    case reading
  }

  /// Looks whether the files have changed, and reads what has; what could not be read is tried again.
  ///
  /// Of a plain file only the pages around the changed bytes are read again; what is behind them is moved. What cannot be read in parts is read as a whole:
  /// at once if it is small.
  ///
  /// - Throws: `FileError` if the system cannot tell.
  /// - Complexity: O(bytes of the file), which are compared; O(changed bytes) in work on records.
  @discardableResult
  package func refresh() throws -> Refresh {
    let states = try source.states()
    let (old, _) = snapshot
    guard states != old.states || mayTryAgain else { return .unchanged }
    // What keeps parts from being read keeps the whole from it, and is said then.
    if old.isFinished, old.problem == nil, states.isReplacement(of: old.states),
      let change = try? SourceChange(of: old, to: source.files[0].path),
      try source.states() == states
    {
      let number = nextReading()
      let isTaken = state.withLock { state in
        guard state.reading == number, state.snapshot.states == old.states else { return false }
        change.apply(to: &state, states: states)
        state.version += 1
        return true
      }
      if isTaken { return .done }
    }
    let size = source.files.reduce(0) { $0 + (FileManager.default.size(ofFile: $1.path)) }
    if size < Self.mostBytesReadAtOnce {
      read(nextReading(), keepsOld: true)
      return .done
    }
    start(keepsOld: true)
    return .reading
  }
}

extension [FileState?] {
  /// Whether the one file has another in its place, so that the old one, which is still open, is as it was.
  fileprivate func isReplacement(of old: [FileState?]) -> Bool {
    guard count == 1, old.count == 1, let new = self[0], let old = old[0] else { return false }
    return !new.isOfSameFile(as: old)
  }
}

extension FileManager {
  /// The size in bytes, as far as it can be told: it only decides who waits.
  fileprivate func size(ofFile path: String) -> Int {
    // A file that is not there is said so when it is read.
    ((try? attributesOfItem(atPath: path))?[.size] as? Int) ?? 0
  }
}

/// The pages of a plain file that are others than before.
private struct SourceChange {
  private let pages: Range<Int>
  private let old: [RecordPage]
  private let new: [(page: RecordPage, span: PageSpan)]
  private let bytes: Int
  private let lines: Int
  private let file: GridSnapshot.File

  /// `nil` if the whole has to be read.
  ///
  /// - Throws: `InputError` if a file cannot be read, `PageChanged` if the old one was changed in its place.
  init?(of snapshot: GridSnapshot, to path: String) throws {
    guard let form = snapshot.form, form.hasPlainLineFeeds, let before = snapshot.file, !snapshot.pages.isEmpty else {
      return nil
    }
    let input = try InputFile(path)
    guard let size = input.regularSize, let change = try before.change(to: input, size: size) else { return nil }
    let delta = size - before.size
    func span(_ page: Int) -> PageSpan? {
      guard case .file(let span) = snapshot.pages[page].place else { return nil }
      return span
    }
    // Pages that end where the change begins belong to it: their last record may have become longer.
    let touched = snapshot.pages.indices.filter { page in
      guard let span = span(page) else { return false }
      let end = page == snapshot.pages.count - 1 ? before.size : span.bytes.upperBound
      return span.bytes.lowerBound <= change.upperBound && end >= change.lowerBound
    }
    guard let first = touched.first, let last = touched.last, last - first == touched.count - 1,
      let start = span(first), let end = span(last)
    else { return nil }
    let isLast = last == snapshot.pages.count - 1
    guard change.lowerBound >= start.bytes.lowerBound, isLast || change.upperBound <= end.bytes.upperBound else {
      return nil
    }
    let range = start.bytes.lowerBound..<(isLast ? size : end.bytes.upperBound + delta)
    let was = try before.input.bytes(in: change)
    let now = try input.bytes(in: change.lowerBound..<change.upperBound + delta)
    // A carriage return by itself may be a line break or not.
    guard !Self.hasLoneReturn(was), !Self.hasLoneReturn(now) else { return nil }
    guard
      let new = try form.pages(
        of: try input.bytes(in: range),
        at: range.lowerBound,
        line: start.line,
        most: SourceGrid.recordsOfPage,
        mostBytes: SourceGrid.bytesOfPage,
        names: snapshot.fieldNames
      )
    else { return nil }
    pages = first..<last + 1
    old = try pages.map { try snapshot.read($0, withPlaces: false) }
    self.new = new
    bytes = delta
    lines = now.count { $0 == 10 } - was.count { $0 == 10 }
    file = GridSnapshot.File(input: input, size: size)
  }

  private static func hasLoneReturn(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == 13 && (bytes.endIndex == $0 + 1 || bytes[$0 + 1] != 10) }
  }

  func apply(to state: inout SourceGrid.State, states: [FileState?]) {
    state.snapshot.replace(
      pages,
      by: new.map { GridSnapshot.Page(place: .file($0.span), count: $0.page.count) },
      movingBytes: bytes,
      lines: lines
    )
    state.snapshot.states = states
    state.snapshot.file = file
    for field in state.columns.indices {
      for page in old { state.columns[field].remove(page, field) }
      for (page, _) in new { state.columns[field].add(page, field) }
    }
  }
}

extension GridSnapshot.File {
  /// The bytes of this file that another has not: what both have before and behind them is the same. `nil` if they are equal.
  fileprivate func change(to other: InputFile, size otherSize: Int) throws -> Range<Int>? {
    let least = min(size, otherSize)
    var start = 0
    while start < least {
      let range = start..<min(start + 1 << 20, least)
      let count = try input.bytes(in: range).commonPrefix(with: other.bytes(in: range))
      start += count
      if count < range.count { break }
    }
    if start == size, start == otherSize { return nil }
    var kept = 0
    while kept < least - start {
      let count = min(1 << 20, least - start - kept)
      let own = try input.bytes(in: size - kept - count..<size - kept)
      let others = try other.bytes(in: otherSize - kept - count..<otherSize - kept)
      let equal = own.commonSuffix(with: others)
      kept += equal
      if equal < count { break }
    }
    return start..<size - kept
  }
}

extension [UInt8] {
  /// How many bytes at the beginning are the same.
  fileprivate func commonPrefix(with other: [UInt8]) -> Int {
    if self == other { return count }
    return withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { other in
        var index = 0
        while index < own.count, index < other.count, own[index] == other[index] { index += 1 }
        return index
      }
    }
  }

  /// How many bytes at the end are the same.
  fileprivate func commonSuffix(with other: [UInt8]) -> Int {
    if self == other { return count }
    return withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { other in
        var index = 0
        while index < own.count, index < other.count, own[own.count - 1 - index] == other[other.count - 1 - index] {
          index += 1
        }
        return index
      }
    }
  }
}

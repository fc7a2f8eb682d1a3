internal import Findings
internal import TextInput

/// The records of a source as they were judged: what is known of each batch by itself.
struct JudgedSource {
  /// Records one behind the other.
  struct Block {
    /// From the first byte of the first record to the next block's.
    var bytes: Range<Int>
    /// How many bytes the first record has.
    var firstSize: Int
    /// The physical line on which the first record begins.
    var line: Int
    var records: Int
    /// The records, if all of them have passed the precheck; `nil` if they have to be read again.
    var batch: PreparedBatch?
    /// Whether the bytes are others than those of the records.
    var isChanged = false
  }

  /// How the file is read.
  let form: String
  /// The file that the blocks are about.
  private(set) var state: FileState
  /// The objects of the sources before that records refer to, as they were.
  let targets: [FingerprintTable?]
  var blocks: [Block]

  init(form: String, state: FileState, targets: [FingerprintTable?], blocks: [Block]) {
    self.form = form
    self.state = state
    self.targets = targets
    self.blocks = blocks
  }

  /// Whether most of the records need not be read again.
  var isWorthReplaying: Bool {
    let again = blocks.reduce(0) { $1.batch == nil ? $0 + $1.bytes.count : $0 }
    return again <= Self.leastBytes || again <= state.size / 4
  }

  /// What is read in no time.
  private static let leastBytes = 1 << 20

  /// Puts other bytes in the place of some.
  ///
  /// - Parameter state: The file's state afterwards.
  /// - Returns: `false` if it has to be read as a whole.
  mutating func apply(_ edits: [SourceFix.Edit], state: FileState) -> Bool {
    // From the end, so that the places of the others stay.
    for edit in edits.reversed() {
      // A block at whose border something changes may end or begin elsewhere now.
      let touched = blocks.indices.filter {
        blocks[$0].bytes.lowerBound <= edit.range.upperBound && blocks[$0].bytes.upperBound >= edit.range.lowerBound
      }
      guard let first = touched.first, let last = touched.last, edit.range.lowerBound >= blocks[0].bytes.lowerBound
      else { return false }
      let delta = edit.after.count - edit.range.count
      var block = blocks[first]
      block.bytes = block.bytes.lowerBound..<blocks[last].bytes.upperBound + delta
      block.records = blocks[first...last].reduce(0) { $0 + $1.records }
      block.batch = nil
      block.isChanged = true
      blocks.replaceSubrange(first...last, with: [block])
      if delta != 0 {
        for index in blocks.indices.dropFirst(first + 1) {
          blocks[index].bytes = blocks[index].bytes.moved(by: delta)
        }
      }
    }
    self.state = state
    // Changed blocks that follow each other are read together.
    var joined: [Block] = []
    for block in blocks {
      if let last = joined.last, last.isChanged, block.isChanged {
        joined[joined.count - 1].bytes = last.bytes.lowerBound..<block.bytes.upperBound
        joined[joined.count - 1].records += block.records
      } else {
        joined.append(block)
      }
    }
    blocks = joined
    return blocks.last?.bytes.upperBound == state.size
  }
}

/// Keeps the batches of a source while it is judged; used by one thread at a time.
final class JudgementRecorder {
  private let form: String
  private let state: FileState
  private let targets: [FingerprintTable?]
  private var blocks: [JudgedSource.Block] = []
  private var isSteady = true

  init(form: String, state: FileState, targets: [FingerprintTable?]) {
    self.form = form
    self.state = state
    self.targets = targets
  }

  /// Keeps a batch.
  func note(_ prepared: PreparedBatch) {
    guard isSteady else { return }
    guard prepared.lastFindings.isEmpty else { return drop() }
    if prepared.count == 0 { return }
    guard let block = JudgedSource.Block(prepared),
      blocks.last.map({ $0.bytes.upperBound == block.bytes.lowerBound }) ?? true
    else { return drop() }
    blocks.append(block)
  }

  private func drop() {
    isSteady = false
    blocks = []
  }

  /// What was kept; `nil` if the source has to be read as a whole each time.
  func finished() -> JudgedSource? {
    guard isSteady, let last = blocks.last, last.bytes.upperBound == state.size else { return nil }
    return JudgedSource(form: form, state: state, targets: targets, blocks: blocks)
  }
}

extension JudgedSource.Block {
  /// A batch that has just been read; `nil` if something was found about its form.
  init?(_ prepared: PreparedBatch) {
    guard prepared.lastFindings.isEmpty, let span = prepared.span, span.isSteady else { return nil }
    self.init(
      bytes: span.bytes,
      firstSize: span.firstSize,
      line: span.line,
      records: prepared.count,
      batch: prepared.proposed.isEmpty && prepared.prechecked != nil ? prepared : nil
    )
  }
}

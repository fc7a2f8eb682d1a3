internal import TextInput

/// The open elements of a document, outermost first, with what the record path still asks of those in them.
///
/// Those around records come first, each with its place and perhaps a copy of its start tag; then the outermost record, and what is in it.
struct OpenXMLElements: ~Copyable {
  /// An open element.
  struct Frame: BitwiseCopyable {
    /// The record path's steps that come next.
    var steps: UInt64
    var node: Int32
    var kind: Kind
  }

  /// What is known of an open element that is in no record, and of an outermost record.
  struct Surrounding: BitwiseCopyable {
    /// Where its `<` stands in the document.
    var start: Int
    var place: FileCursor
    /// Its start tag among those that are kept.
    var tagStart = 0
    var tagEnd = 0
    /// How many children are kept for the paths of records.
    var keptChildren = 0
  }

  enum Kind: UInt8, BitwiseCopyable {
    case around
    /// Kept for the records that follow in the same parent.
    case kept
    case record
    case insideRecord
  }

  /// No more children of an element are kept.
  private static let mostKeptChildren = 64

  private let matcher: RecordMatcher
  private var frames = FlatBuffer<Frame>(capacity: 64)
  private var surroundings = FlatBuffer<Surrounding>(capacity: 64)
  private var counters = FlatBuffer<Int32>(capacity: 64)
  /// The start tags of the elements around records, one after the other.
  private var tags = FlatBuffer<UInt8>(capacity: 1 << 10)

  init(_ path: RecordPath) {
    matcher = RecordMatcher(path)
    for _ in 0..<matcher.counterCount { counters.append(0) }
  }

  @inline(__always)
  var count: Int { frames.count }

  /// Whether the path asks for more than names.
  var hasPredicates: Bool { matcher.hasPredicates }

  /// The node of the innermost element, or -1.
  @inline(__always)
  var innermostNode: Int32 { frames.count > 0 ? frames.base[frames.count &- 1].node : -1 }

  /// The record path's steps that come next in the innermost element.
  @inline(__always)
  var innermostSteps: UInt64 { frames.count > 0 ? frames.base[frames.count &- 1].steps : matcher.firstSteps }

  /// The same in the element around the innermost one.
  var outerSteps: UInt64 { frames.count > 1 ? frames.base[frames.count &- 2].steps : matcher.firstSteps }

  /// Whether the innermost element is in no record and no record itself is open.
  var isInnermostAround: Bool { surroundings.count == frames.count }

  /// The innermost element that is in no record, or the outermost record.
  var innermostSurrounding: Surrounding { surroundings[surroundings.count - 1] }

  /// Whether an element in the innermost one is a record, and which steps come next in it.
  ///
  /// - Parameters:
  ///   - passes: Whether the element's name passes the name test with this slot.
  ///   - holds: Whether what this step asks beside the name is so; only called for steps that ask.
  @inline(__always)
  func match(
    passes: (_ slot: Int32) -> Bool,
    holds: (_ step: Int, borrowing RecordMatcher, _ parentCounters: UnsafeMutablePointer<Int32>) -> Bool
  ) -> (isRecord: Bool, next: UInt64) {
    let depth = frames.count
    let counterStart = counters.count - matcher.counterCount
    return matcher.match(
      pending: depth > 0 ? frames.base[depth &- 1].steps : matcher.firstSteps,
      passes: passes
    ) { step in
      holds(step, matcher, counters.base + max(counterStart, 0))
    }
  }

  @inline(__always)
  mutating func append(_ node: Int32, steps: UInt64, kind: Kind) {
    for _ in 0..<matcher.counterCount { counters.append(0) }
    frames.append(Frame(steps: steps, node: node, kind: kind))
  }

  /// The innermost element, which ends; it is still among the open ones.
  @inline(__always)
  var last: Frame? { frames.count > 0 ? frames.base[frames.count &- 1] : nil }

  @inline(__always)
  mutating func removeLast() {
    frames.removeLast(downTo: frames.count &- 1)
    if matcher.counterCount > 0 { counters.removeLast(downTo: counters.count - matcher.counterCount) }
  }

  /// The outermost record; `nil` if none is open.
  var record: (frame: Frame, place: Surrounding)? {
    frames.elements.firstIndex { $0.kind == .record }.map { (frames[$0], surroundings[$0]) }
  }

  /// Takes out all elements in the outermost record.
  ///
  /// - Returns: How many of them and it were open.
  mutating func removeAllInRecord() -> Int {
    guard let index = frames.elements.firstIndex(where: { $0.kind == .record }) else { return 0 }
    let depth = frames.count - index
    frames.removeLast(downTo: index + 1)
    counters.removeLast(downTo: (frames.count + 1) * matcher.counterCount)
    return depth
  }

  // MARK: Around records

  /// Keeps the place of the element that is about to be appended, and `tag`, its start tag, where paths lead up.
  mutating func appendSurrounding(at start: Int, _ place: FileCursor, tag: UnsafeBufferPointer<UInt8>) {
    let tagStart = tags.count
    tags.append(tag)
    surroundings.append(Surrounding(start: start, place: place, tagStart: tagStart, tagEnd: tags.count))
  }

  mutating func removeLastSurrounding() {
    tags.removeLast(downTo: innermostSurrounding.tagStart)
    surroundings.removeLast(downTo: surroundings.count - 1)
  }

  /// Counts a child of the element with this number that is to be kept.
  ///
  /// - Returns: `false` if there are too many.
  mutating func keepChild(of number: Int) -> Bool {
    guard surroundings[number].keptChildren < Self.mostKeptChildren else { return false }
    surroundings[number].keptChildren += 1
    return true
  }

  /// Calls `body` with each element around the outermost record, with its start tag.
  func forEachAroundRecord(_ body: (_ node: Int, Surrounding, _ tag: UnsafeBufferPointer<UInt8>) -> Void) {
    for index in 0..<(surroundings.count - 1) {
      let place = surroundings[index]
      body(
        Int(frames[index].node),
        place,
        UnsafeBufferPointer(rebasing: tags.elements[place.tagStart..<place.tagEnd])
      )
    }
  }
}

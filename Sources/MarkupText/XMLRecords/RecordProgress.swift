/// Where the reader is in a record, or between them.
struct RecordProgress {
  /// How many records have begun and ended.
  private(set) var count = 0
  /// How many elements are open in the outermost record, itself included.
  private(set) var depth = 0
  /// How many elements are open in a record that is too long, itself included.
  private(set) var skippedDepth = 0
  /// How many elements are open in one that is kept for the records after it, itself included.
  private(set) var keptDepth = 0
  /// Where the outermost record begins, and its text among the tree's.
  private(set) var start = 0
  private(set) var textStart = 0
  /// Records inside the outermost record, in the order of the document.
  private(set) var inner: [Int32] = []

  /// Whether text is kept where the reader is.
  @inline(__always)
  var keepsText: Bool { (depth > 0 || keptDepth > 0) && skippedDepth == 0 }

  /// Whether the reader is in nothing of which something is kept or skipped.
  @inline(__always)
  var isOutside: Bool { depth == 0 && skippedDepth == 0 && keptDepth == 0 }

  /// The number of the record that is open.
  var openNumber: Int? { depth > 0 ? count + 1 : nil }

  mutating func begin(at start: Int, textStart: Int) {
    depth = 1
    self.start = start
    self.textStart = textStart
  }

  /// Enters an element in the record, which may be a record too.
  @inline(__always)
  mutating func enter(_ node: Int32, isRecord: Bool) {
    depth &+= 1
    if isRecord { inner.append(node) }
  }

  @inline(__always)
  mutating func leave() { depth &-= 1 }

  /// The number of the next record that is written.
  mutating func next() -> Int {
    count += 1
    return count
  }

  mutating func end() {
    depth = 0
    inner.removeAll(keepingCapacity: true)
  }

  /// Gives up the record, in which so many elements are open, itself included.
  mutating func skip(openElements: Int) {
    end()
    skippedDepth = openElements
  }

  @inline(__always)
  mutating func enterSkipped() { skippedDepth &+= 1 }

  /// Leaves an element of a record that is given up.
  ///
  /// - Returns: Whether it is the record itself.
  mutating func leaveSkipped() -> Bool {
    skippedDepth &-= 1
    return skippedDepth == 0
  }

  mutating func enterKept() { keptDepth += 1 }

  mutating func leaveKept() { keptDepth -= 1 }
}

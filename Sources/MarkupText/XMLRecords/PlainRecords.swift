internal import Glibc

/// What records look like that are read in one go: an element without attributes in which each child is an element with nothing but text, as in
///
/// ```
/// <breed>
///   <number>38</number>
///   <name>Welsh Corgi</name>
/// </breed>
/// ```
///
/// Names are learned from records that have been read element by element; a record with anything else in it is read so, too.
struct PlainRecords: ~Copyable {
  /// A name with the `>` after it.
  struct Tag: BitwiseCopyable {
    /// Its first eight bytes, and which of them count.
    fileprivate var head: UInt64
    fileprivate var mask: UInt64
    /// Where it stands in `texts`.
    fileprivate var start: Int
    var count: Int
    /// The field of a child, or -1.
    var field: Int
  }

  /// A longer name is read in the other way.
  private static let longestTag = 256
  /// No more names are known.
  private static let mostChildren = 64
  /// After so many records in sequence that are none of these, none is looked for any more.
  private static let mostMisses = 256

  private var texts = FlatBuffer<UInt8>(capacity: 256)
  private var record = Tag(head: 0, mask: 0, start: 0, count: 0, field: -1)
  private(set) var children = FlatBuffer<Tag>(capacity: 32)
  /// The record path's steps that come next where the record stands.
  private(set) var steps: UInt64 = 0
  private var misses = 0

  /// Whether there is something to look for.
  @inline(__always)
  var isKnown: Bool { children.count > 0 && misses < Self.mostMisses }

  // MARK: Learning

  /// Learns from the record of `node`, which has just been read element by element.
  ///
  /// - Parameters:
  ///   - text: The document, by offset.
  ///   - fields: For each name of the document its field, or -1.
  mutating func learn(
    _ node: Int,
    of tree: borrowing NodeTree,
    in text: UnsafePointer<UInt8>,
    from windowStart: Int,
    fields: UnsafeBufferPointer<Int32>,
    steps: UInt64
  ) {
    guard misses < Self.mostMisses else { return }
    misses += 1
    let element = tree.nodes[node]
    guard element.attributeCount == 0, element.start >= windowStart,
      let tag = makeTag(at: text + element.start, until: text + element.end, field: -1)
    else { return }
    if children.count > 0, steps != self.steps || tag.count != record.count || !isRecord(text + element.start + 1) {
      texts.removeLast(downTo: 0)
      children.removeLast(downTo: 0)
    }
    if children.count == 0 {
      record = keep(tag, text + element.start + 1)
      self.steps = steps
    }
    let end = tree.next(after: node)
    var child = node + 1
    while child < end {
      let found = tree.nodes[child]
      let next = tree.next(after: child)
      if next == child + 1, found.attributeCount == 0, children.count < Self.mostChildren,
        let tag = makeTag(at: text + found.start, until: text + found.end, field: Int(fields[Int(found.name)])),
        !isKnown(tag, text + found.start + 1)
      {
        children.append(keep(tag, text + found.start + 1))
      }
      child = next
    }
  }

  /// The tag that begins at `start`, if it is no more than a name without prefix.
  private func makeTag(at start: UnsafePointer<UInt8>, until end: UnsafePointer<UInt8>, field: Int) -> Tag? {
    let room = min(end - start - 1, Self.longestTag)
    guard room >= 8, let close = memchr(start + 1, 0x3E, room) else { return nil }
    let count = UnsafeRawPointer(close) - UnsafeRawPointer(start)
    let name = UnsafeBufferPointer(start: start + 1, count: count - 1)
    guard name.allSatisfy({ ByteClass.table[Int($0)] & ByteClass.name.rawValue != 0 && $0 != UInt8(ascii: ":") }) else {
      return nil
    }
    let mask = count >= 8 ? UInt64.max : 1 << UInt64(8 * count) &- 1
    let head = UnsafeRawPointer(start + 1).loadUnaligned(as: UInt64.self) & mask
    return Tag(head: head, mask: mask, start: 0, count: count, field: field)
  }

  /// Whether there is such a child already; `text` has no more bytes than the tag for sure.
  private func isKnown(_ tag: Tag, _ text: UnsafePointer<UInt8>) -> Bool {
    children.elements.contains { $0.count == tag.count && stands($0, text) }
  }

  private mutating func keep(_ tag: Tag, _ text: UnsafePointer<UInt8>) -> Tag {
    var tag = tag
    tag.start = texts.count
    texts.append(text, tag.count)
    return tag
  }

  /// Says that a record has been read in one go.
  @inline(__always)
  mutating func noteHit() { misses = 0 }

  // MARK: Looking

  /// Whether the record's name stands at `text`, of which eight bytes can be read, and as many as the tag has.
  @inline(__always)
  func isRecord(_ text: UnsafePointer<UInt8>) -> Bool { stands(record, text) }

  /// How many bytes the record's name has with its `>`.
  @inline(__always)
  var recordTagCount: Int { record.count }

  /// The number of the child whose name stands at `text`, or -1.
  @inline(__always)
  func number(_ text: UnsafePointer<UInt8>, expected: Int) -> Int {
    if expected < children.count, stands(children.base[expected], text) { return expected }
    for number in 0..<children.count where stands(children.base[number], text) { return number }
    return -1
  }

  @inline(__always)
  func stands(_ tag: Tag, _ text: UnsafePointer<UInt8>) -> Bool {
    guard UnsafeRawPointer(text).loadUnaligned(as: UInt64.self) & tag.mask == tag.head else { return false }
    return tag.count <= 8 || memcmp(texts.base + tag.start + 8, text + 8, tag.count &- 8) == 0
  }

  /// How many bytes may be looked at from the `<` of a tag on.
  static let room = longestTag + 2
}

/// Where one field of a record stands, as offsets from the record's first byte.
struct FieldSlot {
  /// The contents: between the quotes of a quoted field; in the rewritten part of the record's bytes when flagged so.
  var start: UInt32
  var end: UInt32
  /// The whole field as written, quotes included.
  var rawStart: UInt32
  var rawEnd: UInt32
  var flags: FieldFlags

  init(start: Int, end: Int, rawStart: Int, rawEnd: Int, flags: FieldFlags) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    self.rawStart = UInt32(truncatingIfNeeded: rawStart)
    self.rawEnd = UInt32(truncatingIfNeeded: rawEnd)
    self.flags = flags
  }

  var isEmpty: Bool { start == end }
}

struct FieldFlags: OptionSet {
  let rawValue: UInt8
  static let quoted = FieldFlags(rawValue: 1)
  /// The contents hold doubled quotes or escape characters.
  static let escaped = FieldFlags(rawValue: 2)
  /// The field is not quoted, and quotes in it stand for themselves.
  static let literalQuotes = FieldFlags(rawValue: 4)
  /// Text follows the closing quote; the slot holds both.
  static let closedEarly = FieldFlags(rawValue: 16)
  /// The contents are not simply a part of the text.
  static let needsRewriting: FieldFlags = [.escaped, .closedEarly]
  /// The contents stand in the rewritten part of the bytes.
  static let rewritten = FieldFlags(rawValue: 8)
}

/// A growing list of slots that is reused from record to record. It has one owner, with which its memory goes.
struct FieldSlots: ~Copyable {
  private(set) var base: UnsafeMutablePointer<FieldSlot>
  private(set) var count = 0
  private var capacity: Int
  /// Whether there were more fields than can be kept; the last slot then spans the rest of the record.
  private(set) var hasOverflowed = false
  /// The most fields that a record can have.
  static let most = 1 << 16

  init(capacity: Int = 32) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { base.deallocate() }

  @inline(__always)
  mutating func append(_ slot: FieldSlot) {
    if count == capacity && !grow(for: slot) { return }
    (base + count).initialize(to: slot)
    count &+= 1
  }

  /// Forgets slots after the first `newCount`.
  mutating func truncate(to newCount: Int) {
    count = newCount
    hasOverflowed = false
  }

  /// Makes room for one more; `false` if there may be no more.
  @inline(never)
  private mutating func grow(for slot: FieldSlot) -> Bool {
    if capacity >= Self.most {
      base[count - 1].end = slot.end
      base[count - 1].rawEnd = slot.rawEnd
      hasOverflowed = true
      return false
    }
    let larger = UnsafeMutablePointer<FieldSlot>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
    return true
  }
}

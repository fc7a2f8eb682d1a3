// The fast way of reading: the ends of fields and records for text in which all is well.
//
//   text        1 , " x , y " , z \n 2 , …
//   inside      . . █ █ █ █ . . . .  . .         from an opening quote to the byte before its closing one
//   fieldEnds     1           7   9      11      delimiters and line feeds outside quotes
//   recordEnds                    9
//
// 64 bytes at a time become bit masks; the quoted stretches are the running parity of the quotes. That is only the truth when
// every quote stands where one may stand, so the masks also tell the first byte at which something is unusual: a stray
// quote, a lone CR, a NUL, bytes that are not UTF-8. There the index stops. The record with that byte, and each with an
// unexpected number of fields, is left to `RecordScanner`, which knows what to make of it; behind it the index goes on.
// So both must agree on every record that the index delivers; `RecordIndexTests` compares them.

/// Finds the field and record ends of well-formed text, a stretch at a time, and hands out the records.
///
/// A struct of plain memory: the reader keeps it behind a pointer, so that the hot path pays no exclusivity checks.
struct RecordIndex: ~Copyable {
  /// What the text is made of.
  let grammar: Grammar

  // MARK: The records that wait

  /// The page's text.
  var text: UnsafePointer<UInt8>
  /// The page's field ends.
  var fieldEnds: UnsafeMutablePointer<UInt32>
  var endCapacity: Int
  var endCount = 0
  /// The offsets of the line feeds that end records, since the last call of `extend`.
  let recordEnds: UnsafeMutablePointer<UInt32>
  var recordCount = 0
  /// Doubled quotes, and line feeds in quotes.
  var notes: UnsafeMutablePointer<UInt32>
  private(set) var noteCapacity: Int
  var noteCount = 0

  /// The next record to hand out, its first byte, its first field's end, and the first note that may be its own.
  var record = 0
  var start = 0
  var firstEnd = 0
  var note = 0

  /// The line and number of the next record, and the file's offset of the page's first byte.
  var line = 1
  var number = 0
  var fileBase = 0

  /// What a record must be like to be handed out; `nil` until that is known.
  var terms: Terms? {
    didSet {
      guard let terms else { return }
      (lastField, longest) = (terms.fieldCount - 1, terms.longest)
      comment = terms.comment.map(UInt16.init) ?? 256
      (headerLength, headerStart) = (terms.header?.count ?? -3, terms.header?.first ?? grammar.delimiter)
    }
  }
  private(set) var lastField = 0
  private(set) var longest = 0
  /// The byte with which a record does not start; 256 for none.
  private(set) var comment: UInt16 = 256
  /// The length of the header's first field, which is -3, no field's length, if there is none, and its first byte.
  private(set) var headerLength = -3
  private(set) var headerStart: UInt8 = 0

  // MARK: The text that was looked at

  /// The first byte that was not looked at.
  var position = 0
  /// Whether something unusual stands there.
  var isStopped = false
  /// All ones inside quotes.
  var inside: UInt64 = 0
  /// Whether the last byte ended a field, was a closing quote, or a CR: 0 or 1.
  var afterEnd: UInt64 = 1
  var afterClosing: UInt64 = 0
  var afterReturn: UInt64 = 0
  /// How many bytes at `position` belong to a character that was looked at.
  var continuation = 0
  /// How many bytes are looked at next: few after something unusual, because more of it may follow.
  private var stretch = shortestStretch

  static let shortestStretch = 1024
  static let longestStretch = 16 * 1024

  init(_ grammar: Grammar, page: TextPage) {
    self.grammar = grammar
    text = UnsafePointer(page.text)
    fieldEnds = page.fieldEnds
    endCapacity = page.endCapacity
    recordEnds = .allocate(capacity: Self.longestStretch + ByteBlock.size)
    noteCapacity = 2 * Self.longestStretch
    notes = .allocate(capacity: noteCapacity)
  }

  deinit {
    recordEnds.deallocate()
    notes.deallocate()
  }

  /// Forgets everything and goes on in another page.
  mutating func turn(to page: TextPage, at start: Int) {
    text = UnsafePointer(page.text)
    fieldEnds = page.fieldEnds
    endCapacity = page.endCapacity
    endCount = 0
    restart(at: start)
  }

  /// Goes on at `start`, where a record starts.
  mutating func restart(at start: Int) {
    (recordCount, record) = (0, 0)
    (noteCount, note) = (0, 0)
    isStopped = endCount == endCapacity
    if !isStopped {
      // Each field starts after the end of the one before it.
      fieldEnds[endCount] = UInt32(truncatingIfNeeded: start &- 1)
      endCount += 1
    }
    firstEnd = endCount
    self.start = start
    position = start
    (inside, afterEnd, afterClosing, afterReturn) = (0, 1, 0, 0)
    continuation = 0
    stretch = Self.shortestStretch
  }

  /// Goes on at `next` after a record that was read in another way.
  mutating func follow(to next: Int) {
    guard next != start else { return }
    guard record < recordCount, Int(recordEnds[record]) + 1 == next else { return restart(at: next) }
    while Int(fieldEnds[firstEnd]) + 1 < next { firstEnd += 1 }
    firstEnd += 1
    while note < noteCount && Int(notes[note]) < next { note += 1 }
    record += 1
    start = next
  }

  /// Looks at more of the text, once all records were handed out.
  ///
  /// - Parameters:
  ///   - end: The text's end.
  ///   - isFinal: Whether nothing comes after it.
  /// - Returns: Whether there are records to hand out now.
  /// - Complexity: O(`longestStretch`); allocates only while a record with very many line breaks in quotes grows.
  mutating func extend(to end: Int, isFinal: Bool) -> Bool {
    guard record == recordCount else { return true }
    (recordCount, record) = (0, 0)
    while recordCount == 0 && !isStopped {
      // A character that the text's end cuts must not look broken.
      let available = isFinal ? end - position : (end - position - 3) & ~(ByteBlock.size - 1)
      guard available > 0 else { return false }
      let length = min(available, stretch)
      guard endCount + length + ByteBlock.size <= endCapacity else {
        isStopped = true
        return false
      }
      makeRoomForNotes(length)
      scan(length, end: end)
      stretch = min(stretch * 2, Self.longestStretch)
    }
    return recordCount > 0
  }

  private mutating func makeRoomForNotes(_ count: Int) {
    if note == noteCount {
      (note, noteCount) = (0, 0)
    } else if note > 0 {
      notes.update(from: notes + note, count: noteCount - note)
      (note, noteCount) = (0, noteCount - note)
    }
    guard noteCount + count + ByteBlock.size > noteCapacity else { return }
    noteCapacity = 2 * (noteCount + count + ByteBlock.size)
    let moved = UnsafeMutablePointer<UInt32>.allocate(capacity: noteCapacity)
    moved.update(from: notes, count: noteCount)
    notes.deallocate()
    notes = moved
  }
}

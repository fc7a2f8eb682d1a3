// Stage 2 of reading: what do the special bytes mean?
//
// One call finds the fields of one record. The text of the record must be in memory from its start; when it ends inside the
// record, the call answers `.needsMore` and is made again, from the record's start, once there is more. So the outcome
// cannot depend on how the text was cut into chunks.
//
// Quoting that is broken is read like this:
//   a"b,          a quote inside an unquoted field stands for itself
//   "a "b" c",    a quote inside a quoted field stands for itself when another quote follows on the line that can close it
//   "a"b,         otherwise it has closed the field, and the text after it belongs to the field, too
//   ""a"",        two quotes at the end of such a field are one that stands for itself and the one that closes it
//   "a,b,"c",     a quote that could open a field says that the quote before it was never closed
//   "a↵b↵ …       a quote that is never closed stands for itself, and the record ends with its line: a missing quote costs
//                 one line, not the file

/// Finds the field ends of one record; it neither unescapes nor decodes.
struct RecordScanner {
  /// What a byte can mean.
  enum ByteClass: UInt8 {
    case other, delimiter, quote, escape, lineFeed, carriageReturn, nul
  }

  /// Something in the record that needs a finding, with its offset from the record's first byte.
  struct Problem: Hashable {
    enum Kind: Hashable {
      case unclosedQuote, textAfterQuote, strayQuote, nulByte
    }
    var kind: Kind
    var offset: Int
    var field: Int
    /// The most that are noted in a record.
    static let most = 64
  }

  /// A text and the special bytes in it.
  struct Window {
    var text: UnsafePointer<UInt8>
    /// The text's end; offsets count from `text`.
    var end: Int
    /// Whether nothing comes after `end`.
    var isFinal: Bool
    var specials: UnsafePointer<UInt32>
    var specialCount: Int
  }

  enum Outcome: Equatable {
    case record
    /// A blank line or a comment; no fields.
    case skipped
    case needsMore
    /// Nothing is left.
    case end
  }

  /// How far a scan came.
  struct Result {
    var outcome: Outcome
    /// The offset after the record's content, before its line break.
    var contentEnd = 0
    /// The offset after the record.
    var next = 0
    /// The index of the first special byte at or after `next`.
    var cursor = 0
    /// How many line breaks the record holds, its own included.
    var lineBreaks = 0
  }

  let dialect: DelimitedDialect
  let specialBytes: SpecialBytes
  private let classes: [UInt8]
  let delimiterCount: Int
  let quote: UInt8?
  let escape: UInt8?
  let skipsInitialSpace: Bool
  /// Whether several spaces in a row are one delimiter, and those at the borders of a line are none.
  let joinsSpaces: Bool
  private let comment: [UInt8]?

  init(_ dialect: DelimitedDialect) {
    self.dialect = dialect
    specialBytes = SpecialBytes(dialect)
    delimiterCount = dialect.delimiter.count
    quote = dialect.quote
    joinsSpaces = dialect.skipsInitialSpace && dialect.delimiter == [0x20]
    skipsInitialSpace = dialect.skipsInitialSpace && dialect.delimiter.first != 0x20
    comment = dialect.comment
    var classes = [UInt8](repeating: ByteClass.other.rawValue, count: 256)
    classes[0] = ByteClass.nul.rawValue
    classes[0x0A] = ByteClass.lineFeed.rawValue
    classes[0x0D] = ByteClass.carriageReturn.rawValue
    var escape: UInt8?
    if case .character(let byte) = dialect.escape, byte != dialect.quote {
      escape = byte
      classes[Int(byte)] = ByteClass.escape.rawValue
    }
    self.escape = escape
    if let quote = dialect.quote { classes[Int(quote)] = ByteClass.quote.rawValue }
    if let first = dialect.delimiter.first { classes[Int(first)] = ByteClass.delimiter.rawValue }
    self.classes = classes
  }

  /// Finds the next record from `start`.
  ///
  /// - Parameters:
  ///   - cursor: The index of the first special byte at or after `start`.
  ///   - slots: Emptied, then filled with the record's fields.
  ///   - problems: Emptied, then filled with what is broken.
  /// - Complexity: O(*n*) in special bytes; a record with a quote that is never closed is walked twice.
  func scan(
    _ window: Window,
    from start: Int,
    cursor: Int,
    slots: inout FieldSlots,
    problems: inout [Problem]
  ) -> Result {
    slots.truncate(to: 0)
    if !problems.isEmpty { problems.removeAll(keepingCapacity: true) }
    if start >= window.end { return Result(outcome: window.isFinal ? .end : .needsMore, next: start, cursor: cursor) }
    if let skipped = skipLine(window, from: start, cursor: cursor) { return skipped }
    return classes.withUnsafeBufferPointer { classes in
      scanFields(window, from: start, cursor: cursor, classes: classes, slots: &slots, problems: &problems)
    }
  }

  /// Skips the line at `start` if it is blank or a comment; `nil` if it is neither.
  @inline(__always)
  private func skipLine(_ window: Window, from start: Int, cursor: Int) -> Result? {
    let first = window.text[start]
    if dialect.skipsBlankLines && (first == 0x0A || first == 0x0D) {
      let length = lineBreakLength(window, at: start)
      if length < 0 { return Result(outcome: .needsMore) }
      if length > 0 {
        return Result(
          outcome: .skipped,
          contentEnd: start,
          next: start + length,
          cursor: cursor + length,
          lineBreaks: 1
        )
      }
    }
    guard let comment, first == comment[0] else { return nil }
    return skipComment(window, from: start, cursor: cursor, prefix: comment)
  }

  @inline(never)
  private func skipComment(_ window: Window, from start: Int, cursor: Int, prefix: [UInt8]) -> Result? {
    if start + prefix.count > window.end && !window.isFinal { return Result(outcome: .needsMore) }
    guard matches(prefix, window, at: start) else { return nil }
    return skipPhysicalLine(window, from: start, cursor: cursor)
  }

  /// Skips to the end of the line, whatever it holds.
  func skipPhysicalLine(_ window: Window, from start: Int, cursor: Int) -> Result {
    if start >= window.end { return Result(outcome: window.isFinal ? .end : .needsMore, next: start, cursor: cursor) }
    var cursor = cursor
    while cursor < window.specialCount {
      let offset = Int(window.specials[cursor])
      cursor += 1
      let length = lineBreakLength(window, at: offset)
      if length < 0 { return Result(outcome: .needsMore) }
      if length > 0 {
        return Result(
          outcome: .skipped,
          contentEnd: offset,
          next: offset + length,
          cursor: cursor + length - 1,
          lineBreaks: 1
        )
      }
    }
    guard window.isFinal else { return Result(outcome: .needsMore) }
    return Result(outcome: .skipped, contentEnd: window.end, next: window.end, cursor: cursor)
  }

  /// How many bytes the line break at `offset` has: 0 if there is none, -1 if the text ends too early to say.
  @inline(__always)
  func lineBreakLength(_ window: Window, at offset: Int) -> Int {
    switch window.text[offset] {
    case 0x0A:
      return dialect.recordEnd == .any || dialect.recordEnd == .lineFeed ? 1 : 0
    case 0x0D:
      switch dialect.recordEnd {
      case .lineFeed: return 0
      case .carriageReturn: return 1
      case .any, .carriageReturnLineFeed:
        let lone = dialect.recordEnd == .any ? 1 : 0
        guard offset + 1 < window.end else { return window.isFinal ? lone : -1 }
        return window.text[offset + 1] == 0x0A ? 2 : lone
      }
    default: return 0
    }
  }

  func matches(_ bytes: [UInt8], _ window: Window, at offset: Int) -> Bool {
    guard offset + bytes.count <= window.end else { return false }
    for index in bytes.indices where window.text[offset + index] != bytes[index] { return false }
    return true
  }

  /// What stands at an offset where a field can end.
  enum FieldEnd {
    case delimiter, record(lineBreak: Int), none, needsMore
  }

  func fieldEnd(_ window: Window, at offset: Int, limit: Int, isFinal: Bool) -> FieldEnd {
    if offset >= limit { return isFinal ? .record(lineBreak: 0) : .needsMore }
    let byte = window.text[offset]
    if byte == 0x0A || byte == 0x0D {
      let length = lineBreakLength(window, at: offset)
      return length < 0 ? .needsMore : length > 0 ? .record(lineBreak: length) : .none
    }
    guard byte == specialBytes.delimiter else { return .none }
    if delimiterCount == 1 { return .delimiter }
    if offset + delimiterCount > limit && !isFinal { return .needsMore }
    return matches(dialect.delimiter, window, at: offset) ? .delimiter : .none
  }
}

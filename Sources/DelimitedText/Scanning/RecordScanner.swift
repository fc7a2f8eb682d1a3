// Stage 2 of reading: what do the special bytes mean?
//
// One call finds the fields of one record. The text of the record must be in memory from its start; when it ends inside the
// record, the call answers `.needsMore` and is made again, from the record's start, once there is more. So the outcome
// cannot depend on how the text was cut into chunks.
//
// Quoting that is broken is read like this:
//   a"b,          a quote inside an unquoted field stands for itself
//   "a"b",        text after a closing quote: the field goes on to the next delimiter; if a quote stands before that, it
//                 closes the field and the quotes between stand for themselves
//   "a↵b↵ … "x    a quote that is never closed, or that is closed on another line in the middle of a text: the line is
//                 read again with that quote standing for itself, so that a missing quote costs one line, not the file

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
  private let delimiterCount: Int
  private let quote: UInt8?
  private let escape: UInt8?
  private let skipsInitialSpace: Bool
  private let comment: [UInt8]?

  init(_ dialect: DelimitedDialect) {
    self.dialect = dialect
    specialBytes = SpecialBytes(dialect)
    delimiterCount = dialect.delimiter.count
    quote = dialect.quote
    skipsInitialSpace = dialect.skipsInitialSpace && dialect.delimiter[0] != 0x20
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
    classes[Int(dialect.delimiter[0])] = ByteClass.delimiter.rawValue
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
      scanFields(window, from: start, cursor: cursor, classes: classes.baseAddress!, slots: &slots, problems: &problems)
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
  private func lineBreakLength(_ window: Window, at offset: Int) -> Int {
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

  private func matches(_ bytes: [UInt8], _ window: Window, at offset: Int) -> Bool {
    guard offset + bytes.count <= window.end else { return false }
    for index in bytes.indices where window.text[offset + index] != bytes[index] { return false }
    return true
  }

  /// What stands at an offset where a field can end.
  private enum FieldEnd {
    case delimiter, record(lineBreak: Int), none, needsMore
  }

  private func fieldEnd(_ window: Window, at offset: Int, limit: Int, isFinal: Bool) -> FieldEnd {
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

  private func scanFields(
    _ window: Window,
    from start: Int,
    cursor firstCursor: Int,
    classes: UnsafePointer<UInt8>,
    slots: inout FieldSlots,
    problems: inout [Problem]
  ) -> Result {
    let text = window.text
    let specials = window.specials
    // After an unclosed quote these shrink to the line on which it stands.
    var limit = window.end
    var isFinal = window.isFinal
    var cursorLimit = window.specialCount
    var cursor = firstCursor
    var position = start
    var lineBreaks = 0

    /// Ends the record at `contentEnd`, with the cursor after its line break.
    func finish(_ contentEnd: Int, lineBreak: Int) -> Result {
      let next = contentEnd + max(0, lineBreak)
      while cursor < window.specialCount && Int(specials[cursor]) < next { cursor &+= 1 }
      return Result(
        outcome: .record,
        contentEnd: contentEnd,
        next: next,
        cursor: cursor,
        lineBreaks: lineBreaks + (lineBreak > 0 ? 1 : 0)
      )
    }

    nextField: while true {
      let rawStart = position
      if skipsInitialSpace {
        while position < limit && text[position] == 0x20 { position += 1 }
      }
      var flags: FieldFlags = []

      quoted: if let quote, position < limit, text[position] == quote {
        let opening = position
        while Int(specials[cursor]) < opening { cursor &+= 1 }
        cursor &+= 1
        let cursorInside = cursor
        let breaksBefore = lineBreaks
        flags = .quoted

        inside: while cursor < cursorLimit {
          let offset = Int(specials[cursor])
          cursor &+= 1
          let byte = text[offset]
          if byte == quote {
            if offset + 1 < limit, text[offset + 1] == quote {
              flags.insert(.escaped)
              cursor &+= 1
              continue inside
            }
            if offset + 1 >= limit && !isFinal { return Result(outcome: .needsMore) }
            // The closing quote, if the field ends here.
            var after = offset + 1
            if skipsInitialSpace {
              while after < limit && text[after] == 0x20 { after += 1 }
            }
            switch fieldEnd(window, at: after, limit: limit, isFinal: isFinal) {
            case .needsMore:
              return Result(outcome: .needsMore)
            case .delimiter:
              slots.append(
                FieldSlot(
                  start: opening + 1 - start,
                  end: offset - start,
                  rawStart: rawStart - start,
                  rawEnd: after - start,
                  flags: flags
                )
              )
              position = after &+ delimiterCount
              while cursor < cursorLimit && Int(specials[cursor]) < position { cursor &+= 1 }
              continue nextField
            case .record(var lineBreak):
              // A line that an unclosed quote has cut out of the text still has its line break.
              if after == limit && limit < window.end { lineBreak = lineBreakLength(window, at: limit) }
              slots.append(
                FieldSlot(
                  start: opening + 1 - start,
                  end: offset - start,
                  rawStart: rawStart - start,
                  rawEnd: after - start,
                  flags: flags
                )
              )
              return finish(after, lineBreak: lineBreak)
            case .none:
              if lineBreaks > breaksBefore { break inside }
              // Text after the closing quote, on the same line: go on to the field's end as written.
              problems.append(Problem(kind: .textAfterQuote, offset: offset - start, field: slots.count))
              flags.insert(.literalQuotes)
              break quoted
            }
          }
          if byte == escape {
            guard offset + 1 < limit else {
              if isFinal { break inside }
              return Result(outcome: .needsMore)
            }
            flags.insert(.escaped)
            let length = lineBreakLength(window, at: offset + 1)
            if length < 0 { return Result(outcome: .needsMore) }
            if length > 0 { lineBreaks += 1 }
            let after = offset + 1 + max(1, length)
            while cursor < cursorLimit && Int(specials[cursor]) < after { cursor &+= 1 }
            continue inside
          }
          if byte == 0x0A || byte == 0x0D {
            let length = lineBreakLength(window, at: offset)
            if length < 0 { return Result(outcome: .needsMore) }
            if length > 0 { lineBreaks += 1 }
            if length == 2 { cursor &+= 1 }
          } else if byte == 0 {
            noteNul(at: offset - start, field: slots.count, in: &problems)
          }
        }

        // The quote is not closed, or not where a field can end.
        if cursor >= cursorLimit && !isFinal { return Result(outcome: .needsMore) }
        problems.removeAll { $0.kind == .nulByte && $0.offset > opening - start }
        if !problems.contains(where: { $0.kind == .unclosedQuote }) {
          problems.append(Problem(kind: .unclosedQuote, offset: opening - start, field: slots.count))
        }
        lineBreaks = breaksBefore
        cursor = cursorInside
        let line = skipPhysicalLine(window, from: opening, cursor: cursorInside)
        limit = min(limit, line.contentEnd)
        isFinal = true
        cursorLimit = cursorInside
        while cursorLimit < window.specialCount && Int(specials[cursorLimit]) < limit { cursorLimit += 1 }
        flags = .literalQuotes
      }

      while cursor < cursorLimit {
        let offset = Int(specials[cursor])
        cursor &+= 1
        switch classes[Int(text[offset])] {
        case ByteClass.delimiter.rawValue:
          if delimiterCount > 1 {
            if offset + delimiterCount > limit && !isFinal { return Result(outcome: .needsMore) }
            guard matches(dialect.delimiter, window, at: offset) else { continue }
            while cursor < cursorLimit && Int(specials[cursor]) < offset + delimiterCount { cursor &+= 1 }
          }
          slots.append(slot(text, start, rawStart, position, offset, flags))
          position = offset &+ delimiterCount
          continue nextField
        case ByteClass.lineFeed.rawValue, ByteClass.carriageReturn.rawValue:
          let length = lineBreakLength(window, at: offset)
          if length < 0 { return Result(outcome: .needsMore) }
          if length == 0 { continue }
          slots.append(slot(text, start, rawStart, position, offset, flags))
          return finish(offset, lineBreak: length)
        case ByteClass.quote.rawValue:
          if !flags.contains(.literalQuotes) {
            flags.insert(.literalQuotes)
            problems.append(Problem(kind: .strayQuote, offset: offset - start, field: slots.count))
          }
        case ByteClass.escape.rawValue:
          guard offset + 1 < limit else {
            if isFinal { continue }
            return Result(outcome: .needsMore)
          }
          flags.insert(.escaped)
          let length = lineBreakLength(window, at: offset + 1)
          if length < 0 { return Result(outcome: .needsMore) }
          if length > 0 { lineBreaks += 1 }
          let after = offset + 1 + max(1, length)
          while cursor < cursorLimit && Int(specials[cursor]) < after { cursor &+= 1 }
        case ByteClass.nul.rawValue:
          noteNul(at: offset - start, field: slots.count, in: &problems)
        default:
          break
        }
      }
      // The text, or the line of an unclosed quote, ends with this field.
      guard isFinal else { return Result(outcome: .needsMore) }
      slots.append(slot(text, start, rawStart, position, limit, flags))
      return finish(limit, lineBreak: limit < window.end ? lineBreakLength(window, at: limit) : 0)
    }
  }

  @inline(__always)
  private func slot(
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ rawStart: Int,
    _ contentStart: Int,
    _ end: Int,
    _ flags: FieldFlags
  ) -> FieldSlot {
    var contentStart = contentStart
    var contentEnd = end
    if flags.contains(.literalQuotes) && flags.contains(.quoted) {
      // Text followed a closing quote: if a quote stands at the very end, the pair encloses the field after all.
      if contentEnd - contentStart >= 2 && text[contentEnd - 1] == quote {
        contentStart += 1
        contentEnd -= 1
      }
    }
    return FieldSlot(
      start: contentStart - start,
      end: contentEnd - start,
      rawStart: rawStart - start,
      rawEnd: end - start,
      flags: flags
    )
  }

  /// Notes the first NUL byte of a field.
  private func noteNul(at offset: Int, field: Int, in problems: inout [Problem]) {
    if problems.contains(where: { $0.kind == .nulByte && $0.field == field }) { return }
    problems.append(Problem(kind: .nulByte, offset: offset, field: field))
  }
}

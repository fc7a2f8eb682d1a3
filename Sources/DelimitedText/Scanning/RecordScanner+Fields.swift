extension RecordScanner {
  /// Finds the fields of the record at `start`, which is neither blank nor a comment.
  func scanFields(
    _ window: Window,
    from start: Int,
    cursor firstCursor: Int,
    classes: UnsafeBufferPointer<UInt8>,
    slots: inout FieldSlots,
    problems: inout [Problem]
  ) -> Result {
    let text = window.text
    let specials = window.specials
    // After an unclosed quote these shrink to the line on which it stands.
    var limit = window.end
    var isFinal = window.isFinal
    var cursorLimit = window.specialCount
    var isRecovering = false
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
      var rawStart = position
      if skipsInitialSpace {
        while position < limit && text[position] == 0x20 { position += 1 }
      } else if joinsSpaces {
        while position < limit && text[position] == 0x20 { position += 1 }
        while cursor < cursorLimit && Int(specials[cursor]) < position { cursor &+= 1 }
        rawStart = position
        if slots.count > 0, position < limit || isFinal {
          switch fieldEnd(window, at: position, limit: limit, isFinal: isFinal) {
          case .needsMore: return Result(outcome: .needsMore)
          case .record(let length):
            return finish(
              position,
              lineBreak: position == limit && limit < window.end ? lineBreakLength(window, at: limit) : length
            )
          case .delimiter, .none: break
          }
        }
      }
      var flags: FieldFlags = []

      quoted: if let quote, position < limit, text[position] == quote {
        let opening = position
        while Int(specials[cursor]) < opening { cursor &+= 1 }
        cursor &+= 1
        let cursorInside = cursor
        let breaksBefore = lineBreaks
        // Where scanning goes on if a quote on this line that seemed to stand for itself was the closing one.
        var afterLiteral: (offset: Int, cursor: Int)?
        flags = .quoted

        inside: while cursor < cursorLimit {
          var offset = Int(specials[cursor])
          cursor &+= 1
          let byte = text[offset]
          if byte == quote {
            if offset + 1 < limit, text[offset + 1] == quote {
              cursor &+= 1
              // After a quote that stood for itself, the second of two at the field's end closes it.
              let end = afterLiteral == nil ? .none : fieldEnd(window, at: offset + 2, limit: limit, isFinal: isFinal)
              switch end {
              case .needsMore: return Result(outcome: .needsMore)
              case .none:
                flags.insert(.escaped)
                continue inside
              case .delimiter, .record: offset &+= 1
              }
            }
            if offset + 1 >= limit && !isFinal { return Result(outcome: .needsMore) }
            // The closing quote, if the field ends here.
            var after = offset + 1
            if skipsInitialSpace {
              while after < limit && text[after] == 0x20 { after += 1 }
            }
            var lineBreak = -1
            switch fieldEnd(window, at: after, limit: limit, isFinal: isFinal) {
            case .needsMore:
              return Result(outcome: .needsMore)
            case .none:
              switch stray(
                window,
                at: offset,
                opening: opening,
                cursor: cursor,
                cursorLimit: cursorLimit,
                isFinal: isFinal
              ) {
              case .needsMore:
                return Result(outcome: .needsMore)
              case .opening:
                break inside
              case .closing:
                if lineBreaks > breaksBefore { break inside }
                note(.textAfterQuote, at: offset - start, field: slots.count, in: &problems)
                flags.insert(.closedEarly)
                break quoted
              case .literal:
                note(.textAfterQuote, at: offset - start, field: slots.count, in: &problems)
                if afterLiteral == nil, lineBreaks == breaksBefore { afterLiteral = (offset, cursor) }
                continue inside
              }
            case .delimiter:
              break
            case .record(let length):
              // A line that an unclosed quote has cut out of the text still has its line break.
              lineBreak = after == limit && limit < window.end ? lineBreakLength(window, at: limit) : length
            }
            slots.append(
              FieldSlot(
                start: opening + 1 - start,
                end: offset - start,
                rawStart: rawStart - start,
                rawEnd: after - start,
                flags: flags
              )
            )
            if lineBreak >= 0 { return finish(after, lineBreak: lineBreak) }
            position = after &+ delimiterCount
            while cursor < cursorLimit && Int(specials[cursor]) < position { cursor &+= 1 }
            continue nextField
          }
          if byte == escape {
            guard let after = escaped(window, at: offset, limit: limit, lineBreaks: &lineBreaks) else {
              if isFinal { break inside }
              return Result(outcome: .needsMore)
            }
            flags.insert(.escaped)
            while cursor < cursorLimit && Int(specials[cursor]) < after { cursor &+= 1 }
          } else if byte == 0x0A || byte == 0x0D {
            let length = lineBreakLength(window, at: offset)
            if length < 0 { return Result(outcome: .needsMore) }
            if length > 0 { lineBreaks += 1 }
            if length == 2 { cursor &+= 1 }
          } else if byte == 0 {
            note(.nulByte, at: offset - start, field: slots.count, in: &problems)
          }
        }

        if cursor >= cursorLimit && !isFinal { return Result(outcome: .needsMore) }
        if let afterLiteral {
          problems.removeAll { $0.offset > afterLiteral.offset - start }
          lineBreaks = breaksBefore
          cursor = afterLiteral.cursor
          flags = [.quoted, .closedEarly]
          break quoted
        }
        // The quote is not closed, or closed where another field opens: it stands for itself, and the line is all there is.
        problems.removeAll { $0.offset > opening - start }
        if !problems.contains(where: { $0.kind == .unclosedQuote }) {
          note(.unclosedQuote, at: opening - start, field: slots.count, in: &problems)
        }
        lineBreaks = breaksBefore
        cursor = cursorInside
        if !isRecovering {
          let line = skipPhysicalLine(window, from: opening, cursor: cursorInside)
          if line.outcome == .needsMore { return Result(outcome: .needsMore) }
          isRecovering = true
          limit = min(limit, line.contentEnd)
          isFinal = true
          cursorLimit = cursorInside
          while cursorLimit < window.specialCount && Int(specials[cursorLimit]) < limit { cursorLimit += 1 }
        }
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
          slots.append(slot(start, rawStart, position, offset, flags))
          position = offset &+ delimiterCount
          continue nextField
        case ByteClass.lineFeed.rawValue, ByteClass.carriageReturn.rawValue:
          let length = lineBreakLength(window, at: offset)
          if length < 0 { return Result(outcome: .needsMore) }
          if length == 0 { continue }
          slots.append(slot(start, rawStart, position, offset, flags))
          return finish(offset, lineBreak: length)
        case ByteClass.quote.rawValue:
          if flags.isDisjoint(with: [.literalQuotes, .closedEarly]) {
            flags.insert(.literalQuotes)
            note(.strayQuote, at: offset - start, field: slots.count, in: &problems)
          }
        case ByteClass.escape.rawValue:
          guard let after = escaped(window, at: offset, limit: limit, lineBreaks: &lineBreaks) else {
            if isFinal { continue }
            return Result(outcome: .needsMore)
          }
          flags.insert(.escaped)
          while cursor < cursorLimit && Int(specials[cursor]) < after { cursor &+= 1 }
        case ByteClass.nul.rawValue:
          note(.nulByte, at: offset - start, field: slots.count, in: &problems)
        default:
          break
        }
      }
      // The text, or the line of an unclosed quote, ends with this field.
      guard isFinal else { return Result(outcome: .needsMore) }
      slots.append(slot(start, rawStart, position, limit, flags))
      return finish(limit, lineBreak: limit < window.end ? lineBreakLength(window, at: limit) : 0)
    }
  }

  @inline(__always)
  private func slot(_ start: Int, _ rawStart: Int, _ contentStart: Int, _ end: Int, _ flags: FieldFlags) -> FieldSlot {
    FieldSlot(
      start: contentStart - start,
      end: end - start,
      rawStart: rawStart - start,
      rawEnd: end - start,
      flags: flags
    )
  }

  /// The offset after the byte that an escape character at `offset` protects; `nil` if the text ends too early.
  private func escaped(_ window: Window, at offset: Int, limit: Int, lineBreaks: inout Int) -> Int? {
    guard offset + 1 < limit else { return nil }
    let length = lineBreakLength(window, at: offset + 1)
    if length < 0 { return nil }
    if length > 0 { lineBreaks += 1 }
    return offset + 1 + max(1, length)
  }

  /// Notes a problem; of each kind the first in a field, and not more in a record than anyone will read.
  private func note(_ kind: Problem.Kind, at offset: Int, field: Int, in problems: inout [Problem]) {
    guard problems.count < Problem.most else { return }
    if let last = problems.last(where: { $0.kind == kind }), last.field == field { return }
    problems.append(Problem(kind: kind, offset: offset, field: field))
  }
}

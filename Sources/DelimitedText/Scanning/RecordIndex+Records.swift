extension RecordIndex {
  /// What a record must be like to be handed out.
  struct Terms {
    let fieldCount: Int
    /// Its longest length in bytes, line break included.
    let longest: Int
    /// A byte that it does not start with.
    let comment: UInt8?
    /// The contents that its first field must not have, because it may be the header again.
    let header: [UInt8]?
  }

  /// A record in the page.
  struct Record {
    let start: Int
    /// The offset of the line feed that ends it.
    let end: Int
    /// Its end without the line break.
    let contentEnd: Int
    let count: Int
    /// The end of its first field; before it stands the offset before the record's first byte.
    let fieldEnds: UnsafePointer<UInt32>
    let line: Int
    let number: Int
    /// The offsets of its doubled quotes and of the line feeds in its quotes.
    let notes: UnsafeBufferPointer<UInt32>
    /// Whether there are doubled quotes in it.
    let isEscaped: Bool
  }

  /// Takes the next record; `nil` if there is none, or if it does not keep the terms.
  ///
  /// - Complexity: O(1), and O(*n*) in line breaks and doubled quotes inside quotes.
  @inline(__always)
  mutating func next() -> Record? {
    guard record < recordCount else { return nil }
    let start = self.start
    let end = Int(recordEnds[record])
    let ends = fieldEnds + firstEnd
    let last = lastField
    let first = text[start]
    guard firstEnd &+ last < endCount, Int(ends[last]) == end, end &- start < longest, UInt16(first) != comment else {
      return nil
    }
    // A line without any byte is no record.
    if last == 0 && (first == 0x0A || first == 0x0D) { return nil }
    let firstLength = Int(ends[0]) &- start
    if (firstLength == headerLength && first == headerStart)
      || (firstLength == headerLength &+ 2 && first == grammar.quote),
      mayBeHeader(length: firstLength)
    {
      return nil
    }

    let startLine = line
    let firstNote = note
    var isEscaped = false
    while note < noteCount, Int(notes[note]) < end {
      if text[Int(notes[note])] == 0x0A { line &+= 1 } else { isEscaped = true }
      note &+= 1
    }
    let hasReturn = end > start && text[end &- 1] == 0x0D && grammar.returns != 0
    line &+= 1
    number &+= 1
    record &+= 1
    firstEnd &+= last &+ 1
    self.start = end &+ 1
    return Record(
      start: start,
      end: end,
      contentEnd: hasReturn ? end &- 1 : end,
      count: last &+ 1,
      fieldEnds: UnsafePointer(ends),
      line: startLine,
      number: number,
      notes: UnsafeBufferPointer(start: notes + firstNote, count: note &- firstNote),
      isEscaped: isEscaped
    )
  }

  @inline(never)
  private func mayBeHeader(length: Int) -> Bool {
    guard let header = terms?.header else { return false }
    let isQuoted = length != header.count
    let contents = UnsafeBufferPointer(start: text + start + (isQuoted ? 1 : 0), count: header.count)
    return contents.elementsEqual(header)
  }
}

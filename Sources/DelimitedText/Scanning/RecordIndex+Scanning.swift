internal import TextInput

extension RecordIndex {
  /// Looks at the `length` bytes at `position` of a text that ends at `end`.
  ///
  /// Nearly all of the time of reading is spent here: everything is in local variables, and the bytes are looked at once.
  mutating func scan(_ length: Int, end: Int) {
    let text = self.text
    let grammar = self.grammar
    let limit = position + length
    var block = position
    var ends = fieldEnds + endCount
    var records = recordEnds + recordCount
    var notes = self.notes + noteCount
    var (inside, afterEnd, afterClosing, afterReturn) = (
      self.inside, self.afterEnd, self.afterClosing, self.afterReturn
    )
    var continuation = self.continuation
    var isStopped = false

    while block < limit {
      let bytes = ByteBlock(text + block)
      // The last block of the text may be a short one.
      let valid: UInt64 = limit &- block < ByteBlock.size ? (1 &<< UInt64(limit &- block)) &- 1 : .max
      let delimiters = bytes.mask(of: grammar.delimiter) & valid
      let lineFeeds = bytes.mask(of: 0x0A) & valid
      let returns = bytes.mask(of: 0x0D) & grammar.returns & valid
      let quotes = bytes.mask(of: grammar.quote) & grammar.quotes & valid
      let followsReturn = returns &<< 1 | afterReturn
      var unusual = bytes.mask(of: 0) | (followsReturn & ~lineFeeds) | (lineFeeds & ~followsReturn & grammar.pairs)
      afterReturn = returns &>> 63

      var fields = delimiters | lineFeeds
      var breaks = lineFeeds
      if quotes | inside | afterClosing == 0 {
        afterEnd = fields &>> 63
      } else {
        let parity = quotes.runningParity ^ inside
        let opening = quotes & parity
        let closing = quotes & ~parity
        fields &= ~parity
        breaks &= ~parity
        let followsClosing = closing &<< 1 | afterClosing
        let doubled = opening & followsClosing
        unusual |= opening & ~(fields &<< 1 | afterEnd | followsClosing)
        unusual |= followsClosing & ~(fields | returns | opening)
        notes = (doubled | (lineFeeds & parity)).writeFewOffsets(from: block, to: notes)
        inside = 0 &- (parity &>> 63)
        afterEnd = fields &>> 63
        afterClosing = closing &>> 63
      }
      let nonASCII = bytes.nonASCII & valid
      if nonASCII | UInt64(continuation) != 0 {
        unusual |= Self.invalid(nonASCII, text, at: block, end: end, &continuation)
      }
      unusual &= valid
      if unusual != 0 {
        // All before the lowest bit that is set.
        let usual = (unusual &- 1) & ~unusual
        fields &= usual
        breaks &= usual
        isStopped = true
      }
      ends = fields.writeOffsets(from: block, to: ends)
      records = breaks.writeFewOffsets(from: block, to: records)
      if isStopped { break }
      block &+= ByteBlock.size
    }

    position = min(block, limit)
    endCount = ends - fieldEnds
    recordCount = records - recordEnds
    noteCount = notes - self.notes
    (self.inside, self.afterEnd, self.afterClosing, self.afterReturn) = (inside, afterEnd, afterClosing, afterReturn)
    self.continuation = continuation
    self.isStopped = isStopped
  }

  /// The first byte of a block that is not UTF-8, as a mask; 0 if there is none.
  ///
  /// - Parameters:
  ///   - nonASCII: Which bytes of the block are not ASCII.
  ///   - continuation: How many of the block's first bytes belong to the block before; then, how many of the next.
  @inline(__always)
  private static func invalid(
    _ nonASCII: UInt64,
    _ text: UnsafePointer<UInt8>,
    at block: Int,
    end: Int,
    _ continuation: inout Int
  ) -> UInt64 {
    var rest = nonASCII & (.max &<< UInt64(continuation))
    continuation = 0
    while rest != 0 {
      let first = rest.trailingZeroBitCount
      let length = UTF8Check.sequenceLength(text, at: block &+ first, end: end)
      if length < 0 { return 1 &<< UInt64(first) }
      let next = first &+ length
      if next >= ByteBlock.size {
        continuation = next &- ByteBlock.size
        return 0
      }
      rest &= .max &<< UInt64(next)
    }
    return 0
  }
}

extension UInt64 {
  /// Bit *n* is the parity of the bits up to and including *n*.
  @inline(__always)
  fileprivate var runningParity: UInt64 {
    var parity = self
    parity ^= parity &<< 1
    parity ^= parity &<< 2
    parity ^= parity &<< 4
    parity ^= parity &<< 8
    parity ^= parity &<< 16
    parity ^= parity &<< 32
    return parity
  }
}

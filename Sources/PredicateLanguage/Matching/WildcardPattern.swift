/// A pattern of `LIKE`, prepared.
package struct WildcardPattern: Sendable {
  private enum Part: Equatable {
    case byte(UInt8)
    /// One character: a Unicode scalar and the nonspacing marks U+0300…U+036F after it.
    case one
    /// Any number of characters.
    case any
  }

  private let parts: [Part]

  /// - Parameter pattern: The pattern's UTF-8, folded as the texts will be.
  package init(_ pattern: [UInt8]) {
    var parts: [Part] = []
    var index = 0
    while index < pattern.count {
      var byte = pattern[index]
      index += 1
      switch byte {
      case UInt8(ascii: "?"): parts.append(.one)
      case UInt8(ascii: "*"): if parts.last != .any { parts.append(.any) }
      case UInt8(ascii: "\\") where index < pattern.count:
        byte = pattern[index]
        index += 1
        parts.append(.byte(byte))
      default: parts.append(.byte(byte))
      }
    }
    self.parts = parts
  }

  /// Whether the pattern describes the whole text.
  ///
  /// - Complexity: O(*n* · *m*) at worst in the lengths of text and pattern. Does not allocate.
  package func matches(_ text: Span<UInt8>) -> Bool {
    var position = 0
    var part = 0
    // Where to go on when a part does not fit: after the last `*`, which then takes one more character.
    var resume: (part: Int, position: Int)?
    while position < text.count {
      if part < parts.count {
        switch parts[part] {
        case .any:
          part += 1
          resume = (part, position)
          continue
        case .one:
          position = Self.end(ofCharacterAt: position, in: text)
          part += 1
          continue
        case .byte(let byte) where text[position] == byte:
          position += 1
          part += 1
          continue
        case .byte: break
        }
      }
      guard let last = resume else { return false }
      position = Self.end(ofScalarAt: last.position, in: text)
      part = last.part
      resume = (part, position)
    }
    while part < parts.count, parts[part] == .any { part += 1 }
    return part == parts.count
  }

  private static func end(ofScalarAt position: Int, in text: Span<UInt8>) -> Int {
    var end = position + 1
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  private static func end(ofCharacterAt position: Int, in text: Span<UInt8>) -> Int {
    var end = end(ofScalarAt: position, in: text)
    // U+0300…U+036F are CC 80 … CD AF.
    while end + 1 < text.count, text[end] == 0xCC || (text[end] == 0xCD && text[end + 1] <= 0xAF) { end += 2 }
    return end
  }
}

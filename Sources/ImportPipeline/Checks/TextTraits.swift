/// What one pass over a text's bytes tells about it: nearly every text is tidy, and for that no `String` has to be made.
struct TextTraits {
  /// Marks that a text does not end with.
  static let trailingMarks: Set<Unicode.Scalar> = [",", ";", ":", "-", "–", "—"]

  /// Whether there may be characters that look like others or like nothing.
  private(set) var mayHoldInvisible: Bool
  /// Whether there may be letters of several scripts in a word.
  private(set) var mayMixScripts = false
  private let holdsLower: Bool
  private let hasDoubleSpace: Bool
  private var hasOddEnds: Bool
  private let mayBePlaceholder: Bool

  /// - Complexity: O(*n*), without branches in the loop, so that the compiler vectorises it; another pass for texts beyond ASCII.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    var all: UInt8 = 0
    var lower: UInt8 = 0
    var control: UInt8 = 0
    var double: UInt8 = 0
    if let base = text.baseAddress {
      var index = 0
      while index < text.count {
        let byte = base[index]
        all |= byte
        lower |= byte &- 97 < 26 ? 1 : 0
        // Tabs and line breaks within a text are no matter of taste.
        control |= (byte < 32 && byte != 9 && byte != 10 && byte != 13) || byte == 127 ? 1 : 0
        index &+= 1
      }
      index = 1
      while index < text.count {
        double |= base[index] == 32 && base[index &- 1] == 32 ? 1 : 0
        index &+= 1
      }
    }
    mayHoldInvisible = control != 0
    holdsLower = lower != 0
    hasDoubleSpace = double != 0
    let first = text.first ?? 0x41
    let last = text.last ?? 0x41
    hasOddEnds =
      first.isSpace || last.isSpace || last == 0x2C || last == 0x3B || last == 0x3A || last == 0x2D
    mayBePlaceholder = all >= 0x80 && text.count <= 16 || PlaceholderWords.mayContain(text)
    if all >= 0x80 { lookBeyondASCII(text) }
  }

  /// Looks at the first bytes of characters.
  private mutating func lookBeyondASCII(_ text: UnsafeBufferPointer<UInt8>) {
    for (index, byte) in text.enumerated() {
      switch byte {
      // Controls, the no-break space and the soft hyphen.
      case 0xC2: mayHoldInvisible = true
      // Greek and Cyrillic.
      case 0xCD...0xD4: mayMixScripts = true
      case 0xE1:
        mayMixScripts = true
        mayHoldInvisible = true
      // Spaces, dashes and marks of direction; the ideographic space.
      case 0xE2, 0xE3: if index + 1 < text.count, text[index + 1] <= 0x81 { mayHoldInvisible = true }
      case 0xEF: if index + 1 < text.count, text[index + 1] == 0xBB { mayHoldInvisible = true }
      default: break
      }
    }
    // Dashes are of three bytes.
    if text.count >= 3, text[text.count - 3] == 0xE2 { hasOddEnds = true }
  }

  var mayBeCapitals: Bool { !holdsLower }
  /// Whether the text needs a closer look.
  var mayBeUntidy: Bool {
    mayHoldInvisible || mayMixScripts || hasDoubleSpace || hasOddEnds || mayBePlaceholder || !holdsLower
  }
}

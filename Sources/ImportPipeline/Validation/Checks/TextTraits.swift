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
  private var mayBePlaceholder: Bool

  /// - Complexity: O(*n*), sixteen bytes at a time; another pass for texts beyond ASCII.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    var seen = SeenBytes()
    seen.look(at: text)
    mayHoldInvisible = seen.holdsControl
    holdsLower = seen.holdsLower
    hasDoubleSpace = seen.hasDoubleSpace
    let first = text.first ?? 0x41
    let last = text.last ?? 0x41
    hasOddEnds =
      first.isSpace || last.isSpace || last == 0x2C || last == 0x3B || last == 0x3A || last == 0x2D
    mayBePlaceholder = seen.isASCII && PlaceholderTexts.mayContain(text)
    if !seen.isASCII { lookBeyondASCII(text) }
  }

  /// Looks at the bytes of characters beyond ASCII.
  private mutating func lookBeyondASCII(_ text: UnsafeBufferPointer<UInt8>) {
    var holdsOtherScripts = false
    var holdsSigns = false
    for (index, byte) in text.enumerated() {
      switch byte {
      // Greek and Cyrillic.
      case 0xCD...0xD4: holdsOtherScripts = true
      case 0xC2, 0xE1, 0xE2, 0xE3, 0xEF:
        if byte == 0xE1 { holdsOtherScripts = true }
        if byte == 0xE2 { holdsSigns = true }
        if TextTraits.mayBeInvisible(text[index...]) { mayHoldInvisible = true }
      default: break
      }
    }
    if holdsOtherScripts { mayMixScripts = MixedScripts.mayStand(in: text) }
    // Of the characters beyond ASCII only dashes, the ellipsis and the Kelvin sign, whose small letter is k, stand in placeholders.
    mayBePlaceholder = text.count <= 16 ? holdsSigns : PlaceholderTexts.mayContain(text)
    // Dashes are of three bytes.
    if text.count >= 3, text[text.count - 3] == 0xE2 { hasOddEnds = true }
  }

  /// Whether a character that begins with C2, E1, E2, E3 or EF may be one that `TextRepair` replaces.
  private static func mayBeInvisible(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard bytes.count >= 2 else { return true }
    let second = bytes[bytes.startIndex + 1]
    let third = bytes.count > 2 ? bytes[bytes.startIndex + 2] : 0
    switch (bytes[bytes.startIndex], second) {
    // Controls and the no-break space; the soft hyphen.
    case (0xC2, _): return second <= 0xA0 || second == 0xAD
    // The Ogham space.
    case (0xE1, 0x9A): return third == 0x80
    // Spaces and marks of width zero; marks of direction and the narrow no-break space.
    case (0xE2, 0x80): return third <= 0x8F || 0xAA...0xAF ~= third
    // The mathematical space, the word joiner, and more marks of direction.
    case (0xE2, 0x81): return 0x9F...0xA9 ~= third
    // The ideographic space.
    case (0xE3, 0x80): return third == 0x80
    // The byte order mark.
    case (0xEF, 0xBB): return third == 0xBF
    default: return false
    }
  }

  var mayBeCapitals: Bool { !holdsLower }
  /// Whether there may be spaces that mean nothing.
  var mayHoldNeedlessSpaces: Bool { hasDoubleSpace || hasOddEnds }
  /// Whether the text needs a closer look.
  var mayBeUntidy: Bool {
    mayHoldInvisible || mayMixScripts || hasDoubleSpace || hasOddEnds || mayBePlaceholder || !holdsLower
  }
}

/// Which kinds of bytes a text holds.
private struct SeenBytes {
  private typealias Bytes = SIMD16<UInt8>

  private(set) var isASCII = true
  private(set) var holdsLower = false
  private(set) var holdsControl = false
  private(set) var hasDoubleSpace = false

  /// - Complexity: O(*n*), sixteen bytes at a time.
  mutating func look(at text: UnsafeBufferPointer<UInt8>) {
    // Bytes are looked at together with those behind them.
    guard text.count > Bytes.scalarCount else { return lookAtEach(of: text) }
    lookAtEach(of: UnsafeBufferPointer(rebasing: text[(text.count - 1)...]))
    let raw = UnsafeRawBufferPointer(text)
    let last = text.count - Bytes.scalarCount - 1
    let space = Bytes(repeating: 32)
    var all = Bytes(repeating: 0)
    var (lower, control, double) = (all .!= all, all .!= all, all .!= all)
    var index = 0
    while true {
      let bytes = raw.loadUnaligned(fromByteOffset: index, as: Bytes.self)
      let next = raw.loadUnaligned(fromByteOffset: index &+ 1, as: Bytes.self)
      all |= bytes
      lower = lower .| ((bytes &- Bytes(repeating: 97)) .< Bytes(repeating: 26))
      // Tabs and line breaks within a text are no matter of taste.
      let isBreak = ((bytes &- Bytes(repeating: 9)) .< Bytes(repeating: 2)) .| (bytes .== Bytes(repeating: 13))
      control = control .| ((bytes .< space) .& .!isBreak) .| (bytes .== Bytes(repeating: 127))
      double = double .| ((bytes .== space) .& (next .== space))
      guard index < last else { break }
      // The last step looks at some bytes again.
      index = min(index &+ Bytes.scalarCount, last)
    }
    if (all .>= Bytes(repeating: 0x80)).holdsAny { isASCII = false }
    if lower.holdsAny { holdsLower = true }
    if control.holdsAny { holdsControl = true }
    hasDoubleSpace = double.holdsAny
  }

  private mutating func lookAtEach(of text: UnsafeBufferPointer<UInt8>) {
    var before: UInt8 = 0
    for byte in text {
      if byte >= 0x80 { isASCII = false }
      if byte &- 97 < 26 { holdsLower = true }
      if byte < 32 && byte &- 9 >= 2 && byte != 13 || byte == 127 { holdsControl = true }
      if byte == 32 && before == 32 { hasDoubleSpace = true }
      before = byte
    }
  }
}

extension SIMDMask<SIMD16<Int8>> {
  /// Whether any lane is true: as two words, where `any` looks at each lane.
  @inline(__always)
  fileprivate var holdsAny: Bool {
    let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }
}

extension EncodingGuess {
  /// What the bytes beyond ASCII of a text that is not UTF-8 look like.
  private struct HighBytes {
    var count = 0
    /// Letters of Windows-1252 beside other letters, and signs that people use.
    var western = 0
    /// How many stand in runs of three or more, as in Cyrillic and Greek.
    var inRuns = 0
    var upperHalf = 0  // 0xE0...0xFF
    var lowerHalf = 0  // 0xC0...0xDF
    /// Bytes that are accented small letters in Greek, and capitals in Cyrillic, after small letters of either.
    var greekInWords = 0
    /// Bytes below 0xA0 beside ASCII letters: letters of Mac Roman, mostly signs of Windows-1252.
    var macLetters = 0
    /// Signs of Windows-1252 between letters, which are letters in ISO-8859-2.
    var centralLetters = 0
    /// Pairs of a double-byte set with both bytes from 0xA1 on, as in the EUC family.
    var pairs = 0
    var brokenPairs = 0
    var kanaPairs = 0
    var leadsBelowC9 = 0
    var leadsBelowD8 = 0
    /// The same for Shift-JIS and Big5, whose second bytes may be ASCII.
    var shiftPairs = 0
    var shiftBroken = 0
    var shiftKana = 0
    var shiftCommon = 0
    var shiftHighTrails = 0
    var bigPairs = 0
    var bigBroken = 0
    var bigCommon = 0
  }

  /// The encoding of a text that is not UTF-8; `nil` if it looks like none that is known.
  static func legacy(_ sample: [UInt8]) -> EncodingGuess? {
    let seen = look(at: sample)
    guard seen.count > 0 else { return nil }
    func share(_ part: Int, of whole: Int) -> Double { whole == 0 ? 0 : Double(part) / Double(whole) }

    if seen.shiftPairs >= 3, seen.shiftBroken * 20 <= seen.shiftPairs, share(seen.shiftKana, of: seen.shiftPairs) > 0.15
    {
      return .init(.multiByte("CP932"), 0.9, "\(seen.shiftPairs) Shift-JIS pairs, \(seen.shiftKana) of them kana")
    }
    // Quotation marks of Windows-1252 before letters are pairs, too, but their second bytes are ASCII.
    if seen.shiftPairs >= 3, seen.shiftBroken == 0, share(seen.shiftCommon, of: seen.shiftPairs) > 0.7,
      share(seen.shiftHighTrails, of: seen.shiftPairs) > 0.3
    {
      return .init(.multiByte("CP932"), 0.7, "\(seen.shiftPairs) Shift-JIS pairs, most of them common characters")
    }
    if seen.pairs >= 3, seen.brokenPairs * 20 <= seen.pairs {
      if share(seen.kanaPairs, of: seen.pairs) > 0.15 {
        return .init(.multiByte("EUC-JP"), 0.85, "\(seen.pairs) EUC pairs, \(seen.kanaPairs) of them kana")
      }
      if share(seen.leadsBelowC9, of: seen.pairs) > 0.9 {
        return .init(.multiByte("CP949"), 0.75, "\(seen.pairs) EUC pairs, nearly all of them Hangul syllables")
      }
      if share(seen.leadsBelowD8, of: seen.pairs) > 0.6 && seen.inRuns * 2 > seen.count {
        return .init(.multiByte("GB18030"), 0.7, "\(seen.pairs) EUC pairs, most of them common Chinese characters")
      }
    }
    if seen.bigPairs >= 3, seen.bigBroken * 20 <= seen.bigPairs, share(seen.bigCommon, of: seen.bigPairs) > 0.7 {
      return .init(.multiByte("BIG5"), 0.7, "\(seen.bigPairs) Big5 pairs, most of them common characters")
    }
    if share(seen.centralLetters, of: seen.count) > 0.05, share(seen.inRuns, of: seen.count) < 0.5 {
      let name = seen.macLetters == 0 ? "ISO-8859-2" : "CP1250"
      return .init(.singleByte(name), 0.6, "\(seen.centralLetters) bytes are letters of \(name) in words")
    }
    if share(seen.western, of: seen.count) >= 0.75 {
      return .init(
        .windows1252,
        0.7,
        "\(seen.western) of \(seen.count) bytes beyond ASCII are letters in words or common signs"
      )
    }
    if share(seen.macLetters, of: seen.count) >= 0.5, share(seen.inRuns, of: seen.count) < 0.3 {
      return .init(.singleByte("MACINTOSH"), 0.6, "\(seen.macLetters) bytes are letters of Mac Roman in words")
    }
    if seen.greekInWords > 1, share(seen.greekInWords, of: seen.count) > 0.04 {
      return .init(.singleByte("CP1253"), 0.7, "words with accented small letters of Greek")
    }
    if share(seen.inRuns, of: seen.count) > 0.6, share(seen.upperHalf + seen.lowerHalf, of: seen.count) > 0.8 {
      return seen.upperHalf >= seen.lowerHalf
        ? .init(.singleByte("CP1251"), 0.7, "words of letters that are Cyrillic in Windows-1251")
        : .init(.singleByte("KOI8-R"), 0.6, "words of letters that are Cyrillic in KOI8-R")
    }
    return nil
  }

  private static func look(at sample: [UInt8]) -> HighBytes {
    var seen = HighBytes()
    lookAtSingleBytes(sample, &seen)
    lookAtPairs(sample, &seen)
    return seen
  }

  private static func lookAtSingleBytes(_ sample: [UInt8], _ seen: inout HighBytes) {
    func isLetter(_ index: Int) -> Bool {
      guard sample.indices.contains(index) else { return false }
      switch sample[index] {
      case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0xFF, 0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E, 0x9F:
        return true
      default: return false
      }
    }
    func isPlainLetter(_ index: Int) -> Bool {
      sample.indices.contains(index) && (0x61...0x7A).contains(sample[index] | 0x20)
    }
    var run = 0
    for (index, byte) in sample.enumerated() {
      guard byte >= 0x80 else {
        if run >= 3 { seen.inRuns += run }
        run = 0
        continue
      }
      run += 1
      seen.count += 1
      if (0xDC...0xDF).contains(byte), index > 0, sample[index - 1] >= 0xE1 { seen.greekInWords += 1 }
      if byte < 0xA0, isPlainLetter(index - 1) || isPlainLetter(index + 1) { seen.macLetters += 1 }
      if [0xB1, 0xB3, 0xB6, 0xB9, 0xBC, 0xBE, 0xBF].contains(byte), isLetter(index - 1), isLetter(index + 1) {
        seen.centralLetters += 1
      }
      if byte >= 0xE0 { seen.upperHalf += 1 } else if byte >= 0xC0 { seen.lowerHalf += 1 }
      switch byte {
      // Signs such as the euro, quotation marks, dashes, the degree sign and the pound.
      case 0x80, 0x82, 0x84, 0x85, 0x91...0x97, 0x99, 0xA0, 0xA3, 0xA7, 0xA9, 0xAB, 0xAE, 0xB0...0xB5, 0xB7,
        0xBA...0xBF:
        seen.western += run <= 2 ? 1 : 0
      default:
        if isLetter(index) && run <= 2 && (isLetter(index - 1) || isLetter(index + 1)) { seen.western += 1 }
      }
    }
    if run >= 3 { seen.inRuns += run }
  }

  private static func lookAtPairs(_ sample: [UInt8], _ seen: inout HighBytes) {
    /// Walks over pairs; `isPair` judges two bytes of which the first is beyond ASCII.
    func walk(_ visit: (UInt8, UInt8) -> Bool, broken: () -> Void, single: (UInt8) -> Bool = { _ in false }) {
      var index = 0
      while index < sample.count {
        let lead = sample[index]
        if lead < 0x80 || single(lead) {
          index += 1
        } else if index + 1 < sample.count, visit(lead, sample[index + 1]) {
          index += 2
        } else {
          if index + 1 < sample.count { broken() }
          index += 1
        }
      }
    }
    var found = seen
    walk { lead, trail in
      guard lead >= 0xA1, lead <= 0xFE, trail >= 0xA1, trail <= 0xFE else { return false }
      found.pairs += 1
      if lead == 0xA4 || lead == 0xA5 { found.kanaPairs += 1 }
      if (0xB0...0xC8).contains(lead) { found.leadsBelowC9 += 1 }
      if (0xB0...0xD7).contains(lead) { found.leadsBelowD8 += 1 }
      return true
    } broken: {
      found.brokenPairs += 1
    }
    walk { lead, trail in
      guard (0x81...0x9F).contains(lead) || (0xE0...0xFC).contains(lead), trail >= 0x40, trail != 0x7F, trail <= 0xFC
      else { return false }
      found.shiftPairs += 1
      if lead == 0x82 || lead == 0x83 { found.shiftKana += 1 }
      if (0x88...0x97).contains(lead) || lead == 0x82 || lead == 0x83 { found.shiftCommon += 1 }
      if trail >= 0x80 { found.shiftHighTrails += 1 }
      return true
    } broken: {
      found.shiftBroken += 1
    } single: {
      (0xA1...0xDF).contains($0)
    }
    walk { lead, trail in
      guard (0xA1...0xF9).contains(lead), (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) else {
        return false
      }
      found.bigPairs += 1
      if (0xA4...0xC6).contains(lead) { found.bigCommon += 1 }
      return true
    } broken: {
      found.bigBroken += 1
    }
    seen = found
  }
}

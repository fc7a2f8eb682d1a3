extension EncodingGuess {
  /// What the bytes beyond ASCII of a text that is not UTF-8 are as pairs.
  private struct BytePairs {
    /// How many bytes beyond ASCII there are.
    var count = 0
    /// How many of them stand in runs of three or more, as in texts without ASCII letters.
    var inRuns = 0
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
    let singleByte = SingleByteGuess.all(sample)
    guard let best = singleByte.first, best.count > 0 else { return nil }
    let isExplained = best.bits >= Double(best.count)
    if let pairs = pairs(sample), pairs.confidence > 0.8 || !isExplained { return pairs }
    guard best.bits >= -0.5 * Double(best.count) else { return nil }
    // Encodings that read the text alike are no rivals.
    let rival = singleByte.first { $0.evidence != best.evidence }
    return .init(
      .singleByte(best.encoding),
      min(0.9, 0.5 + (best.bits - (rival?.bits ?? 0)) / 40),
      "\(best.count == 1 ? "the byte beyond ASCII stands in a word that looks" : "\(best.count) bytes beyond ASCII stand in words that look") \(best.language)"
    )
  }

  /// The encoding of several bytes a character whose pairs stand in the text.
  private static func pairs(_ sample: [UInt8]) -> EncodingGuess? {
    let seen = look(at: sample)
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
        let (japanese, chinese) = FrequentCharacters.count(sample)
        if japanese > 2 * chinese + 2 {
          return .init(
            .multiByte("EUC-JP"),
            0.7,
            "\(seen.pairs) EUC pairs, \(japanese) of them frequent Japanese characters"
          )
        }
        return .init(.multiByte("GB18030"), 0.7, "\(seen.pairs) EUC pairs, most of them common Chinese characters")
      }
    }
    if seen.bigPairs >= 3, seen.bigBroken * 20 <= seen.bigPairs, share(seen.bigCommon, of: seen.bigPairs) > 0.7 {
      return .init(.multiByte("BIG5"), 0.7, "\(seen.bigPairs) Big5 pairs, most of them common characters")
    }
    return nil
  }

  private static func look(at sample: [UInt8]) -> BytePairs {
    var seen = BytePairs()
    var run = 0
    for byte in sample {
      if byte >= 0x80 {
        run += 1
        seen.count += 1
        seen.inRuns += run > 3 ? 1 : run == 3 ? 3 : 0
      } else {
        run = 0
      }
    }
    lookAtPairs(sample, &seen)
    return seen
  }

  private static func lookAtPairs(_ sample: [UInt8], _ seen: inout BytePairs) {
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

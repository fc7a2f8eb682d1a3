internal import TextInput

extension EncodingGuess {
  /// The encoding of a text that is not UTF-8; `nil` if it looks like none that is known.
  ///
  /// - Parameter isHardlyUTF8: Whether few bytes could be UTF-8. In the texts of some encodings many pairs could by accident; there,
  ///   each character has to speak for the encoding.
  static func legacy(_ sample: [UInt8], isHardlyUTF8: Bool) -> EncodingGuess? {
    guard hasWords(sample) else { return nil }
    let least = isHardlyUTF8 ? 0.0 : 1
    let singleByte = SingleByteGuess.all(sample)
    guard let best = singleByte.first, best.count > 0 else { return nil }
    let multiByte = MultiByteGuess.all(sample)
    if let pairs = multiByte.first, pairs.isClean, pairs.bits > max(least * Double(pairs.count), best.bits) {
      let rival = max(0, best.bits, multiByte.dropFirst().first?.bits ?? 0)
      return .init(
        .multiByte(pairs.encoding),
        min(0.9, 0.5 + (pairs.bits - rival) / 40),
        "\(pairs.count) characters of several bytes, \(pairs.frequent) of them frequent in \(pairs.language)"
      )
    }
    guard best.evidence >= (isHardlyUTF8 ? -0.5 : least) * Double(best.count) else { return nil }
    // Encodings that read the text alike are no rivals.
    let rival = singleByte.first { $0.evidence != best.evidence }
    return .init(
      .singleByte(best.encoding),
      min(0.9, 0.5 + (best.bits - (rival?.bits ?? 0)) / 40),
      "\(best.count == 1 ? "the byte beyond ASCII stands in a word that looks" : "\(best.count) bytes beyond ASCII stand in words that look") \(best.language)"
    )
  }

  /// Whether any bytes beyond ASCII may be letters of a word. By themselves, a byte that is repeated, and FE and FF, are what erased memory and
  /// marks of the byte order leave behind.
  private static func hasWords(_ sample: [UInt8]) -> Bool {
    func isInWord(_ index: Int) -> Bool {
      guard sample.indices.contains(index) else { return false }
      let byte = sample[index]
      return (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    var index = 0
    while index < sample.count {
      guard let start = sample[index...].firstIndex(where: { $0 >= 0x80 }) else { return false }
      let end = sample[start...].firstIndex { $0 < 0x80 } ?? sample.count
      let run = sample[start..<end]
      let isRepeated = run.count > 1 && run.allSatisfy { $0 == run[start] }
      if isInWord(start - 1) || isInWord(end) || !(isRepeated || run.allSatisfy { $0 >= 0xFE }) { return true }
      index = end
    }
    return false
  }
}

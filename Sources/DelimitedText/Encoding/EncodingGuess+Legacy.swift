internal import TextInput

extension EncodingGuess {
  /// The encoding of a text that is not UTF-8; `nil` if it looks like none that is known.
  ///
  /// - Parameter isHardlyUTF8: Whether few bytes could be UTF-8. In the texts of some encodings many pairs could by accident; there,
  ///   each character has to speak for the encoding.
  static func legacy(_ sample: [UInt8], isHardlyUTF8: Bool) -> EncodingGuess? {
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
}

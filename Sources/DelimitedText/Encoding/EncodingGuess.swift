internal import TextInput

/// What encoding a text without a byte order mark probably has.
struct EncodingGuess {
  var encoding: TextEncoding
  /// From 0 to 1.
  var confidence: Double
  var evidence: String

  /// Guesses from the first bytes of a text; `isWhole` says that there are no more.
  init(_ sample: [UInt8], isWhole: Bool) {
    if let wide = Self.wide(sample) {
      self = wide
      return
    }
    var sequences = 0
    var invalid = 0
    sample.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      var offset = 0
      while offset < bytes.count {
        let length = UTF8Check.sequenceLength(base, at: offset, end: bytes.count)
        if length < 0 {
          // A sequence that the sample's end cuts is not held against it.
          if isWhole || offset - length < bytes.count { invalid += 1 }
          offset -= length
        } else {
          if length > 1 { sequences += 1 }
          offset += length
        }
      }
    }
    if invalid == 0 {
      encoding = .utf8
      confidence = sequences > 0 ? 1 : 0.9
      evidence = sequences > 0 ? "\(sequences) valid UTF-8 sequences, none invalid" : "only ASCII characters"
    } else if sequences >= invalid * 2 {
      encoding = .utf8
      confidence = 0.7
      evidence = "\(sequences) valid UTF-8 sequences against \(invalid) invalid ones"
    } else if let legacy = Self.legacy(sample, isHardlyUTF8: sequences == 0 || invalid > sequences * 2) {
      self = legacy
    } else {
      encoding = .utf8
      confidence = 0.4
      evidence = "\(invalid) byte sequences are not UTF-8, but they look like no other encoding either"
    }
  }

  init(_ encoding: TextEncoding, _ confidence: Double, _ evidence: String) {
    self.encoding = encoding
    self.confidence = confidence
    self.evidence = evidence
  }
}

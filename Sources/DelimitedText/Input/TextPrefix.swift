internal import TextInput

/// The first bytes of a source, and what encoding they say it has.
struct TextPrefix {
  /// The bytes after the byte order mark.
  private(set) var bytes: [UInt8]
  private(set) var byteOrderMark: [UInt8]
  private(set) var encoding: TextEncoding
  /// Whether the source has nothing more.
  private(set) var isWhole: Bool

  /// How many bytes detection looks at.
  private static let sampleSize = 64 * 1024

  /// Reads as much as detection needs.
  init(
    _ source: DelimitedInput,
    options: DelimitedOptions,
    report: inout DetectionReport
  ) throws(DelimitedTextError) {
    let wanted = Self.sampleSize
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: wanted, alignment: 16)
    defer { buffer.deallocate() }
    var count = 0
    var isWhole = false
    while count < wanted && !isWhole {
      let limit = min(wanted, count + options.chunkSize)
      let added = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count..<limit]))
      count += added
      isWhole = added == 0
    }
    let sample = Array(buffer[..<count])
    self.isWhole = isWhole

    if let mark = TextEncoding.byteOrderMark(sample), options.encoding?.yields(to: mark.encoding) ?? true {
      encoding = mark.encoding
      byteOrderMark = Array(sample[..<mark.length])
      bytes = Array(sample[mark.length...])
      report.add("encoding", encoding.name, 1, "byte order mark")
      return
    }
    bytes = sample
    byteOrderMark = []
    if let given = options.encoding {
      encoding = given
      report.add("encoding", given.name, 1, "given")
    } else {
      let guess = EncodingGuess(sample, isWhole: isWhole)
      encoding = guess.encoding
      report.add("encoding", guess.encoding.name, guess.confidence, guess.evidence)
    }
  }
}

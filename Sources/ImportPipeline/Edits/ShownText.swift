internal import TextInput

/// A stretch of a file as people see it, who edit its text: with line breaks of one form, and a mark for each byte that is no text.
struct ShownText {
  /// What is seen.
  let text: String
  /// The characters with one form of line breaks, each with the end of its bytes.
  private var pieces: [Piece] = []
  private var isLineBreakPair = false

  private struct Piece {
    let scalar: Unicode.Scalar
    let end: Int
    /// Whether the bytes are no text.
    var isFault = false
  }

  init(_ bytes: [UInt8], _ encoding: TextEncoding) {
    if let text = encoding.decode(bytes) {
      self.text = text
      var end = 0
      // Characters of a text that cannot be written again as they were are not told apart.
      let isPlain = encoding.encode(text) == bytes
      for scalar in text.unicodeScalars {
        end = isPlain ? end + (encoding.encode(String(scalar))?.count ?? 0) : bytes.count
        append(scalar, end: end, isFault: !isPlain)
      }
    } else {
      text = String(decoding: bytes, as: UTF8.self)
      var parser = Unicode.UTF8.ForwardParser()
      var rest = bytes.makeIterator()
      var end = 0
      reading: while true {
        switch parser.parseScalar(from: &rest) {
        case .emptyInput: break reading
        case .valid(let encoded):
          end += encoded.count
          append(Unicode.UTF8.decode(encoded), end: end, isFault: encoding != .utf8)
        case .error(let length):
          end += length
          append("\u{FFFD}", end: end, isFault: true)
        }
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, end: Int, isFault: Bool) {
    if isLineBreakPair, scalar == "\n", let last = pieces.popLast() {
      pieces.append(Piece(scalar: "\n", end: end, isFault: isFault || last.isFault))
    } else {
      pieces.append(Piece(scalar: scalar == "\r" ? "\n" : scalar, end: end, isFault: isFault))
    }
    isLineBreakPair = scalar == "\r"
  }

  /// What has to be written otherwise so that the text is another one; all bytes before and after that stay.
  ///
  /// - Parameter typed: The other text, line breaks in any form.
  /// - Returns: The bytes, counted from the beginning of the stretch, and the text in their place; `nil` if nothing differs but line breaks.
  /// - Throws: `FixObstacle` if there are bytes that are no text among them.
  func difference(from typed: String) throws -> (bytes: Range<Int>, text: String)? {
    var wanted: [Unicode.Scalar] = []
    var previous: Unicode.Scalar?
    for scalar in typed.unicodeScalars {
      if scalar != "\n" || previous != "\r" { wanted.append(scalar == "\r" ? "\n" : scalar) }
      previous = scalar
    }
    let most = min(pieces.count, wanted.count)
    var start = 0
    while start < most, pieces[start].scalar == wanted[start] { start += 1 }
    var end = 0
    while end < most - start, pieces[pieces.count - 1 - end].scalar == wanted[wanted.count - 1 - end] { end += 1 }
    guard start + end < max(pieces.count, wanted.count) else { return nil }
    let changed = pieces[start..<(pieces.count - end)]
    guard !changed.contains(where: \.isFault) else {
      throw FixObstacle(
        reason: "there are bytes among what is changed that are no text; change less, or mend them in another program"
      )
    }
    let first = start == 0 ? 0 : pieces[start - 1].end
    let ending = text.unicodeScalars.first { $0 == "\r" || $0 == "\n" } == "\r" ? firstLineBreak : "\n"
    let written = wanted[start..<(wanted.count - end)].map { $0 == "\n" ? ending : String($0) }.joined()
    return (first..<(changed.last?.end ?? first), written)
  }

  /// The form of the first line break, if it begins with a carriage return.
  private var firstLineBreak: String {
    let rest = text.unicodeScalars.drop { $0 != "\r" }.dropFirst()
    return rest.first == "\n" ? "\r\n" : "\r"
  }
}

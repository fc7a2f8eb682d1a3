internal import Findings
internal import TextInput

/// How a format writes what a cell says: in quotes, with entities, with escapes.
protocol CellForm {
  /// How the source's characters are written as bytes.
  var encoding: TextEncoding { get }

  /// What a cell says, from its bytes in the file; `nil` for no value.
  ///
  /// - Throws: `FixObstacle` when the text cannot be told from its surroundings surely.
  func text(of raw: [UInt8], isAttribute: Bool) throws -> String?

  /// The bytes of a cell that says something else, in the form in which it stood there.
  ///
  /// - Throws: `FixObstacle` when the text cannot be told from its surroundings surely, or cannot be written there.
  func written(_ text: String?, over raw: [UInt8], isAttribute: Bool) throws -> [UInt8]

  /// Whether two texts are the same for the format's reader.
  func areSame(_ text: String?, _ other: String?) -> Bool
}

extension CellForm {
  /// Makes sure that a cell's bytes are all that its field says: a path may lead to several values, which are joined.
  ///
  /// - Throws: `FixObstacle` if they are not.
  func requireWhole(_ raw: [UInt8], saying text: String?, isAttribute: Bool) throws {
    guard try areSame(self.text(of: raw, isAttribute: isAttribute), text) else {
      throw FixObstacle(reason: "it is put together from several values")
    }
  }

  func decoded(_ raw: [UInt8]) throws -> String {
    guard let text = encoding.decode(raw) else { throw FixObstacle(reason: "its bytes are not \(encoding.name) text") }
    return text
  }

  func encoded(_ text: String) throws -> [UInt8] {
    guard let bytes = encoding.encode(text) else {
      throw FixObstacle(
        reason: "\(encoding.name), the source's encoding, does not have all characters of “\(Finding.shortened(text))”"
      )
    }
    return bytes
  }
}

/// A text character by character, with the way in which each one is written.
struct WrittenText {
  private(set) var pieces: [(scalar: Unicode.Scalar, written: Substring)] = []

  mutating func append(_ scalar: Unicode.Scalar, written: Substring) { pieces.append((scalar, written)) }

  /// Several characters that are written as one, such as an entity that stands for two.
  mutating func append(_ text: String, written: Substring) {
    for (index, scalar) in text.unicodeScalars.enumerated() {
      pieces.append((scalar, index == 0 ? written : written[written.endIndex...]))
    }
  }

  var text: String { String(String.UnicodeScalarView(pieces.map(\.scalar))) }

  /// Another text, in which what is the same at the beginning and at the end is written as it was.
  ///
  /// - Parameter areSame: Whether a character of this text and one of the other are the same for the format's reader.
  func rewritten(
    _ text: String,
    areSame: (Unicode.Scalar, Unicode.Scalar) -> Bool = { $0 == $1 },
    _ write: (Unicode.Scalar) throws -> String
  ) rethrows -> String {
    let new = Array(text.unicodeScalars)
    let most = min(new.count, pieces.count)
    var start = 0
    while start < most, areSame(pieces[start].scalar, new[start]) { start += 1 }
    // An entity that stands for two characters is taken whole or not at all.
    while start > 0, start < pieces.count, pieces[start].written.isEmpty { start -= 1 }
    var end = 0
    while end < most - start, areSame(pieces[pieces.count - 1 - end].scalar, new[new.count - 1 - end]) { end += 1 }
    while end > 0, pieces[pieces.count - end].written.isEmpty { end -= 1 }
    return try pieces[..<start].map { String($0.written) }.joined()
      + new[start..<(new.count - end)].map(write).joined()
      + pieces[(pieces.count - end)...].map { String($0.written) }.joined()
  }
}

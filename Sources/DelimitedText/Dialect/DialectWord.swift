/// The words by which people and files name the marks of a dialect.
package enum DialectWord {
  private static let names: [String: UInt8] = [
    "tab": 0x09, "space": 0x20, "comma": 0x2C, "semicolon": 0x3B, "colon": 0x3A, "pipe": 0x7C, "bar": 0x7C,
    "backslash": 0x5C, "hash": 0x23,
  ]

  /// The bytes that a word stands for: a name such as `tab`, an escape such as `\t`, `\x1F` or `U+001F`, or the characters themselves.
  ///
  /// `nil` for an empty word.
  package static func bytes(_ word: String) -> [UInt8]? {
    if word.isEmpty { return nil }
    if let byte = names[word.lowercased()] { return [byte] }
    switch word {
    case "\\t": return [0x09]
    case "\\\\": return [0x5C]
    case "\\0": return [0]
    default: break
    }
    for prefix in ["\\x", "\\u", "U+", "0x"] where word.hasPrefix(prefix) {
      if let number = UInt32(word.dropFirst(prefix.count), radix: 16), let scalar = Unicode.Scalar(number) {
        return Array(String(Character(scalar)).utf8)
      }
    }
    return Array(word.utf8)
  }

  /// The bytes of a delimiter that a word stands for; none for `none` and an empty word, which make each record one field.
  package static func delimiter(_ word: String) -> [UInt8] { word == "none" ? [] : bytes(word) ?? [] }

  /// The byte that a word stands for, or that there is none for `none`; `nil` if the word is no single ASCII character.
  package static func byte(_ word: String) -> KnownDialect.Mark<UInt8>? {
    if word.isEmpty || word == "none" { return .absent }
    guard let bytes = bytes(word), bytes.count == 1, bytes[0] < 0x80 else { return nil }
    return .present(bytes[0])
  }

  /// What an escape word says: `double` or `none` for doubled quotes, else a single ASCII character.
  package static func escape(_ word: String) -> DelimitedDialect.Escape? {
    if word == "double" { return .doubledQuote }
    switch byte(word) {
    case .present(let byte): return .character(byte)
    case .absent: return .doubledQuote
    case nil: return nil
    }
  }

  /// What a comment word says; `none` for none.
  package static func comment(_ word: String) -> KnownDialect.Mark<[UInt8]> {
    word == "none" ? .absent : bytes(word).map { .present($0) } ?? .absent
  }

  /// What ends a record: `any`, `lf`, `crlf` or `cr`, or these characters themselves.
  package static func recordEnd(_ word: String) -> DelimitedDialect.RecordEnd? {
    switch word.lowercased() {
    case "any": .any
    case "lf", "\n", "\\n": .lineFeed
    case "crlf", "\r\n", "\\r\\n": .carriageReturnLineFeed
    case "cr", "\r", "\\r": .carriageReturn
    default: nil
    }
  }

  /// Which table a word means: a number from 1, or `all`; `nil` for anything else.
  package static func table(_ word: String) -> DelimitedOptions.TableChoice? {
    word == "all" ? .all : Int(word).flatMap { $0 > 0 ? .number($0) : nil }
  }

  /// What becomes of something that may be a part of the text or not: blank lines, spaces after delimiters.
  package enum Treatment: String, Sendable, CaseIterable {
    case skip, keep
  }
}

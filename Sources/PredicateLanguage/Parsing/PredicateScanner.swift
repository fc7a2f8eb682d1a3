internal import FoundationEssentials

/// Cuts a predicate's text into tokens, one at a time.
///
/// - Complexity: O(*n*) in bytes for the whole text.
struct PredicateScanner {
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// A problem in the text; the parser adds the text to it.
  struct Failure: LocalizedError {
    var range: Range<Int>
    var message: String
  }

  /// The next token, white space before it skipped.
  mutating func next() throws(Failure) -> PredicateToken {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    let start = position
    guard start < bytes.count else { return PredicateToken(kind: .end, range: start..<start) }
    let kind = try kind(of: bytes[start], at: start)
    return PredicateToken(kind: kind, range: start..<position)
  }

  private mutating func kind(of byte: UInt8, at start: Int) throws(Failure) -> PredicateToken.Kind {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return .string(try string(quotedBy: byte))
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try number()
    case UInt8(ascii: "$"):
      position += 1
      return .variable(try word(after: "$", start))
    case UInt8(ascii: "@"):
      position += 1
      return .collectionOperator("@" + (try word(after: "@", start)))
    case UInt8(ascii: "#"):
      position += 1
      if let quote = peek, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
        return .escapedWord(try string(quotedBy: quote))
      }
      return .escapedWord(try word(after: "#", start))
    case UInt8(ascii: "%"):
      return .placeholder(try placeholder())
    default:
      if Self.isWordStart(byte) { return wordOrSelector() }
      return .symbol(try symbol())
    }
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func word(after sign: String, _ start: Int) throws(Failure) -> String {
    guard let first = peek, Self.isWordStart(first) else {
      throw Failure(range: position..<position, message: "expected a name after \(sign)")
    }
    return word()
  }

  private mutating func word() -> String {
    let start = position
    while let byte = peek, Self.isWordPart(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// A word, or a name with colons if colons follow directly.
  private mutating func wordOrSelector() -> PredicateToken.Kind {
    let start = position
    let first = word()
    guard peek == UInt8(ascii: ":"), byte(at: position + 1) != UInt8(ascii: "=") else { return .word(first) }
    while peek == UInt8(ascii: ":") {
      position += 1
      while let byte = peek, Self.isWordPart(byte) { position += 1 }
    }
    return .selector(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  // MARK: Literals

  private mutating func string(quotedBy quote: UInt8) throws(Failure) -> String {
    let start = position
    position += 1
    var content: [UInt8] = []
    while let byte = peek {
      position += 1
      if byte == quote { return String(decoding: content, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        try unescape(into: &content)
      } else {
        content.append(byte)
      }
    }
    let mark = String(UnicodeScalar(quote))
    throw Failure(range: start..<start + 1, message: "expected \(mark) at the end of the string that begins here")
  }

  private mutating func unescape(into content: inout [UInt8]) throws(Failure) {
    let start = position - 1
    guard let byte = peek else { return }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "0"): content.append(0)
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      let digits = byte == UInt8(ascii: "u") ? 4 : 8
      var value: UInt32 = 0
      for _ in 0..<digits {
        guard let digit = peek.flatMap(Self.hexadecimalValue) else {
          throw Failure(range: start..<position, message: "expected \(digits) hexadecimal digits")
        }
        value = value &<< 4 | UInt32(digit)
        position += 1
      }
      guard let scalar = UnicodeScalar(value) else {
        throw Failure(range: start..<position, message: "expected the number of a Unicode character")
      }
      content.append(contentsOf: String(Character(scalar)).utf8)
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\"): content.append(byte)
    // The backslash stays where it means nothing to us: patterns of MATCHES and LIKE are full of them.
    default: content.append(contentsOf: [UInt8(ascii: "\\"), byte])
    }
  }

  private mutating func number() throws(Failure) -> PredicateToken.Kind {
    let start = position
    if bytes[start] == UInt8(ascii: "0"), let letter = byte(at: start + 1) {
      switch letter | 0x20 {
      case UInt8(ascii: "x"): return try integer(radix: 16, start)
      case UInt8(ascii: "o"): return try integer(radix: 8, start)
      case UInt8(ascii: "b"): return try integer(radix: 2, start)
      default: break
      }
    }
    var isInteger = true
    skipDigits()
    if peek == UInt8(ascii: "."), let digit = byte(at: position + 1), Self.isDigit(digit) {
      isInteger = false
      position += 1
      skipDigits()
    }
    if let letter = peek, letter | 0x20 == UInt8(ascii: "e") {
      var exponent = position + 1
      if byte(at: exponent) == UInt8(ascii: "+") || byte(at: exponent) == UInt8(ascii: "-") { exponent += 1 }
      if let digit = byte(at: exponent), Self.isDigit(digit) {
        isInteger = false
        position = exponent
        skipDigits()
      }
    }
    try refuseWordAfterNumber(start)
    let digits = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let magnitude = UInt64(digits) { return .integer(magnitude) }
    guard let value = Double(digits) else { throw Failure(range: start..<position, message: "expected a number") }
    return .number(value)
  }

  private mutating func integer(radix: Int, _ start: Int) throws(Failure) -> PredicateToken.Kind {
    position += 2
    while let byte = peek, Self.isWordPart(byte) { position += 1 }
    let digits = String(decoding: bytes[(start + 2)..<position], as: UTF8.self)
    guard let magnitude = UInt64(digits, radix: radix) else {
      throw Failure(range: start..<position, message: "expected a number of base \(radix) with at most 64 bits")
    }
    return .integer(magnitude)
  }

  private mutating func skipDigits() {
    while let byte = peek, Self.isDigit(byte) { position += 1 }
  }

  private func refuseWordAfterNumber(_ start: Int) throws(Failure) {
    guard let byte = peek, Self.isWordStart(byte) else { return }
    throw Failure(range: position..<position + 1, message: "expected an operator or white space after the number")
  }

  // MARK: Placeholders

  /// `%` with flags, width and length modifiers, which are skipped, and a conversion.
  private mutating func placeholder() throws(Failure) -> PredicateToken.Placeholder {
    let start = position
    position += 1
    while let byte = peek, Self.isDigit(byte) || "+-.hlqzjtL".utf8.contains(byte) { position += 1 }
    guard let conversion = peek else {
      throw Failure(range: start..<position, message: "expected a conversion such as %@, %K or %d")
    }
    position += 1
    switch conversion {
    case UInt8(ascii: "@"): return .object
    case UInt8(ascii: "K"): return .keyPath
    case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "U"),
      UInt8(ascii: "x"),
      UInt8(ascii: "X"), UInt8(ascii: "o"), UInt8(ascii: "O"):
      return .integer
    case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "g"),
      UInt8(ascii: "G"),
      UInt8(ascii: "a"), UInt8(ascii: "A"):
      return .floatingPoint
    case UInt8(ascii: "s"), UInt8(ascii: "S"): return .text
    case UInt8(ascii: "c"), UInt8(ascii: "C"): return .character
    default:
      throw Failure(range: start..<position, message: "expected a conversion such as %@, %K or %d")
    }
  }

  // MARK: Signs

  private mutating func symbol() throws(Failure) -> PredicateToken.Symbol {
    let first = bytes[position]
    let second = byte(at: position + 1) ?? 0
    switch (first, second) {
    case (UInt8(ascii: "="), UInt8(ascii: "=")): return take(2, .equal)
    case (UInt8(ascii: "="), UInt8(ascii: "<")): return take(2, .lessOrEqual)
    case (UInt8(ascii: "="), UInt8(ascii: ">")): return take(2, .greaterOrEqual)
    case (UInt8(ascii: "!"), UInt8(ascii: "=")): return take(2, .notEqual)
    case (UInt8(ascii: "<"), UInt8(ascii: ">")): return take(2, .notEqual)
    case (UInt8(ascii: "<"), UInt8(ascii: "=")): return take(2, .lessOrEqual)
    case (UInt8(ascii: ">"), UInt8(ascii: "=")): return take(2, .greaterOrEqual)
    case (UInt8(ascii: "&"), UInt8(ascii: "&")): return take(2, .and)
    case (UInt8(ascii: "|"), UInt8(ascii: "|")): return take(2, .or)
    case (UInt8(ascii: "*"), UInt8(ascii: "*")): return take(2, .power)
    case (UInt8(ascii: ":"), UInt8(ascii: "=")): return take(2, .assign)
    case (UInt8(ascii: "="), _): return take(1, .equal)
    default: break
    }
    guard let symbol = PredicateToken.Symbol(rawValue: String(UnicodeScalar(first))) else {
      throw Failure(range: position..<position + 1, message: "this sign has no meaning in a predicate")
    }
    return take(1, symbol)
  }

  private mutating func take(_ count: Int, _ symbol: PredicateToken.Symbol) -> PredicateToken.Symbol {
    position += count
    return symbol
  }

  // MARK: Kinds of bytes

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Letters, `_` and everything beyond ASCII.
  static func isWordStart(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  static func isWordPart(_ byte: UInt8) -> Bool { isWordStart(byte) || isDigit(byte) }

  static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension PredicateScanner.Failure {
  var errorDescription: String? { message }
}

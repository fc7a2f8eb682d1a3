internal import Findings
internal import TextInput

/// Strings, numbers and words.
extension JSONScanner {
  // MARK: Strings

  /// A string at `offset`, from quote to quote.
  mutating func string() throws -> JSONEvent {
    let start = offset
    var index = start + 1
    var needsDecoding = false
    while true {
      // Plain ASCII in memory, byte after byte.
      let end = min(window.end, textEnd ?? .max)
      let base = window.base - window.start
      while index < end {
        let byte = base[index]
        if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
        index &+= 1
      }
      guard index - start <= limits.stringBytes else { throw tooLong(start, .string) }
      guard let byte = try byte(at: index) else {
        throw JSONSyntaxError(.openString, start..<start + 1)
      }
      switch byte {
      case UInt8(ascii: "\""):
        offset = index + 1
        return JSONEvent(kind: .string, range: start..<offset, needsDecoding: needsDecoding)
      case UInt8(ascii: "\\"):
        needsDecoding = true
        index = try escape(at: index)
      case 0x80...:
        let count = try sequenceLength(at: index)
        if count == 0 {
          needsDecoding = true
          note(.invalidText, index..<index + 1)
        }
        index += max(1, count)
      case ..<0x20:
        guard mode == .tolerant else { throw JSONSyntaxError(.control(byte), index..<index + 1) }
        note(byte == 0 ? .nul : .controlCharacter, index..<index + 1)
        index += 1
      default: index += 1
      }
    }
  }

  private func tooLong(_ start: Int, _ token: SourceFinding.Limit.Token) -> JSONSyntaxError {
    JSONSyntaxError(.token(token, bytes: limits.stringBytes), start..<start + 1)
  }

  /// The index after the escape at `index`.
  private mutating func escape(at index: Int) throws -> Int {
    switch try byte(at: index + 1) {
    case UInt8(ascii: "\"")?, UInt8(ascii: "\\")?, UInt8(ascii: "/")?, UInt8(ascii: "b")?, UInt8(ascii: "f")?,
      UInt8(ascii: "n")?, UInt8(ascii: "r")?, UInt8(ascii: "t")?:
      return index + 2
    case UInt8(ascii: "u")?:
      let unit = try hexadecimal(at: index)
      if unit == 0 { issues.append(JSONIssue(kind: .nul, range: index..<index + 6)) }
      guard unit & 0xF800 == 0xD800 else { return index + 6 }
      if unit < 0xDC00, try byte(at: index + 6) == UInt8(ascii: "\\"), try byte(at: index + 7) == UInt8(ascii: "u"),
        try hexadecimal(at: index + 6) & 0xFC00 == 0xDC00
      {
        return index + 12
      }
      note(.loneSurrogate, index..<index + 6)
      return index + 6
    default:
      throw JSONSyntaxError(.escape, index..<index + 1)
    }
  }

  private func hexadecimal(at index: Int) throws -> UInt32 {
    var value: UInt32 = 0
    for place in index + 2..<index + 6 {
      guard let digit = try byte(at: place).flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw JSONSyntaxError(.hexadecimal, index..<index + 2)
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// The length of the UTF-8 sequence at `index`; 0 if it is none (RFC 3629, section 4).
  private func sequenceLength(at index: Int) throws -> Int {
    // The rest of it may have to be read.
    if index &+ 4 > window.end { _ = try byte(at: index &+ 3) }
    let end = min(textEnd ?? .max, window.end)
    return max(0, UTF8Check.sequenceLength(window.base + (index - window.start), at: 0, end: end - index))
  }

  // MARK: Numbers and words

  /// A number at `offset`.
  mutating func number() throws -> JSONEvent {
    let start = offset
    var index = start
    if try byte(at: index) == UInt8(ascii: "-") {
      index += 1
      if try byte(at: index) == UInt8(ascii: "I") { return try word() }
    }
    let first = try byte(at: index)
    guard let first, (0x30...0x39).contains(first) else { throw badNumber(start, .sign) }
    index = try digits(from: index)
    if first == 0x30, index > start + (window.base[start - window.start] == UInt8(ascii: "-") ? 2 : 1) {
      throw badNumber(start, .zero)
    }
    if try byte(at: index) == UInt8(ascii: ".") {
      let fraction = index + 1
      index = try digits(from: fraction)
      if index == fraction { throw badNumber(start, .point) }
    }
    if let byte = try byte(at: index), byte | 0x20 == UInt8(ascii: "e") {
      var exponent = index + 1
      if let sign = try self.byte(at: exponent), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        exponent += 1
      }
      index = try digits(from: exponent)
      if index == exponent { throw badNumber(start, .exponent) }
    }
    if let byte = try byte(at: index), Self.continuesWord(byte) || byte == UInt8(ascii: ".") {
      throw badNumber(start, .form)
    }
    offset = index
    return JSONEvent(kind: .number, range: start..<index)
  }

  private func badNumber(_ start: Int, _ fault: JSONFinding.Syntax.Number) -> JSONSyntaxError {
    JSONSyntaxError(.number(fault), start..<start + 1)
  }

  private func digits(from start: Int) throws -> Int {
    var index = start
    while let byte = try byte(at: index), (0x30...0x39).contains(byte) {
      index += 1
      if index - start > limits.stringBytes { throw tooLong(start, .number) }
    }
    return index
  }

  private static func continuesWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// `true`, `false`, `null`, or what other programs write for numbers that are none.
  mutating func word() throws -> JSONEvent {
    let start = offset
    var index = start
    if try byte(at: index) == UInt8(ascii: "-") { index += 1 }
    while let byte = try byte(at: index), Self.continuesWord(byte), index - start < 64 { index += 1 }
    guard index > start else { throw unexpected(try byte(at: start), insteadOf: .value) }
    let text = String(decoding: window.text(start..<index), as: UTF8.self)
    let kind: JSONEvent.Kind
    switch text {
    case "true": kind = .true
    case "false": kind = .false
    case "null": kind = .null
    case "NaN", "Infinity", "-Infinity":
      guard mode == .tolerant else { throw JSONSyntaxError(.noNumber(text), start..<index) }
      note(.nonFinite, start..<index)
      kind = .null
    default: throw JSONSyntaxError(.noValue(text), start..<index)
    }
    offset = index
    return JSONEvent(kind: kind, range: start..<index)
  }
}

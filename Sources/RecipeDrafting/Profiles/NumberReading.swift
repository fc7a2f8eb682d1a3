internal import ImportPipeline

/// What a text is as a number.
struct NumberReading {
  /// The formats in which it is a number, as bits by their places in `NumberNotation.all`.
  var formats: UInt16 = 0
  /// Its value where its last mark is that before the decimals.
  var fraction: NumberRange?
  /// Its value where all marks stand between thousands, or where there are none.
  var whole: NumberRange?
  /// How many digits it has.
  var digits = 0
  /// Whether it begins with a zero that a number would lose: `007`.
  var hasLeadingZero = false
  /// Whether it has an exponent: `1.5e3`.
  var hasExponent = false
  /// The mark of a number that is a fraction in some formats and whole in others: `1.234`.
  var ambiguousMark: UInt8?

  private enum Mark: Equatable {
    case byte(UInt8)
    case noBreakSpace, narrowSpace, apostrophe
  }

  /// Reads a trimmed text; `nil` if it is no number in any of the formats.
  ///
  /// - Complexity: O(*n*); allocates only for numbers with marks in them.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first, bytes.count <= 64 else { return nil }
    var index = 0
    let isNegative = first == UInt8(ascii: "-")
    if isNegative || first == UInt8(ascii: "+") { index = 1 }
    let start = index
    var magnitude: UInt64 = 0
    while index < bytes.count, bytes[index] &- 48 < 10 {
      if index - start < 18 { magnitude = magnitude &* 10 &+ UInt64(bytes[index] &- 48) }
      index += 1
    }
    digits = index - start
    hasLeadingZero = digits > 1 && bytes[start] == UInt8(ascii: "0")
    if index == bytes.count {
      guard digits > 0 else { return nil }
      formats = NumberNotation.any
      if digits <= 18 {
        let number = isNegative ? -Int64(magnitude) : Int64(magnitude)
        whole = NumberRange(whole: Double(number), number)
      } else {
        whole = NumberRange(whole: NumberText.double(bytes) ?? .infinity, NumberText.integer(bytes))
      }
      return
    }
    if bytes[index] | 0x20 == UInt8(ascii: "e") || bytes[index] == UInt8(ascii: "."), readExponent(bytes) { return }
    readMarks(bytes, from: start, isNegative: isNegative)
    guard formats != 0 else { return nil }
  }

  /// Reads a number such as `1.5e3`, which computers write.
  private mutating func readExponent(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }), let value = NumberText.double(bytes) else {
      return false
    }
    formats = 1
    fraction = NumberRange(fraction: value, decimals: 0)
    hasExponent = true
    hasLeadingZero = false
    return true
  }

  /// Reads groups of digits with marks between them.
  private mutating func readMarks(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isNegative: Bool) {
    var groups = [0]
    var marks: [Mark] = []
    var text = isNegative ? "-" : ""
    var lastMark = 0
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte &- 48 < 10 {
        groups[groups.count - 1] += 1
        text.unicodeScalars.append(UnicodeScalar(byte))
        index += 1
        continue
      }
      var length = 1
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "'"), UInt8(ascii: " "): marks.append(.byte(byte))
      case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xA0:
        marks.append(.noBreakSpace)
        length = 2
      case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && [0xAF, 0x99].contains(bytes[index + 2]):
        marks.append(bytes[index + 2] == 0xAF ? .narrowSpace : .apostrophe)
        length = 3
      default: return
      }
      guard marks.count <= 8 else { return }
      groups.append(0)
      lastMark = text.utf8.count
      index += length
    }
    digits = groups.reduce(0, +)
    guard digits > 0 else { return }
    for (number, format) in NumberNotation.all.enumerated() {
      guard let isFraction = Self.isFraction(groups, marks, format, bytes[start] == UInt8(ascii: "0")) else { continue }
      formats |= 1 << UInt16(number)
      if isFraction, fraction == nil {
        var point = text
        point.insert(".", at: point.utf8.index(point.startIndex, offsetBy: lastMark))
        fraction = NumberRange(fraction: Double(point) ?? Double("0" + point) ?? 0, decimals: groups.last ?? 0)
      } else if !isFraction, whole == nil {
        whole = NumberRange(whole: Double(text) ?? .infinity, Int64(text))
      }
    }
    if fraction != nil, whole != nil, case .byte(let mark)? = marks.last { ambiguousMark = mark }
    hasLeadingZero = hasLeadingZero && fraction == nil
    // “00.5” is no number that somebody has written.
    if groups[0] > 1, bytes[start] == UInt8(ascii: "0") { formats = 0 }
  }

  /// Whether the last mark is that before the decimals; `nil` if the text is no number in a format.
  private static func isFraction(
    _ groups: [Int],
    _ marks: [Mark],
    _ format: NumberNotation,
    _ startsWithZero: Bool
  ) -> Bool? {
    let hasDecimals = marks.last == mark(format.decimal)
    let thousands = hasDecimals ? marks.dropLast() : marks[...]
    let between = format.thousands.flatMap(mark)
    guard thousands.allSatisfy({ $0 == between }) else { return nil }
    if !thousands.isEmpty {
      let whole = hasDecimals ? groups.dropLast() : groups[...]
      guard !startsWithZero, let first = whole.first, (1...3).contains(first), whole.dropFirst().allSatisfy({ $0 == 3 })
      else {
        return nil
      }
    }
    guard hasDecimals else { return false }
    return (groups.last ?? 0) > 0 ? true : nil
  }

  private static func mark(_ text: String) -> Mark? {
    switch text {
    case "\u{A0}": .noBreakSpace
    case "\u{202F}": .narrowSpace
    case "’": .apostrophe
    default: text.utf8.first.map { .byte($0) }
    }
  }
}

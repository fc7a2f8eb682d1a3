/// How a mapping's numbers are written, and what is done with them: marks, unit, rounding. All of it is exact decimal arithmetic.
struct NumberFormat: Sendable {
  private let thousands: [UInt8]
  private let decimal: [UInt8]
  let conversion: UnitConversion?
  /// How many decimals are kept; `nil` for all.
  let decimals: Int?

  /// Whether numbers stand as they are in source code, so that the short ways can read them.
  let isPlain: Bool

  /// - Parameter isWhole: Whether what is rounded at all is rounded to whole numbers.
  init(_ mapping: FieldMapping, conversion: UnitConversion?, isWhole: Bool) {
    thousands = Array((mapping.thousandsSeparator ?? "").utf8)
    decimal = Array(mapping.decimalSeparator.utf8)
    self.conversion = conversion
    decimals = mapping.roundDigits.map { isWhole ? 0 : $0 }
    isPlain = conversion == nil && !mapping.hasMarks
  }

  /// The mark before decimals, for suggestions.
  var decimalMark: Character { String(decoding: decimal, as: UTF8.self).first ?? "." }

  /// The unit that a text names after its number, and how: with the white space before it. Nothing for a text without.
  func unit(of text: String) -> (unit: MeasurementUnit?, ending: String) {
    text.withContiguousBytes { bytes in
      guard conversion != nil, let (_, rest) = normalised(bytes.trimmed), !rest.isEmpty,
        let unit = MeasurementUnit(named: rest)
      else { return (nil, "") }
      let start = text.dropLast(rest.count).reversed().prefix(while: \.isWhitespace)
      return (unit, String(start.reversed()) + rest)
    }
  }

  /// The number that a text with marks and a unit spells, converted and rounded; `nil` if it is none.
  func number(_ bytes: UnsafeBufferPointer<UInt8>) -> ExactNumber? {
    guard let (digits, rest) = normalised(bytes),
      var number = digits.withUnsafeBufferPointer({ ExactNumber($0) })
    else { return nil }
    if let conversion {
      var unit = conversion.source
      if !rest.isEmpty {
        guard let named = MeasurementUnit(named: rest), named.dimension == conversion.target.dimension else {
          return nil
        }
        unit = named
      }
      let wasExact = number.isExact
      number = unit.convert(number, to: conversion.target)
      // A division that does not come out even gives as many digits as any store keeps.
      if wasExact, !number.isExact, decimals == nil { number = number.rounded(significant: 15) }
    } else if !rest.isEmpty {
      return nil
    }
    return decimals.map { number.rounded(decimals: $0) } ?? number
  }

  /// The number's bytes with a point as decimal mark and without thousands separators, and the text after it.
  ///
  /// Separators have to stand between groups of three digits, the first of which may be shorter but does not begin with a zero, so that neither
  /// "1,5" is read as fifteen nor "0,125" as 125.
  private func normalised(_ bytes: UnsafeBufferPointer<UInt8>) -> (digits: [UInt8], rest: String)? {
    var digits: [UInt8] = []
    var index = 0
    var groupLength = -1
    var seenPoint = false
    var firstDigit = 0
    /// Whether the digits so far may stand before the first separator.
    var areFirstGroup: Bool { 1...3 ~= digits.count - firstDigit && digits[firstDigit] != UInt8(ascii: "0") }
    func isDigit(at place: Int) -> Bool { place < bytes.count && bytes[place] &- 48 < 10 }
    func stands(_ separator: [UInt8], at place: Int) -> Bool {
      !separator.isEmpty && place + separator.count <= bytes.count
        && separator.indices.allSatisfy { bytes[place + $0] == separator[$0] }
    }
    func isSign(at place: Int) -> Bool {
      place < bytes.count && (bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+"))
    }
    if isSign(at: 0) {
      digits.append(bytes[0])
      index = 1
      firstDigit = 1
    }
    while index < bytes.count {
      if isDigit(at: index) {
        digits.append(bytes[index])
        if groupLength >= 0, !seenPoint { groupLength += 1 }
        index += 1
      } else if stands(decimal, at: index), !seenPoint {
        if groupLength >= 0, groupLength != 3 { return nil }
        digits.append(UInt8(ascii: "."))
        seenPoint = true
        index += decimal.count
      } else if stands(thousands, at: index), !seenPoint, groupLength == -1 ? areFirstGroup : groupLength == 3 {
        groupLength = 0
        index += thousands.count
      } else {
        break
      }
    }
    if groupLength >= 0, groupLength != 3, !seenPoint { return nil }
    // An exponent, as JSON and worksheets write it.
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e"),
      isDigit(at: index + 1) || (isSign(at: index + 1) && isDigit(at: index + 2))
    {
      digits += bytes[index..<index + 2]
      index += 2
      while isDigit(at: index) {
        digits.append(bytes[index])
        index += 1
      }
    }
    let rest = UnsafeBufferPointer(rebasing: bytes[index...]).trimmed
    return (digits, String(decoding: rest, as: UTF8.self))
  }
}

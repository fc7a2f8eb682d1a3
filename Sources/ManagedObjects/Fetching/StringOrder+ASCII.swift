// The orders of strings of ASCII alone, compared byte by byte without making anything; sorting a table calls this millions of times.
extension StringOrder {
  /// Compares two UTF-8 texts as `compare(_:_:_:)` does; `nil` where a byte beyond ASCII has to be decoded first, and where a
  /// language decides.
  ///
  /// - Complexity: O(*n*) in bytes. Does not allocate.
  package static func compareASCII(
    _ left: UnsafeRawBufferPointer,
    _ right: UnsafeRawBufferPointer,
    _ comparison: SortKey.Comparison
  ) -> ValueOrder? {
    switch comparison {
    case .binary: binary(left, right)
    case .caseInsensitive: caseInsensitive(left, right)
    case .localizedStandard: localizedStandard(left, right)
    case .localized, .localizedCaseInsensitive: nil
    }
  }

  private static func binary(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> ValueOrder {
    let common = min(left.count, right.count)
    for index in 0..<common where left[index] != right[index] { return left[index] < right[index] ? .less : .greater }
    return ValueOrder(left.count, right.count)
  }

  private static func isUppercase(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func lowercase(_ byte: UInt8) -> UInt8 { isUppercase(byte) ? byte | 0x20 : byte }

  private static func caseInsensitive(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> ValueOrder? {
    let common = min(left.count, right.count)
    for index in 0..<common {
      // Letters beyond ASCII may become ASCII ones, and one letter may become several: from here on, texts are needed.
      if (left[index] | right[index]) >= 0x80 { return nil }
      let first = lowercase(left[index])
      let second = lowercase(right[index])
      if first != second {
        return isASCII(left, from: index) && isASCII(right, from: index) ? ValueOrder(first, second) : nil
      }
    }
    guard isASCII(left, from: common), isASCII(right, from: common) else { return nil }
    return ValueOrder(left.count, right.count)
  }

  private static func isASCII(_ text: UnsafeRawBufferPointer, from start: Int) -> Bool {
    for index in start..<text.count where text[index] >= 0x80 { return false }
    return true
  }

  private static func localizedStandard(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> ValueOrder?
  {
    guard isASCII(left, from: 0), isASCII(right, from: 0) else { return nil }
    var first = 0
    var second = 0
    var byCase = ValueOrder.equal
    while first < left.count, second < right.count {
      let one = left[first]
      let other = right[second]
      let kinds = ValueOrder(kind(one).rawValue, kind(other).rawValue)
      if kinds != .equal { return kinds }
      if isDigit(one) {
        let order = numbers(left, &first, right, &second)
        if order != .equal { return order }
      } else {
        let order = ValueOrder(lowercase(one), lowercase(other))
        if order != .equal { return order }
        if byCase == .equal { byCase = ValueOrder(isUppercase(one) ? 1 : 0, isUppercase(other) ? 1 : 0) }
        first += 1
        second += 1
      }
    }
    if first < left.count { return .greater }
    if second < right.count { return .less }
    return byCase == .equal ? binary(left, right) : byCase
  }

  /// Compares two runs of digits by the numbers that they form, and steps over them.
  private static func numbers(
    _ left: UnsafeRawBufferPointer,
    _ first: inout Int,
    _ right: UnsafeRawBufferPointer,
    _ second: inout Int
  ) -> ValueOrder {
    func end(_ text: UnsafeRawBufferPointer, _ start: Int) -> Int {
      var end = start
      while end < text.count, isDigit(text[end]) { end += 1 }
      return end
    }
    func significant(_ text: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Int {
      var start = start
      while start < end - 1, text[start] == UInt8(ascii: "0") { start += 1 }
      return start
    }
    let firstEnd = end(left, first)
    let secondEnd = end(right, second)
    let firstStart = significant(left, first, firstEnd)
    let secondStart = significant(right, second, secondEnd)
    first = firstEnd
    second = secondEnd
    let length = ValueOrder(firstEnd - firstStart, secondEnd - secondStart)
    if length != .equal { return length }
    return binary(
      UnsafeRawBufferPointer(rebasing: left[firstStart..<firstEnd]),
      UnsafeRawBufferPointer(rebasing: right[secondStart..<secondEnd])
    )
  }

  private static func kind(_ byte: UInt8) -> CollationElement.Kind { kinds[Int(byte)] }

  /// The kinds of the ASCII characters, as Unicode has them.
  private static let kinds: [CollationElement.Kind] = (0..<128).map { value in
    CollationElement.elements(of: String(UnicodeScalar(UInt8(value)))).first?.kind ?? .space
  }
}

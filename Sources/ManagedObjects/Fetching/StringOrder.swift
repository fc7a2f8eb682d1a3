internal import Foundation

/// The orders of strings that sort keys offer. Stores use them too, as collations, so that every store sorts alike.
package enum StringOrder {
  /// Compares two strings.
  ///
  /// - Complexity: O(*n*) in bytes.
  package static func compare(_ left: String, _ right: String, _ comparison: SortKey.Comparison) -> ValueOrder {
    var left = left
    var right = right
    let quick = left.withUTF8 { left in
      right.withUTF8 { right in
        compareASCII(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right), comparison)
      }
    }
    return quick ?? compareDecoded(left, right, comparison)
  }

  /// Compares two strings of any characters.
  package static func compareDecoded(_ left: String, _ right: String, _ comparison: SortKey.Comparison) -> ValueOrder {
    switch comparison {
    case .binary: binary(left, right)
    case .caseInsensitive: binary(left.lowercased(), right.lowercased())
    case .localizedStandard: localizedStandard(left, right)
    case .localized(let locale): localized(left, right, [], locale)
    case .localizedCaseInsensitive(let locale): localized(left, right, .caseInsensitive, locale)
    }
  }

  /// As ICU sorts words of a language; an unknown one sorts as the language that ICU takes in its place.
  private static func localized(
    _ left: String,
    _ right: String,
    _ options: String.CompareOptions,
    _ locale: String
  ) -> ValueOrder {
    switch left.compare(right, options: options, range: nil, locale: Locale(identifier: locale)) {
    case .orderedAscending: .less
    case .orderedSame: .equal
    case .orderedDescending: .greater
    }
  }

  /// By Unicode scalar values, which is the order of the UTF-8 bytes; Swift's `<` compares normalised forms instead.
  package static func binary(_ left: String, _ right: String) -> ValueOrder {
    var left = left
    var right = right
    return left.withUTF8 { left in
      right.withUTF8 { right in
        let common = min(left.count, right.count)
        var index = 0
        while index < common {
          if left[index] != right[index] { return left[index] < right[index] ? .less : .greater }
          index += 1
        }
        return ValueOrder(left.count, right.count)
      }
    }
  }

  /// As file managers sort names: digits by the number they form, letters without regard to case and accents unless nothing else differs.
  ///
  /// Punctuation and symbols come before digits, digits before letters; accents decide before case, lower case comes first.
  package static func localizedStandard(_ left: String, _ right: String) -> ValueOrder {
    let leftElements = CollationElement.elements(of: left)
    let rightElements = CollationElement.elements(of: right)
    var secondary = ValueOrder.equal
    var tertiary = ValueOrder.equal
    for (left, right) in zip(leftElements, rightElements) {
      let primary = left.primaryOrder(right)
      if primary != .equal { return primary }
      if secondary == .equal { secondary = ValueOrder(left.accents.map(\.value), right.accents.map(\.value)) }
      if tertiary == .equal { tertiary = ValueOrder(left.isUppercase ? 1 : 0, right.isUppercase ? 1 : 0) }
    }
    let length = ValueOrder(leftElements.count, rightElements.count)
    if length != .equal { return length }
    if secondary != .equal { return secondary }
    if tertiary != .equal { return tertiary }
    return binary(left, right)
  }
}

extension ValueOrder {
  fileprivate init(_ left: [UInt32], _ right: [UInt32]) {
    self = left == right ? .equal : left.lexicographicallyPrecedes(right) ? .less : .greater
  }
}

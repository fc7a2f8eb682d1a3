internal import Foundation

/// Strings as `[c]` and `[d]` see them: canonically decomposed, without case, without diacritics.
package enum TextFolding {
  /// The string's UTF-8 after folding, for an operator; with neither option just its UTF-8.
  ///
  /// Case goes by way of capitals, so `ß` is `ss` and `ς` is `σ`; nothing depends on the locale. Diacritics are nonspacing marks.
  ///
  /// What looks for a part of a text takes whole characters: there a letter and its mark are composed, so that `e` is no part of `é`.
  ///
  /// - Complexity: O(*n*); ASCII text costs one pass.
  static func folded(
    _ text: String,
    _ options: PredicateComparison.Options,
    for operation: PredicateComparison.Operator
  ) -> [UInt8] {
    let bytes = folded(text, options)
    switch operation {
    case .beginsWith, .endsWith, .contains, .in, .like:
      guard options.folds, bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
      return Array(String(decoding: bytes, as: UTF8.self).precomposedStringWithCanonicalMapping.utf8)
    default: return bytes
    }
  }

  /// The string's UTF-8 after folding, decomposed.
  ///
  /// - Complexity: O(*n*); ASCII text costs one pass.
  package static func folded(_ text: String, _ options: PredicateComparison.Options) -> [UInt8] {
    let options = options.contains(.normalized) ? [] : options
    var bytes = Array(text.utf8)
    guard options.contains(.caseInsensitive) || options.contains(.diacriticInsensitive) else { return bytes }
    var isASCII = true
    for index in bytes.indices {
      let byte = bytes[index]
      if byte >= 0x80 {
        isASCII = false
        break
      }
      if options.contains(.caseInsensitive), byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") {
        bytes[index] = byte | 0x20
      }
    }
    if isASCII { return bytes }
    return foldedBeyondASCII(text, options)
  }

  /// The folded text as a string: `canonical:`.
  package static func canonical(_ text: String) -> String {
    String(decoding: folded(text, [.caseInsensitive, .diacriticInsensitive]), as: UTF8.self)
  }

  private static func foldedBeyondASCII(_ text: String, _ options: PredicateComparison.Options) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 8)
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
      if options.contains(.diacriticInsensitive), scalar.properties.generalCategory == .nonspacingMark { continue }
      // The dotless i is not the small form of I outside Turkish.
      guard options.contains(.caseInsensitive), scalar != "\u{131}" else {
        result.append(contentsOf: scalar.utf8)
        continue
      }
      // The capital of ß is its own capital, and ß folds to two letters (Unicode's CaseFolding.txt).
      if scalar == "\u{1E9E}" {
        result.append(contentsOf: "ss".utf8)
        continue
      }
      for capital in scalar.properties.uppercaseMapping.unicodeScalars {
        result.append(contentsOf: capital.properties.lowercaseMapping.utf8)
      }
    }
    return result
  }

  /// How strings stand to each other as a reader orders them: by letters, then by diacritics, then small letters before capitals.
  static func localizedRelation(_ left: String, _ right: String, _ options: PredicateComparison.Options)
    -> ValueRelation
  {
    let letters: PredicateComparison.Options = [.caseInsensitive, .diacriticInsensitive]
    let byLetters = relation(folded(left, letters), folded(right, letters))
    if byLetters != .same { return byLetters }
    if !options.contains(.diacriticInsensitive) {
      let byDiacritics = relation(folded(left, .caseInsensitive), folded(right, .caseInsensitive))
      if byDiacritics != .same { return byDiacritics }
    }
    if options.contains(.caseInsensitive) { return .same }
    // Capitals have the lower numbers, so that the order has to be turned around.
    let kept = options.intersection(.diacriticInsensitive)
    return relation(folded(left, kept), folded(right, kept)).reversed
  }

  static func relation(_ left: [UInt8], _ right: [UInt8]) -> ValueRelation {
    if left == right { return .same }
    return left.lexicographicallyPrecedes(right) ? .less : .greater
  }
}

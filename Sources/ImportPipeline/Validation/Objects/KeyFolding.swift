internal import AttributeValues
internal import Foundation

/// How the texts of a key are compared: to the letter, or without case or accents.
package struct KeyFolding: Sendable, Hashable {
  package var ignoresCase = false
  package var ignoresAccents = false

  /// Texts are compared to the letter.
  package static let none = KeyFolding()

  /// The value that stands for all values that are equal to this one.
  ///
  /// - Complexity: O(*n*) in a text's length where anything is ignored, else O(1).
  func folded(_ value: AttributeValue) -> AttributeValue {
    guard self != .none, case .string(let text) = value else { return value }
    var options: String.CompareOptions = []
    if ignoresCase { options.insert(.caseInsensitive) }
    if ignoresAccents { options.insert(.diacriticInsensitive) }
    return .string(text.folding(options: options, locale: nil))
  }
}

extension KeyFolding {
  /// Reads what a mapping of the recipe says about comparing texts.
  init(_ map: RecipeMap) {
    ignoresCase = map.boolean("ignoreCase") ?? false
    ignoresAccents = map.boolean("ignoreAccents") ?? false
  }
}

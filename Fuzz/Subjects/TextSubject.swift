import ImportPipeline
import PredicateLanguage
import PropertyLists

/// Reads bytes as a recipe, a predicate or a property list.
enum TextSubject {
  static func readRecipe(_ bytes: [UInt8]) {
    _ = try? RecipeReader.read(text: String(decoding: bytes, as: UTF8.self), path: "f.yml")
  }

  /// A predicate that can be read is printed so that reading it again gives the same.
  static func readPredicate(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let predicate = try? ObjectPredicate(format: text) else { return }
    let printed = predicate.description
    guard let again = try? ObjectPredicate(format: printed) else { disagree("cannot be read again: \(printed)") }
    if again.description != printed { disagree("\(printed) – \(again.description)") }
  }

  /// A property list that can be read survives writing.
  static func readPropertyList(_ bytes: [UInt8]) {
    guard let value = try? PropertyList.read(bytes) else { return }
    let written = PropertyList.writeBinary(value)
    guard let again = try? PropertyList.read(written) else { disagree("cannot be read again") }
    if PropertyList.writeBinary(again) != written { disagree("the second writing differs") }
  }
}

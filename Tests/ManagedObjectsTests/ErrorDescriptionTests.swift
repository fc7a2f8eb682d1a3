import Foundation
import ManagedObjects
import PredicateLanguage
import TestSupport
import Testing

/// Every error says in words what is wrong, also to those who ask for `localizedDescription`.
@Suite struct ErrorDescriptionTests {
  /// The declarations of types that say that they are errors, in all sources.
  private static func declarations() throws -> [(file: String, line: String)] {
    let folder = Package.path("Sources")
    let files = try #require(FileManager.default.enumerator(atPath: folder))
    var found: [(file: String, line: String)] = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      // A pattern takes its time with each line of all sources.
      for line in text.split(separator: "\n") where line.contains("Error") {
        if line.contains(/^\s*(\w+ )*(struct|enum|class|extension) [\w.]+: .*\b\w*Error\b.*\{/) {
          found.append((file, String(line)))
        }
      }
    }
    return found
  }

  @Test func everyErrorIsALocalizedError() throws {
    let declarations = try Self.declarations()
    let errors = declarations.filter { $0.line.contains(/[:,] (Localized)?Error\b/) }
    #expect(errors.count > 55)
    for (file, line) in errors { #expect(line.contains(/[:,] LocalizedError\b/), "\(file): \(line)") }
  }

  @Test func whatFoundationSaysOfAnErrorIsWhatItSaysItself() throws {
    let errors: [any Error & CustomStringConvertible] = [
      PropertyAccessError.unknownKey(entity: "Breed", key: "nmae"), PersistentStoreError.foreignObject("Breed"),
      try #require(throws: PredicateSyntaxError.self) { try ObjectPredicate(format: "name ==") },
      try #require(throws: QueryTranslationError.self) { try SortKey(\ManagedObject.entity) },
    ]
    for error in errors {
      #expect(error.localizedDescription == error.description)
      #expect(!error.localizedDescription.contains("could not be completed"))
    }
  }
}

import AttributeValues
import Testing

@testable import ImportPipeline

@Suite("Texts that are compared loosely")
struct KeyFoldingTests {
  private static let pairs: [(String, String, KeyFolding, Bool)] = [
    ("Toy", "toy", KeyFolding(), false),
    ("Toy", "toy", KeyFolding(ignoresCase: true), true),
    ("Toy", "Töy", KeyFolding(ignoresCase: true), false),
    ("Toy", "Töy", KeyFolding(ignoresAccents: true), true),
    ("Toy", "töy", KeyFolding(ignoresAccents: true), false),
    ("Toy", "TÖY", KeyFolding(ignoresCase: true, ignoresAccents: true), true),
    ("cafe\u{301}", "caf\u{e9}", KeyFolding(), true),
    ("cafe\u{301}", "CAFÉ", KeyFolding(ignoresCase: true), true),
    ("Ågot", "Agot", KeyFolding(ignoresAccents: true), true),
    ("Straße", "STRASSE", KeyFolding(ignoresAccents: true), false),
    ("Toy ", "Toy", KeyFolding(ignoresCase: true, ignoresAccents: true), false),
  ]

  @Test(arguments: pairs.indices)
  func tellsWhichTextsAreEqual(_ index: Int) {
    let (left, right, folding, areEqual) = Self.pairs[index]
    let fingerprints = [left, right].map { Fingerprint(folding.folded(.string($0))) }
    #expect((fingerprints[0] == fingerprints[1]) == areEqual, "\(left) and \(right)")
  }

  @Test func leavesOtherValuesAlone() {
    let folding = KeyFolding(ignoresCase: true, ignoresAccents: true)
    for value in [AttributeValue.null, .integer(3), .boolean(true), .double(0.5)] {
      #expect(folding.folded(value) == value)
    }
    #expect(KeyFolding.none.folded(.string("ÄB")) == .string("ÄB"))
  }
}

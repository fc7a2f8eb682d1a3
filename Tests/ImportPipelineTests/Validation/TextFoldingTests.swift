import AttributeValues
import Testing

@testable import ImportPipeline

@Suite("Texts that are compared loosely")
struct TextFoldingTests {
  private static let pairs: [(String, String, TextFolding, Bool)] = [
    ("Toy", "toy", TextFolding(), false),
    ("Toy", "toy", TextFolding(ignoresCase: true), true),
    ("Toy", "Töy", TextFolding(ignoresCase: true), false),
    ("Toy", "Töy", TextFolding(ignoresAccents: true), true),
    ("Toy", "töy", TextFolding(ignoresAccents: true), false),
    ("Toy", "TÖY", TextFolding(ignoresCase: true, ignoresAccents: true), true),
    ("cafe\u{301}", "caf\u{e9}", TextFolding(), true),
    ("cafe\u{301}", "CAFÉ", TextFolding(ignoresCase: true), true),
    ("Ågot", "Agot", TextFolding(ignoresAccents: true), true),
    ("Straße", "STRASSE", TextFolding(ignoresAccents: true), false),
    ("Toy ", "Toy", TextFolding(ignoresCase: true, ignoresAccents: true), false),
  ]

  @Test(arguments: pairs.indices)
  func tellsWhichTextsAreEqual(_ index: Int) {
    let (left, right, folding, areEqual) = Self.pairs[index]
    let fingerprints = [left, right].map { Fingerprint(folding.folded(.string($0))) }
    #expect((fingerprints[0] == fingerprints[1]) == areEqual, "\(left) and \(right)")
  }

  @Test func leavesOtherValuesAlone() {
    let folding = TextFolding(ignoresCase: true, ignoresAccents: true)
    for value in [AttributeValue.null, .integer(3), .boolean(true), .double(0.5)] {
      #expect(folding.folded(value) == value)
    }
    #expect(TextFolding.none.folded(.string("ÄB")) == .string("ÄB"))
  }
}

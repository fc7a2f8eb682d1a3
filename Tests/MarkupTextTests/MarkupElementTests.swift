import Findings
import MarkupText
import Testing

@Suite struct MarkupElementTests {
  private func parse(_ text: String) throws -> MarkupElement {
    try MarkupElement.parse(xml: Array(text.utf8), fileName: "model.xml")
  }

  @Test func readsElementsAttributesAndTextsInOrder() throws {
    let root = try parse(
      "<model a='1' b=\"x &amp; &lt;y&gt; &#228;\"><entity name='A'/>text<![CDATA[ & more]]><entity name='B'/></model>"
    )
    #expect(root.name == "model")
    #expect(root.attributes.map(\.name) == ["a", "b"])
    #expect(root.attribute("b") == "x & <y> ä")
    #expect(root.attribute("c") == nil)
    #expect(root.elements(named: "entity").map { $0.attribute("name") } == ["A", "B"])
    #expect(root.children.count == 3)
    #expect(root.text == "text & more")
  }

  @Test func knowsWhereElementsAndAttributesBegin() throws {
    let root = try parse(
      "<?xml version='1.0'?>\n<model>\n  <!-- ä -->é<entity\n     name='A'\r\n\tkind = 'ü' x='2'/></model>"
    )
    let entity = try #require(root.elements.first)
    #expect([root.line, root.column] == [2, 1])
    #expect([entity.line, entity.column] == [3, 14])
    #expect(entity.attributes.map { [$0.line, $0.column] } == [[4, 6], [5, 2], [5, 13]])
  }

  @Test func resolvesInternalEntities() throws {
    let root = try parse("<!DOCTYPE r [<!ENTITY uk 'United &amp; Kingdom'>]><r at='in the &uk;!'>&uk;</r>")
    #expect(root.attribute("at") == "in the United & Kingdom!")
    #expect(root.text == "United & Kingdom")
  }

  /// Line breaks and tabs of an entity were kept in attributes.
  @Test func whiteSpaceOfAnEntityIsSpacesInAnAttribute() throws {
    let root = try parse("<!DOCTYPE r [<!ENTITY e 'a&#10;b\tc'>]><r at='&e;&#10;'>&e;</r>")
    #expect(root.attribute("at") == "a b c\n")
    #expect(root.text == "a\nb\tc")
  }

  @Test func saysWhereADocumentIsMalformed() throws {
    let error = try #require(throws: MarkupTextError.self) { try parse("<a>\n  <b></c>\n</a>") }
    #expect(error.kind == .malformed)
    #expect(error.position?.line == 2)
    #expect(throws: MarkupTextError.self) { try parse("") }
    #expect(throws: MarkupTextError.self) { try parse("<a>") }
    #expect(throws: MarkupTextError.self) { try parse("no markup") }
  }

  @Test func boundsDepth() throws {
    let error = try #require(throws: MarkupTextError.self) {
      try parse(String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300))
    }
    #expect(error.kind == .limit)
  }

  @Test func handsOverTheChildrenOfTheRootOneByOne() throws {
    let xml = Array("<a k='v'>\n<b>one<c/></b>\n<d x='1'/>\n<b>two</b></a>".utf8)
    var seen: [String] = []
    let root = try MarkupElement.parseChildren(ofRootOf: xml, fileName: "x.xml") { element in
      seen.append(
        "\(element.line) \(element.name) \(element.text) \(element.elements.count) \(element.attribute("x") ?? "")"
      )
    }
    #expect(seen == ["2 b one 1 ", "3 d  0 1", "4 b two 0 "])
    #expect(root.name == "a" && root.elements.isEmpty && root.attribute("k") == "v")
  }

  private struct Enough: Error {}

  @Test func readsNoFurtherThanItIsToldTo() {
    var count = 0
    #expect(throws: Enough.self) {
      _ = try MarkupElement.parseChildren(ofRootOf: Array("<a><b/><b/></not well-formed".utf8), fileName: "x.xml") {
        _ in
        count += 1
        throw Enough()
      }
    }
    #expect(count == 1)
    #expect(throws: MarkupTextError.self) {
      _ = try MarkupElement.parseChildren(ofRootOf: Array("<a><b/>".utf8), fileName: "x.xml") { _ in }
    }
  }
}

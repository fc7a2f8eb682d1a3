import MarkupText
import Testing

@Suite struct NestedPathTests {
  @Test(arguments: [
    ("breed", "//group", "//group/breed", ".."),
    ("./section/breed", "/a/group", "/a/group/section/breed", "../.."),
    (".//breed", "//group[@x='a|b']", "//group[@x='a|b']//breed", "ancestor::group[1]"),
    ("//k:b", "k:group", "k:group//k:b", "ancestor::k:group[1]"),
    ("a | b", "//x | //y", "//x/a | //y/a | //x/b | //y/b", ".."),
  ]) func joinsPathsAndKnowsTheWayOut(_ inner: String, _ outer: String, _ records: String, _ wayOut: String) throws {
    let path = try NestedPath(inner: inner, outer: outer)
    #expect(path.records == records)
    #expect(path.wayOut == wayOut)
  }

  @Test func seesFieldsOfTheOuterRecordFromInside() throws {
    let path = try NestedPath(inner: ".//b", outer: "//g")
    #expect(try path.seenFromInside("@name") == "ancestor::g[1]/@name")
    #expect(try path.seenFromInside("../@name | title") == "ancestor::g[1]/../@name | ancestor::g[1]/title")
    #expect(try path.seenFromInside("//t") == "ancestor::g[1]//t")
    #expect(try path.seenFromInside(".") == "ancestor::g[1]")
  }

  @Test(arguments: [("../b", "//g"), ("b", "//g["), (".//b", "//*"), ("a | .//b", "//g"), ("@b", "//g"), ("", "//g")])
  func refusesPathsThatDoNotTell(_ inner: String, _ outer: String) {
    #expect(throws: MarkupTextError.self) { try NestedPath(inner: inner, outer: outer) }
  }
}

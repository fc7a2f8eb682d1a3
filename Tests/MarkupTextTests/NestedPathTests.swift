import MarkupText
import Testing

@Suite struct NestedPathTests {
  @Test(arguments: [
    ("breed", "//group", "//group/breed", ".."),
    ("./section/breed", "/a/group", "/a/group/section/breed", "../.."),
    (".//breed", "//group[@x='a|b']", "//group[@x='a|b']//breed", "ancestor::group[@x='a|b'][1]"),
    (".//b", "/k/g[2]", "/k/g[2]//b", "ancestor::g[last()]"), (".//b", "/k//g", "/k//g//b", "ancestor::g[1]"),
    (".//b", "//k/g[@x='/'][@y]", "//k/g[@x='/'][@y]//b", "ancestor::g[(@x='/') and (@y) and parent::k][1]"),
    (".//b", "/g/g", "/g/g//b", "ancestor::g[parent::g[not(parent::*)]][1]"),
    (".//b", "//a/child::k[@x]/g", "//a/child::k[@x]/g//b", "ancestor::g[parent::k[(@x) and parent::a]][1]"),
    (".//b", "//m/g | //x/g", "//m/g//b | //x/g//b", "ancestor::g[parent::m or parent::x][1]"),
    (
      ".//b", "//g[@q='[1'] | /g[@q=2]", "//g[@q='[1']//b | /g[@q=2]//b",
      "ancestor::g[@q='[1' or (@q=2) and not(parent::*)][1]"
    ),
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

  @Test(arguments: [
    ("../b", "//g"), ("b", "//g["), (".//b", "//*"), (".//b", "//g[2]"), (".//b", "//k[1]/g"), (".//b", "//g | //h"),
    (".//b", "//m//g | //x/g"),
    (".//b", "/k/m//g | /k/x/g"),
    ("a | .//b", "//g"),
    ("@b", "//g"), ("", "//g"),
  ])
  func refusesPathsThatDoNotTell(_ inner: String, _ outer: String) {
    #expect(throws: MarkupTextError.self) { try NestedPath(inner: inner, outer: outer) }
  }
}

@Suite struct NestedSelectorTests {
  @Test(arguments: [
    ("li.breed", "section.group", "section.group li.breed", "closest(section.group)"),
    ("> ul > li", "section", "section > ul > li", "closest(section)"),
    ("li, p[title='a,b']", "section", "section li, section p[title='a,b']", "closest(section)"),
    ("li", "section, .group", ":is(section, .group) li", "closest(section, .group)"),
    ("b", "div:not(.a, .b)", "div:not(.a, .b) b", "closest(div:not(.a, .b))"),
  ]) func joinsSelectorsAndKnowsTheWayOut(_ inner: String, _ outer: String, _ records: String, _ wayOut: String) throws
  {
    let path = try NestedSelector(inner: inner, outer: outer)
    #expect(path.records == records)
    #expect(path.wayOut == wayOut)
  }

  @Test func seesFieldsOfTheOuterRecordFromInside() throws {
    let path = try NestedSelector(inner: "li", outer: "section.group")
    #expect(try path.seenFromInside("h2") == "closest(section.group) h2")
    #expect(try path.seenFromInside("@id") == "closest(section.group) @id")
    #expect(try path.seenFromInside("closest(main) h1") == "closest(section.group) closest(main) h1")
  }

  @Test(arguments: [
    ("//li", "section"), ("li", "//section"), (".//li", "section"), ("+ li", "section"), ("~ li", "section"),
    ("", "section"),
    ("li", "section["), ("li,", "section"), ("li[", "section"), ("li", ""),
  ]) func refusesSelectorsThatDoNotTell(_ inner: String, _ outer: String) {
    #expect(throws: MarkupTextError.self) { try NestedSelector(inner: inner, outer: outer) }
  }
}

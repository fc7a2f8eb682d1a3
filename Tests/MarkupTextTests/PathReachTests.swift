import Testing

@testable import MarkupText

/// Paths to what a stream does not keep are refused, and nothing else is.
@Suite struct PathReachTests {
  @Test(arguments: [
    "count(preceding-sibling::d)+1", "following-sibling::d[1]/@n", "preceding::d/@n", "name/following::x", "position()",
    "last()", "../preceding-sibling::x", "name/../following-sibling::d", "name[../following-sibling::d]",
    "(name | ..)/following-sibling::x",
  ]) func refusesWhatStandsBesideTheRecord(_ field: String) {
    #expect(throws: MarkupTextError.self) { try FieldPath(field) }
  }

  @Test(arguments: [
    ("/r/d", "../d[1]/@n"), ("/r/d", "count(../d)"), ("//d", "../../d"), ("//d", "..//d"), ("/r/d", "../*"),
    ("/r/d", "concat(@n, ../node())"), ("/r/d", "count(/descendant::d)"), ("/r/*", "../title"), ("//k:d", "../d/@n"),
    ("/r/d", "ancestor::r/d/@n"), ("/r/d", "name[../../d]"), ("//d[@k]", "../d[1]/@n"), ("//d[@k]", "count(../d)"),
    ("/r/d | /r/e", "../e"), ("/r/d", "sum(../d/@n) * 2"), ("//d[@k]", "../d[position() < 3]/@n"),
  ]) func refusesOtherRecords(_ records: String, _ field: String) throws {
    let path = try RecordPath(records)
    #expect(throws: MarkupTextError.self) { try FieldPath(field, records: path) }
    #expect(throws: MarkupTextError.self) {
      try XMLRecordReader(
        bytes: Array("<r/>".utf8),
        options: XMLRecordOptions(recordPath: path),
        fields: [FieldPath(field)]
      )
    }
  }

  @Test(arguments: [
    ("/r/d", "../@n"), ("/r/d", "../title"), ("/r/d", "ancestor::r/title[1]"), ("/r/g/d", "../../d/@n"),
    ("/r/d", "name[2]/following-sibling::note"), ("/r/d", "name[position() = last()]"),
    ("/r/d", "concat(../title, ' d ')"),
    ("//d[@k='item']", "../d[@k='head']/@n"), ("/r/d", "count(d) * count(*)"), ("/r/d", ".//d/x"),
    ("/r/d", "(name | size)[last()]"), ("/r/d", "name[../size]"), ("/r/d", "'../d'"), ("//d", "../text()"),
    ("/r/d", "x/preceding-sibling::d"), ("/r/d", "div div mod"),
  ]) func keepsWhatIsKnown(_ records: String, _ field: String) throws {
    #expect(try FieldPath(field, records: RecordPath(records)).text == field)
  }

  @Test func saysWhatCanBeUsed() throws {
    let error = try #require(throws: MarkupTextError.self) { try FieldPath("@n | ../d", records: RecordPath("/r/d")) }
    #expect(error.kind == .path)
    #expect(error.message.hasPrefix("Other records of “/r/d” are not kept while the document is read. A field can be"))
    #expect(error.message.hasSuffix(":\n  @n | ../d\n          ^"))
  }
}

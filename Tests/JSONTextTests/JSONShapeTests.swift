import Foundation
import JSONText
import Testing
import TextInput

@Suite("The shape of a JSON text")
struct JSONShapeTests {
  private func places(_ text: String) throws -> [String] {
    let shape = try JSONShape(
      .bytes(Array(text.utf8)),
      options: JSONRecordOptions(.document, records: JSONRecordPath("$"))
    )
    return shape.places.map { "\($0.path) \($0.count) \($0.objects) \($0.names.joined(separator: ",")) @\($0.line)" }
  }

  @Test func arraysAndObjectsOfObjectsAreListed() throws {
    let text =
      "{\"year\":1,\n\"groups\":[{\"name\":\"A\",\n\"breeds\":[{\"n\":1,\"k\":[2]},{\"n\":2}]},{\"breeds\":[]}],\n\"by.code\":{\"x\":{\"v\":1},\"y\":{\"v\":2}}}"
    #expect(
      try places(text) == [
        "$.groups[*] 2 2 name,breeds @2", "$.groups[*].breeds[*] 2 2 n,k @3", "$.groups[*].breeds[*].k[*] 1 0  @3",
        "$['by.code'].* 2 2 v @4",
      ]
    )
    let shape = try JSONShape(
      .bytes(Array("[[{}],[{},{}]]".utf8)),
      options: JSONRecordOptions(.document, records: JSONRecordPath("$"))
    )
    #expect(shape.likeliest == "$[*][*]")
  }

  @Test(arguments: [
    ("{\"n\":1,\"results\":[{\"tags\":[{},{},{}]},{\"tags\":[]}]}", "$.results[*]", 1),
    ("{\"features\":[{\"properties\":{\"n\":1},\"geometry\":{\"k\":2}}]}", "$.features[*]", 1),
    ("{\"a\":[{}],\"b\":[{},{}]}", "$.b[*]", 2), ("{\"ab\":[{}],\"a\":[{\"b\":[{},{}]}]}", "$.ab[*]", 2),
    ("{\"dogs\":{\"x\":{\"v\":[{}]},\"y\":{\"v\":1}}}", "$.dogs.*", 2), ("[[{}],[{},{}]]", "$[*][*]", 1),
    ("{\"a\":[1]}", "$.a[*]", 0),
  ]) func whatStandsInObjectsOfAnArrayIsAPartOfThem(_ text: String, _ likeliest: String, _ count: Int) throws {
    let shape = try JSONShape(
      .bytes(Array(text.utf8)),
      options: JSONRecordOptions(.document, records: JSONRecordPath("$"))
    )
    #expect(shape.likeliest == likeliest)
    #expect(shape.candidates.count == count)
  }

  @Test func aTextThatBreaksOffShowsWhatWasThere() throws {
    #expect(try places("{\"a\":[{\"b\":1},") == ["$.a[*] 1 1 b @1"])
    #expect(try places("42") == [])
  }

  @Test(arguments: ["\u{321}d'", "a\u{301}]", "\u{300}", "o'\\d", " x"]) func pathsOfNamesWithLooseAccentsCanBeRead(
    _ name: String
  ) throws {
    let text = try JSONEncoder().encode([name: [["a": 1]]])
    let shape = try JSONShape(.bytes(Array(text)), options: JSONRecordOptions(.document, records: JSONRecordPath("$")))
    let place = try #require(shape.places.first { $0.objects == 1 })
    let reader = try JSONRecordReader(
      .bytes(Array(text)),
      options: JSONRecordOptions(.document, records: JSONRecordPath(place.path))
    )
    var record = JSONRecord()
    #expect(try reader.next(&record))
    #expect(record.value(0) == "1")
  }
}

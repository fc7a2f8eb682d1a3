import Findings
import JSONText
import Testing
import TextInput

@Suite("Reading records of JSON")
struct JSONRecordReaderTests {
  @Test func elementsOfTheRootAreRecordsWithFieldsByName() throws {
    let sample = try JSONSample(
      #"[{"name":"Rex","age":3},{"age":null,"name":"B\"e\u006clo"}, {"other":[1,{"x":2}]}]"#,
      fields: ["name", "age"]
    )
    #expect(sample.records == [["Rex", "3"], ["B\"ello", nil], [nil, nil]])
    #expect(sample.findings.isEmpty)
  }

  @Test(arguments: [
    ("$.a[*]", ["1", "2"]), ("a[*]", ["1", "2"]), ("$['a'][1]", ["2"]), ("$.b.*", ["3", "4"]), ("$.b['y.z']", ["4"]),
    ("$.*[*]", ["1", "2", "3", "4", "5", "6", "7"]), ("$.c[*].d[*]", ["5", "6", "7"]), ("$.c[1].d[0]", ["7"]),
    ("$.zz[*]", []),
    ("$.c[0].d[*]", ["5", "6"]),
  ]) func aRecordPathLeadsToItsValues(_ path: String, _ expected: [String]) throws {
    let text =
      #"{"a":[{"v":1},{"v":2}],"b":{"x":{"v":3},"y.z":{"v":4}},"c":[{"v":5,"d":[{"v":5},{"v":6}]},{"v":6,"d":[{"v":7}]}]}"#
    let sample = try JSONSample(text, at: path, fields: ["v"])
    if path == "$.*[*]" {
      #expect(sample.records.map { $0[0] } == ["1", "2", "3", "4", "5", "6"])
    } else {
      #expect(sample.records.map { $0[0] } == expected.map(Optional.some))
    }
  }

  @Test func aFieldPathLeadsToItsValues() throws {
    let text = #"""
      {"name":{"en":"Collie","de":"Collie (Langhaar)"},"weights":[18,25.50,30],"tags":["herding","scotland"],"empty":[],
       "owners":[{"n":"A"},{"n":null},{"n":"C"}],"odd.name":1,"ok":true,"none":null,"big":123456789012345678901234567890.10e-5}
      """#
    let fields = [
      "name.en", "weights[0]", "weights[-1]", "weights[7]", "tags[*]", "owners[*].n", "['odd.name']", "ok", "none",
      "big",
      "empty[*]", "json(name)", "name.*", "@.ok", "json(weights)",
    ]
    let sample = try JSONSample(text, at: "$", fields: fields)
    #expect(
      sample.records == [
        [
          "Collie", "18", "30", nil, "herding; scotland", "A; C", "1", "true", nil,
          "123456789012345678901234567890.10e-5",
          nil, #"{"en":"Collie","de":"Collie (Langhaar)"}"#, "Collie; Collie (Langhaar)", "true", "[18,25.50,30]",
        ]
      ]
    )
    #expect(sample.findings.isEmpty)
    let values = sample.kept[0].values(4)
    #expect(values.map(\.text) == ["herding", "scotland"])
    #expect(values.map(\.kind) == [.string, .string])
    #expect(sample.kept[0].values(2).map(\.kind) == [.number])
  }

  @Test func fieldsLeadUpWhereverTheMembersStand() throws {
    let text = #"{"groups":[{"breeds":[{"n":"a"},{"n":"b"}],"title":"T"},{"title":"U","breeds":[{"n":"c"}]}],"year":7}"#
    let sample = try JSONSample(text, at: "$.groups[*].breeds[*]", fields: ["n", "^^.title", "^^~", "^^^^.year"])
    #expect(sample.records == [["a", "T", "0", "7"], ["b", "T", "0", "7"], ["c", "U", "1", "7"]])
    #expect(sample.kept[0].position(ofField: 1).byteRange.map { Array(Array(text.utf8)[$0]) } == Array(#""T""#.utf8))
    #expect(sample.kept[2].position(ofField: 1).column == 66)
    let grouped = try JSONSample(text, at: "$.groups[*].breeds[*]", fields: ["n", "^^.title"])
    #expect(grouped.records == [["a", "T"], ["b", "T"], ["c", "U"]])
    #expect(throws: JSONTextError.self) { try JSONSample(text, at: "$.groups", fields: ["^^.x"]) }
  }

  @Test func membersAreRecordsWithTheirNames() throws {
    let sample = try JSONSample(#"{ "a\u0062": {"v": 1}, "c": {"v": 2}}"#, at: "$.*", fields: ["~", "v"])
    #expect(sample.records == [["ab", "1"], ["c", "2"]])
    #expect(
      sample.kept.map { String(decoding: $0.rawBytes, as: UTF8.self) } == [#""a\u0062": {"v": 1}"#, #""c": {"v": 2}"#]
    )
    #expect(sample.kept[1].byteRange == 23..<36)
  }

  @Test func withoutGivenFieldsARecordHasWhatIsInIt() throws {
    let sample = try JSONSample(
      #"[{"name":{"en":"x"},"tags":["a","b"],"pups":[{"n":1},{"n":2,"m":null}],"no":{}},{"w.x":1},5,[7,[8,9]]]"#
    )
    #expect(
      sample.kept.map(\.fieldNames) == [
        ["name.en", "tags[*]", "pups[*].n", "pups[*].m"], ["['w.x']"], ["@"], ["@[0]", "@[1][*]"],
      ]
    )
    #expect(sample.records == [["x", "a; b", "1; 2", nil], ["1"], ["5"], ["7", "8; 9"]])
    for (record, names) in zip(sample.kept, sample.kept.map(\.fieldNames)) {
      for name in names { #expect((try? JSONFieldPath(name)) != nil, "\(name) of record \(record.number)") }
    }
  }

  @Test func aValueOfAnotherKindIsAFindingRatherThanNothing() throws {
    let sample = try JSONSample(
      "[{\"name\":{\"en\":\"x\"}},\n {\"name\":[\"y\"]}, {\"name\":null}, 5, null, {\"name\":\"z\",\"size\":4}]",
      fields: ["name", "size.height"]
    )
    #expect(
      sample.places == [
        "1:10 json.kind #1", "2:10 json.kind #2", "2:33 json.kind #4", "2:33 json.kind #4", "2:61 json.kind #6",
      ]
    )
    #expect(
      sample.findings[0].message
        == "“name” is an object, not a text; name one of its members, or take its text with “json(name)”"
    )
    #expect(sample.findings[4].message == "Here is a number where “size.height” needs an object")
    #expect(sample.records.count == 6)
  }

  @Test(arguments: [1, 2, 3, 7, 64]) func piecesOfAnySizeGiveTheSame(_ chunk: Int) throws {
    let text =
      "{\"x\": [1, -2.5e+3, true], \"b\": [{\"n\": \"Zürich 🐕 \\ud83d\\udc15\", \"k\": [null, false]},\r\n {\"n\":\"\\u00e9\"}]}"
    let whole = try JSONSample(text, at: "$.b[*]", fields: ["n", "k[*]", "^^.x[*]"])
    let pieces = try JSONSample(text, at: "$.b[*]", fields: ["n", "k[*]", "^^.x[*]"], chunk: chunk)
    #expect(whole.records == [["Zürich 🐕 🐕", "false", "1; -2.5e+3; true"], ["é", nil, "1; -2.5e+3; true"]])
    #expect(pieces.records == whole.records)
    #expect(pieces.kept.map(\.position) == whole.kept.map(\.position))
    #expect(pieces.kept.map { $0.position(ofField: 0) } == whole.kept.map { $0.position(ofField: 0) })
  }

  @Test func manyRecordsAreReadInMemoryThatDoesNotGrow() throws {
    // 40,000 records of 100 bytes come from a stream of which only the reader's window is kept.
    nonisolated(unsafe) var sent = 0
    let record = Array((#"{"name":"Rex","text":""# + String(repeating: "x", count: 70) + "\"},\n").utf8)
    let input = ByteInput.stream { buffer in
      guard sent <= 40_000 else { return 0 }
      defer { sent += 1 }
      let bytes = sent == 0 ? Array("[".utf8) : sent == 40_000 ? Array("{}]".utf8) : record
      buffer.copyBytes(from: bytes)
      return bytes.count
    }
    let reader = try JSONRecordReader(
      input,
      options: JSONRecordOptions(.document, records: JSONRecordPath("$[*]")),
      fields: [JSONFieldPath("name")]
    )
    var found = JSONRecord()
    var count = 0
    while try reader.next(&found) {
      count += 1
      if count == 40_000 { #expect(found.position.line == 40_000) }
    }
    #expect(count == 40_000)
    #expect(found.number == 0)
    #expect(reader.takeFindings().isEmpty)
  }

  @Test func keptRecordsKeepTheirValuesAndPlaces() throws {
    let text =
      "[\n"
      + (1...500).map { "  {\"n\": \($0), \"t\": \"\(String(repeating: "ä", count: $0))\"}" }.joined(separator: ",\n")
      + "\n]"
    let sample = try JSONSample(text, fields: ["n", "t"], chunk: 1000)
    for (index, record) in sample.kept.enumerated() {
      #expect(record.value(0) == "\(index + 1)")
      #expect(record.value(1)?.count == index + 1)
      #expect(record.position.line == index + 2)
      #expect(record.position(ofField: 1).endColumn == record.position(ofField: 1).column + index + 3)
    }
  }

  @Test(arguments: ["$..a", "$[-1]", "$[1:2]", "$[?(@.x)]", "$.", "$.a[", "$['a", "$a~", "$.a b["])
  func otherPathsAreRefused(
    _ path: String
  ) {
    #expect(throws: JSONTextError.self) { try JSONRecordPath(path) }
  }

  @Test func aMistakeInAPathIsNamedWithItsPlace() {
    let error = #expect(throws: JSONTextError.self) { try JSONFieldPath("a..b") }
    #expect(error?.description == "Steps to any depth (“..”) are not followed at character 3 of the field path “a..b”")
    #expect(throws: JSONTextError.self) { try JSONFieldPath("$.a") }
  }

  @Test func pathsOfInnerRecordsAreSeenFromOutside() throws {
    let nested = try JSONRecordPath("$.groups[*]").nested("breeds[*]")
    #expect(nested.records.text == "$.groups[*].breeds[*]")
    #expect(nested.wayOut == "^^")
    func inside(_ path: String) throws -> String { try JSONFieldPath.seenFromInside(path, wayOut: nested.wayOut) }
    #expect(try inside("name.en") == "^^.name.en")
    #expect(try inside("['a b']") == "^^['a b']")
    #expect(try inside("^.x") == "^^^.x")
    #expect(try inside("~") == "^^~")
    #expect(try inside("@[0]") == "^^[0]")
    #expect(try inside("json(name)") == "json(^^.name)")
  }

  /// A document of which nothing is wanted if it is faulty is looked at to its end before the first record is given; what can be begun again is not kept in memory for that.
  @Test func aStreamThatCanBeBegunAgainIsReadTwice() throws {
    for (text, expected) in [(#"[{"a":1},{"a":2}]"#, ["1", "2"]), (#"[{"a":1},{"a":2"#, [])] {
      var begun = 0
      let input = ByteInput.streams {
        begun += 1
        var rest = Array(text.utf8)[...]
        return { buffer in
          let piece = rest.prefix(min(buffer.count, 5))
          buffer.copyBytes(from: piece)
          rest.removeFirst(piece.count)
          return piece.count
        }
      }
      var options = JSONRecordOptions(.document, records: try JSONRecordPath("$[*]"))
      options.deliversRecordsBeforeFault = false
      let reader = try JSONRecordReader(input, options: options, fields: [JSONFieldPath("a")])
      var record = JSONRecord()
      var values: [String?] = []
      while try reader.next(&record) { values.append(record.value(0)) }
      #expect(values == expected.map(Optional.some))
      #expect(begun == 2)
    }
  }
}

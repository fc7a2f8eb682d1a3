import Findings
import Foundation
import ImportPipeline
import ObjectModel
import TestSupport
import Testing

@Suite("Sources that are packed, or of several files")
struct PackedImportTests {
  private func run(_ source: String, _ files: [String: Data], in folder: TemporaryFolder) throws -> TestImport {
    for (name, data) in files {
      let url = URL(fileURLWithPath: folder.file(name))
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url)
    }
    let recipe = "model: Test.xcdatamodeld\noutput: Test.sqlite\nsources:\n  - \(source)\n"
    return try TestImport(recipe, files: [:], in: folder.path, model: .dogs)
  }

  private func gzip(_ text: String) throws -> Data {
    // A gzip file of one stored block.
    let bytes = Array(text.utf8)
    let count = UInt16(bytes.count)
    var data: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1]
    data += [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + bytes
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    for value in [~checksum, UInt32(bytes.count)] {
      for shift in 0..<4 { data.append(UInt8(value >> (8 * UInt32(shift)) & 0xFF)) }
    }
    return Data(data)
  }

  /// A tar archive of files with short names.
  private func tar(_ files: [(name: String, text: String)]) -> Data {
    var data = Data()
    for file in files {
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at offset: Int) {
        header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
      }
      put(file.name, at: 0)
      let size = String(file.text.utf8.count, radix: 8)
      put(String(repeating: "0", count: 11 - size.count) + size, at: 124)
      put("0", at: 156)
      put("ustar\u{0}00", at: 257)
      put("        ", at: 148)
      let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
      put(String(repeating: "0", count: 6 - sum.count) + sum + "\u{0} ", at: 148)
      data += header + Array(file.text.utf8) + [UInt8](repeating: 0, count: (512 - file.text.utf8.count % 512) % 512)
    }
    return data + Data(count: 1024)
  }

  @Test func aCompressedFileIsReadWhateverItIsCalled() throws {
    let folder = try TemporaryFolder()
    let test = try run("{ file: dogs.csv, entity: Dog }", ["dogs.csv": gzip("name,age\nRex,3\nBello,x\n")], in: folder)
    #expect(try test.objects("Dog", "name", "age") == ["Rex|3"])
    let finding = try #require(test.result.findings.first)
    #expect(finding.position?.description == "dogs.csv:3:7")
    #expect(finding.position?.byteRange == 21..<22)
  }

  /// Documents are looked at to their end first, so that a packed one is unpacked twice.
  @Test(arguments: [
    ("json", #"[{"name": "Rex", "age": 3}]"#, #"[{"name": "Rex", "age": 3}"#),
    ("xml", "<d><r><name>Rex</name><age>3</age></r></d>", "<d><r><name>Rex</name><age>3</age></r>"),
  ]) func aPackedDocumentIsReadWholeOrNotAtAll(_ format: String, _ whole: String, _ cut: String) throws {
    for (text, expected) in [(whole, ["Rex"]), (cut, [])] {
      let folder = try TemporaryFolder()
      let records = format == "xml" ? "//r" : "$[*]"
      let source =
        "{ file: dogs.\(format), entity: Dog, records: '\(records)', beforeFault: discard, attributes: { name: name, age: age } }"
      let test = try run(source, ["dogs.\(format)": gzip(text)], in: folder)
      #expect(try test.objects("Dog", "name") == expected)
      #expect(test.result.findings.isEmpty == !expected.isEmpty)
    }
  }

  @Test(arguments: ["csv", "json"]) func anArchiveWithoutItsEndIsAWarning(_ format: String) throws {
    let folder = try TemporaryFolder()
    let text = format == "csv" ? "name,age\nRex,3\n" : "[{\"name\": \"Rex\", \"age\": 3}]"
    let archive = tar([("dogs.\(format)", text)]).dropLast(1024)
    let test = try run(
      "{ file: kennel.tar, format: \(format), entity: Dog }",
      ["kennel.tar": Data(archive)],
      in: folder
    )
    #expect(try test.objects("Dog", "name") == ["Rex"])
    #expect(
      test.result.findings.map { "\($0.severity) \($0.rule) \($0.message)" } == [
        "warning source.malformed The tar archive ends without the zeros that mark its end; it may have been cut, and files behind its last one be missing"
      ]
    )
  }

  @Test func aMemberOfAnArchiveIsReadAndNamedInPlaces() throws {
    let folder = try TemporaryFolder()
    let archive = tar([("readme.txt", "hello\n"), ("in/dogs.csv", "name,age\nRex,3\n\"B\nC\",x\n")])
    let test = try run("{ file: kennel.tar, member: dogs.csv, entity: Dog }", ["kennel.tar": archive], in: folder)
    #expect(try test.objects("Dog", "name") == ["Rex"])
    #expect(test.result.findings.first?.position?.description == "kennel.tar/in/dogs.csv:4:4")
    let error = #expect(throws: RecipeError.self) {
      try run("{ file: kennel.tar, format: csv, entity: Dog }", [:], in: folder)
    }
    #expect(
      error?.problems.map(\.message) == [
        "kennel.tar: the archive holds readme.txt, in/dogs.csv; say which member to read"
      ]
    )
  }

  @Test(arguments: ["data/*.csv", "data", "data/"]) func severalFilesAreOneSourceInTheOrderOfTheirNames(_ file: String)
    throws
  {
    let folder = try TemporaryFolder()
    let files = [
      "data/b.csv": Data("age,name\nx,Bello\n4,Cora\n".utf8), "data/a.csv": Data("name,age\nRex,3\n".utf8),
      "data/.hidden.csv": Data("name,age\nHidden,1\n".utf8), "data/~$b.csv": Data("Somebody\0".utf8),
      "data/c.csv": try gzip("name;age\nDino;5\n\"two\nlines\";?\n"),
    ]
    let test = try run("{ file: \(file), format: csv, entity: Dog }", files, in: folder)
    #expect(try test.objects("Dog", "name", "age") == ["Cora|4", "Dino|5", "Rex|3"])
    #expect(test.result.sources.map(\.records.read) == [5])
    #expect(test.places == ["data/b.csv:2:1 value.type", "data/c.csv:4:8 value.type"])
    #expect(test.result.findings.map(\.record) == [2, 5])
  }

  @Test func aLookupTableMayBePacked() throws {
    let folder = try TemporaryFolder()
    let recipe = "{ file: dogs.csv, entity: Dog, attributes: { name: { field: name, lookup: names } } }\n"
    let files = ["dogs.csv": Data("name,age\nR,3\n".utf8)]
    func run(_ name: String, _ table: Data) throws -> TestImport {
      try self.run(
        recipe + "lookups: { names: { file: \(name), from: from, to: to } }",
        files.merging([name: table]) { $1 },
        in: folder
      )
    }
    let table = "from,to\nR,Rex\n"
    for data in [try gzip(table), tar([("names.csv", table)])] {
      #expect(try run("names", data).objects("Dog", "name", "age") == ["Rex|3"])
    }
    let problems: [(Data, String)] = [
      (
        tar([("xl/workbook.xml", "<workbook/>"), ("xl/sheet.xml", "")]),
        "it is a workbook or an archive; save the table as CSV"
      ),
      (
        Data(TestWorkbook([.init("names", "<row><c t=\"str\"><v>from</v></c></row>")]).bytes),
        "it is a workbook; save the table as CSV"
      ),
      (Data("[{\"from\": \"R\", \"to\": \"Rex\"}]".utf8), "it is JSON; save the table as CSV"),
      (try gzip(table).dropLast(8), "the packed data are damaged: they end too early"),
    ]
    for (data, problem) in problems {
      let error = #expect(throws: RecipeError.self) { try run("names", data) }
      #expect(error?.problems.map(\.message) == ["The lookup table cannot be read: \(problem)"])
    }
    let error = #expect(throws: RecipeError.self) { try run("names", try gzip(table) + Data("more".utf8)) }
    #expect(error?.problems.map(\.message).first?.contains("stands behind the packed data and was left out") == true)
  }

  @Test func filesOfOtherFieldsAreNotJoined() throws {
    let folder = try TemporaryFolder()
    let files = ["a.csv": Data("name,age\nRex,3\n".utf8), "b.csv": Data("name,years\nBello,4\n".utf8)]
    let error = #expect(throws: RecipeError.self) { try run("{ file: '*.csv', entity: Dog }", files, in: folder) }
    #expect(
      error?.problems.map(\.message) == [
        "b.csv does not have the fields of a.csv: it lacks “age” and it adds “years”"
      ]
    )
  }

  @Test func aPatternThatNothingFitsIsSaid() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: RecipeError.self) { try run("{ file: '*.csv', entity: Dog }", [:], in: folder) }
    #expect(error?.problems.map(\.message) == ["No file fits “*.csv”"])
  }

  @Test func rejectsOfSeveralFilesAreWrittenByFileAsTheyStood() throws {
    let folder = try TemporaryFolder()
    let files = [
      "data/a.csv": Data("name,age\nRex,3\nBello,x\n".utf8), "data/b.csv": try gzip("age;name\ny;Cora\n4;Dino"),
    ]
    let test = try run("{ file: data/*.csv, entity: Dog }", files, in: folder)
    #expect(try folder.text(of: "rejects/data_a.csv") == "name,age\nBello,x\n")
    #expect(try folder.text(of: "rejects/data_b.csv") == "age;name\ny;Cora\n")
    #expect(try folder.text(of: "rejects/data_b.csv.reasons.csv").contains("\n3,2,1,value.type,"))
    let error = #expect(throws: CorrectedSources.Failure.self) {
      try CorrectedSources(rejectFolder: test.rejectFolder, plan: test.plan).write(to: folder.path)
    }
    #expect(
      error?.description.hasPrefix("data/*.csv is packed, a workbook, of several files, standard input or in an")
        == true
    )
  }

  @Test func rejectsOfPackedAndJoinedMarkupAndJSONAreWrittenInAnElementOrArrayOfTheirOwn() throws {
    let folder = try TemporaryFolder()
    let xml = "<dogs><dog name=\"Rex\" age=\"x\"/>\n<dog name=\"Bello\" age=\"4\"/></dogs>"
    let files = [
      "in/a.xml": try gzip(xml), "in/b.xml": Data(xml.replacing("Bello", with: "Cora").utf8),
      "js/a.json": try gzip("[{\"name\":\"Dino\",\"age\":1},{\"name\":\"Eos\",\"age\":\"x\"},{\"age\":2}]"),
    ]
    let source = "file: in/*.xml, records: //dog, entity: Dog, attributes: { name: '@name', age: '@age' }"
    let test = try run("{ \(source) }\n  - { file: js/a.json, entity: Dog }", files, in: folder)
    #expect(try test.objects("Dog", "name") == ["Bello", "Cora", "Dino"])
    #expect(test.result.findings.prefix(2).map(\.record) == [1, 3])
    for name in ["in_a.xml", "in_b.xml"] {
      #expect(
        try folder.text(of: "rejects/\(name)") == "<rejects>\n<dog name=\"Rex\" age=\"x\"/>\n</rejects>\n"
      )
    }
    #expect(try folder.text(of: "rejects/js_a.json") == "[\n{\"name\":\"Eos\",\"age\":\"x\"},\n{\"age\":2}\n]\n")
    #expect(try folder.text(of: "rejects/js_a.json.reasons.csv").contains("\n2,1,46,value.type,error,age,x,"))
  }

  @Test func aPackedFileIsNotCorrectedButAPlainOneBesideItIs() throws {
    let folder = try TemporaryFolder()
    let files = ["a.csv": Data("name\n Rex \n".utf8), "b.csv": try gzip("name\n Bello \n")]
    let test = try run("{ file: '*.csv', entity: Dog }\nchecks: { Dog: { name: { text: clean } } }", files, in: folder)
    let fixes = try SourceFixer(plan: test.plan).fixes(for: test.result.findings)
    #expect(fixes.map(\.file) == ["a.csv", "b.csv"])
    #expect(fixes.map { $0.edits.map { String(decoding: $0.after, as: UTF8.self) } } == [["Rex"], []])
    #expect(fixes.map { $0.left.map(\.reason) } == [[], ["its file is packed"]])
  }
}

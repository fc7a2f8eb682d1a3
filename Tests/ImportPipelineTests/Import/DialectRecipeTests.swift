import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ObjectModel
import TestSupport
import Testing

@Suite("Dialects in recipes")
struct DialectRecipeTests {
  /// What a recipe says about its source, and a file that is read rightly only because of it.
  struct Case: Sendable, CustomTestStringConvertible {
    var words: String
    var file: String
    var testDescription: String { words }
  }

  /// Each file holds Rex, 3 years old, and Bello, 4 years old.
  static let cases = [
    Case(words: #"delimiter: ";""#, file: "name;age;note\nRex;3;a,b,c\nBello;4;a,b,c\n"),
    Case(words: #"delimiter: "||""#, file: "name||age\nRex||3\nBello||4\n"),
    Case(words: "delimiter: tab", file: "name\tage\nRex\t3\nBello\t4\n"),
    Case(words: "delimiter: space", file: "name age\nRex 3\nBello 4\n"),
    Case(words: #"delimiter: "\\x1F""#, file: "name\u{1F}age\nRex\u{1F}3\nBello\u{1F}4\n"),
    Case(words: #"quote: "%""#, file: "name,age\n%Rex%,3\n%Bello%,4\n"),
    Case(words: "quote: none", file: "name,age,note\nRex,3,5\"\nBello,4,\"6\"\"\"x\n"),
    Case(words: #"escape: "\\""#, file: "age,name,note\n3,Rex,\"\\\"\"\n4,Bello,\n"),
    Case(words: "escape: double", file: "age,name,note\n3,Rex,\"\\\"\n4,Bello,\"\"\"\"\n"),
    Case(words: #"comment: "//""#, file: "// list\nname,age\nRex,3\n// Hasso,9\nBello,4\n"),
    Case(words: "comment: \"#\"", file: "name,age\nRex,3\n# a, comment, in the middle\nBello,4\n# end\n"),
    Case(words: "lineEnd: lf", file: "name,age,note\nRex,3,a\rb\nBello,4,\n"),
    Case(words: "lineEnd: cr", file: "name,age,note\rRex,3,a\nb\rBello,4,\r"),
    Case(words: "lineEnd: crlf", file: "name,age,note\r\nRex,3,a\nb\r\nBello,4,\r\n"),
    Case(words: "blankLines: skip", file: "name,age\n\nRex,3\n\n\nBello,4\n"),
    Case(words: "initialSpace: skip", file: "name,age, note\nRex,3, \"a,b\"\nBello,4, \"c\"\n"),
    Case(words: "trailingDelimiter: true", file: "name,age\nRex,3,\nBello,4,\n"),
    Case(words: "skip: 2", file: "name,age\nHasso,9\nname,age\nRex,3\nBello,4\n"),
    Case(words: "footer: 2", file: "name,age\nRex,3\nBello,4\nTotal,7\nSource: the kennel\n"),
    Case(words: "header: 0, columns: [name, age]", file: "Rex,3\nBello,4\n"),
    Case(words: "header: 1, columns: [name, age]", file: "Name of dog,How old\nRex,3\nBello,4\n"),
    Case(
      words: #"header: 2, headerSeparator: "", attributes: { name: "dog.name", age: "dog.age" }"#,
      file: "dog.,\nname,age\nRex,3\nBello,4\n"
    ),
    Case(words: "table: 2, tables: blank-line", file: "town,zip\nUlm,89073\n\nname,age\nRex,3\nBello,4\n\nx,y\n1,2\n"),
    Case(words: "table: 2", file: "name,age\nHasso,9\nname,age\nRex,3\nBello,4\n"),
    Case(words: "table: all", file: "name,age\nRex,3\nname,age\nBello,4\n"),
    Case(words: "quoting: tolerant", file: "age,name,note\n3,Rex,5\" tall\n4,Bello,\"a\"b\n"),
    Case(words: "missingFields: pad", file: "name,age,note\nRex,3\nBello,4\n"),
    Case(words: "surplusFields: cut", file: "name,age\nRex,3,x\nBello,4,y\n"),
    Case(words: "surplusFields: join, attributes: { code: note }", file: "name,age,note\nRex,3,A,B\nBello,4,CDE\n"),
    Case(words: "missingFields: mend", file: "name,age,code\nRex,3,ABC\nHax,5,ABD\nHux,6,ABE\nBello,4ABC\n"),
    Case(words: "encoding: utf-16", file: "name,age\nRex,3\nBello,4\n"),
    Case(words: "longestRecord: 40", file: "name,age,note\nRex,3,\nBello,4,\n"),
  ]

  @Test(arguments: cases) func areHeeded(_ example: Case) throws {
    let folder = try TemporaryFolder()
    let isUTF16 = example.words.contains("utf-16")
    if isUTF16 {
      let bytes = example.file.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file("dogs.csv")))
    }
    let test = try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources:
        - { file: dogs.csv, entity: Dog, nulls: ["-"], \(example.words) }
      """,
      files: isUTF16 ? [:] : ["dogs.csv": example.file],
      in: folder.path,
      model: .dogs
    )
    let dogs = try test.objects("Dog", "name", "age").filter { !$0.hasPrefix("H") }
    #expect(dogs == ["Bello|4", "Rex|3"])
    #expect(test.result.sources.map(\.records.rejected) == [0])
  }

  /// Issue 14: what is said about the form of a file is said once, and what belongs to one source stays.
  @Test func aFileThatIsTwoSourcesRepeatsNoWarning() throws {
    let folder = try TemporaryFolder()
    let test = try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources:
        - { file: dogs.csv, entity: Dog, missingFields: mend, quoting: tolerant, mode: upsert, key: name }
        - { file: dogs.csv, entity: Dog, missingFields: mend, quoting: tolerant, mode: update, key: name, unmatched: warning, attributes: { name: code } }
      """,
      files: ["dogs.csv": "name,age,code,name\nRex,3,ABC,x\nHax,5,ABD,y\nHux,6,ABE,z\nBello,4ABC,t\n"],
      in: folder.path,
      model: .dogs
    )
    #expect(
      test.places.sorted() == [
        "dogs.csv:1:15 source.header", "dogs.csv:2:7 record.unmatched", "dogs.csv:3:7 record.unmatched",
        "dogs.csv:4:7 record.unmatched", "dogs.csv:5:12 record.unmatched", "dogs.csv:5:13 record.field-count",
      ],
      "\(test.places)"
    )
  }

  @Test(arguments: [
    (#"quote: "ab""#, "“quote” has to be one ASCII character or “none”"),
    ("encoding: klingon", "“encoding” has to be the name of an encoding, such as windows-1252"),
    ("lineEnd: ff", "“lineEnd” has to be any, lf, crlf or cr"),
    ("table: zero", "“table” has to be the number of a table, or “all”"),
    ("missingFields: padd", "Unknown “missingFields” “padd”; there are mend, pad, reject"),
    ("skip: -1", "“skip” has to be a whole number, from 0 to 1000000"),
  ]) func wrongWordsAreFindingsOfTheRecipe(_ words: String, _ message: String) throws {
    let text = "model: M.xcdatamodeld\noutput: O.sqlite\nsources:\n  - { file: d.csv, entity: Dog, \(words) }\n"
    let error = #expect(throws: RecipeError.self) { try RecipeReader.read(text: text, path: "r.yml") }
    #expect(error?.problems.map(\.message) == [message])
    #expect(error?.problems.first?.position?.line == 4)
  }

  @Test func aTableThatIsNotThereIsSaid() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: RecipeError.self) {
      try TestImport(
        """
        model: Test.xcdatamodeld
        output: Test.sqlite
        sources:
          - { file: dogs.csv, entity: Dog, table: 3 }
        """,
        files: ["dogs.csv": "name,age\nRex,3\n"],
        in: folder.path,
        model: .dogs
      )
    }
    #expect(error?.problems.map(\.message) == ["dogs.csv: there is no table 3; the text has one table"])
    #expect(error?.problems.first?.rule == .sourceTableMissing)
  }
}

@Suite("Descriptions beside a source")
struct DialectDescriptionTests {
  private func dogs(_ source: String, files: [String: String]) throws -> [String] {
    let folder = try TemporaryFolder()
    let recipe = "model: Test.xcdatamodeld\noutput: Test.sqlite\nsources:\n  - \(source)\n"
    return try TestImport(recipe, files: files, in: folder.path, model: .dogs).objects("Dog", "name", "age")
  }

  @Test func aDataPackageSaysDialectColumnsAndMissingValues() throws {
    let package = """
      {"name": "kennel", "resources": [
        {"path": "towns.csv", "dialect": {"delimiter": ","}},
        {"path": "dogs.csv", "dialect": {"delimiter": "|", "header": false, "commentChar": "#", "quoteChar": "'"},
         "schema": {"fields": [{"name": "name"}, {"name": "age", "type": "integer"}], "missingValues": ["", "none"]}}
      ]}
      """
    let files = ["dogs.csv": "#list\n'Rex'|3\nBello|none\n", "datapackage.json": package]
    #expect(try dogs("{ file: dogs.csv, entity: Dog }", files: files) == ["Bello|nil", "Rex|3"])
  }

  @Test func metadataForTheWebIsUnderstood() throws {
    let metadata = """
      {"@context": "http://www.w3.org/ns/csvw", "url": "dogs.csv", "null": "?",
       "dialect": {"delimiter": ";", "skipRows": 1, "headerRowCount": 1, "encoding": "utf-8", "quoteChar": null},
       "tableSchema": {"columns": [{"name": "dog", "titles": {"en": "name"}}, {"name": "age"}]}}
      """
    let files = ["dogs.csv": "a;b;c\nname;age\nRex;3\nBello;?\n", "dogs.csv-metadata.json": metadata]
    #expect(try dogs("{ file: dogs.csv, entity: Dog }", files: files) == ["Bello|nil", "Rex|3"])
  }

  @Test func aRecipeNamesADialectAndItsOwnWordsComeFirst() throws {
    let dialect = #"{"csv": {"delimiter": "|", "quoteChar": "'"}, "headerRows": [2]}"#
    let files = ["dogs.csv": "x\nname;age\n'Rex';3\n", "form.json": dialect]
    #expect(
      try dogs(#"{ file: dogs.csv, entity: Dog, dialect: form.json, delimiter: ";" }"#, files: files) == ["Rex|3"]
    )
  }

  @Test func aDescriptionOfOtherFilesIsLeftAlone() throws {
    let package = #"{"resources": [{"path": "towns.csv", "dialect": {"delimiter": "a"}}]}"#
    let files = ["dogs.csv": "name,age\nRex,3\n", "datapackage.json": package, "csv-metadata.json": "{ broken"]
    #expect(try dogs("{ file: dogs.csv, entity: Dog }", files: files) == ["Rex|3"])
    let error = #expect(throws: RecipeError.self) {
      try dogs("{ file: dogs.csv, entity: Dog, dialect: datapackage.json }", files: files)
    }
    #expect(error?.problems.first?.message.contains("says nothing about dogs.csv") == true)
  }
}

extension ManagedObjectModel {
  /// Dogs with a name, an age and a code.
  static var dogs: ManagedObjectModel {
    let dog = EntityDescription(name: "Dog")
    let name = AttributeDescription(name: "name", type: .string)
    name.isOptional = false
    dog.declaredProperties = [
      name, AttributeDescription(name: "age", type: .integer16), AttributeDescription(name: "code", type: .string),
    ]
    return ManagedObjectModel(entities: [dog])
  }

  @Test(arguments: [
    ("{\"delimiter\": 5}", "nothing in d.json says how dogs.csv is written"), ("{", "d.json is no readable JSON"),
    ("", "there is no file d.json"),
  ])
  func saysWhyADescriptionIsOfNoUse(text: String, reason: String) throws {
    let folder = try TemporaryFolder()
    if !text.isEmpty { try folder.write(text, to: "d.json") }
    let problem = #expect(throws: DialectDescription.Problem.self) {
      _ = try DialectDescription.read(folder.path + "/d.json", for: "dogs.csv")
    }
    #expect(problem?.description.replacingOccurrences(of: folder.path + "/", with: "") == reason)
  }

  @Test func aTableSchemaAloneNamesColumnsAndTextsForNoValue() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "{\"fields\": [{\"name\": \"a\"}, {\"name\": \"b\"}], \"missingValues\": [\"?\"]}",
      to: "schema.json"
    )
    let description = try DialectDescription.read(folder.path + "/schema.json", for: "dogs.csv")
    #expect(description.columns == ["a", "b"])
    #expect(description.nulls == ["?"])
  }
}

import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// A release of dogs from some sources; what is said of them stands in the recipe.
private struct DogRelease {
  let folder: TemporaryFolder

  /// - Parameter sources: The files by name, and what the recipe says of its sources, each on a line.
  init(_ files: [String: String], _ sources: String...) throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Dog">
          <attribute name="name" attributeType="String"/>
          <attribute name="note" optional="YES" attributeType="String"/>
          <attribute name="age" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
        </entity>
      </model>
      """,
      to: "Dogs.xcdatamodel/contents"
    )
    for (name, text) in files { try folder.write(text, to: name) }
    try write(sources)
  }

  /// Writes the recipe.
  func write(_ sources: [String]) throws {
    let recipe = "model: Dogs.xcdatamodel\noutput: Dogs.sqlite\nsources:\n"
    let lines = sources.map { "  - { \($0), entity: Dog }\n" }
    try replace("Dogs.recipe.yml", recipe + lines.joined())
  }

  func build(_ options: String...) throws -> Tool.Outcome {
    try Tool.run(["build", "Dogs.recipe.yml", "--output", "Out", "--quiet"] + options, in: folder.path)
  }

  func rejects(_ name: String) throws -> String { try folder.text(of: "Out/rejects/Dogs/\(name)") }

  /// What stands in the folder of rejects.
  func rejectNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file("Out/rejects/Dogs")).sorted()
  }

  /// Changes the rejects as an editor does.
  func mend(_ name: String, _ old: String, _ new: String) throws {
    let text = try rejects(name)
    #expect(text.contains(old), "\(text)")
    try replace("Out/rejects/Dogs/\(name)", text.replacing(old, with: new))
  }

  /// Writes a file, also over one that is read-only.
  func replace(_ name: String, _ text: String) throws {
    try? FileManager.default.removeItem(atPath: folder.file(name))
    try folder.write(text, to: name)
  }

  func dogs() throws -> String? {
    let store = try SQLiteConnection(path: folder.file("Out/Dogs.sqlite"), mode: .readOnly)
    let list = "SELECT ZNAME || ' ' || coalesce(ZNOTE, '') || ' ' || coalesce(ZAGE, '') AS T FROM ZDOG ORDER BY ZNAME"
    return try store.firstValue("SELECT group_concat(T, ';') FROM (\(list))")?.text
  }
}

/// Records that were mended take the places of the rejected ones, and of no others.
@Suite("Rejects that are put back where they stood")
struct RejectPlaceTests {
  // MARK: Recipes that change

  @Test func aRecipeThatCountsRecordsOtherwiseByNowReplacesNone() throws {
    let release = try DogRelease(["d.csv": "name,note,age\nRex,a,1\n--,,\nBob,c,x\nMax,e,3\n"], "file: d.csv")
    #expect(try release.build().status == 1)
    try release.mend("d.csv", "x", "2")
    try release.write(["file: d.csv, comment: '--'"])
    let refused = try release.build("--only-rejects")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("d.csv is read otherwise now than when its records were rejected"))
    #expect(refused.errors.contains("change it back and build with --only-rejects"))
    #expect(try release.rejects("d.csv") == "name,note,age\nBob,c,2\n")
    try release.write(["file: d.csv"])
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.dogs() == "--  ;Bob c 2;Max e 3;Rex a 1")
  }

  @Test func sourcesOfOneFileThatSwapPlacesReplaceNothing() throws {
    let text = """
      <a><cats><pet><name>Tom</name><age>1</age></pet><pet><name>Kit</name><age>7</age></pet></cats>\
      <dogs><pet><name>Rex</name><age>2</age></pet><pet><name>Bob</name><age>x</age></pet></dogs></a>
      """
    let sources = ["cats", "dogs"].map { "file: d.xml, records: a/\($0)/pet, mapByName: true" }
    let release = try DogRelease(["d.xml": text], sources[0], sources[1])
    #expect(try release.build().status == 1)
    try release.mend("d.xml", "x</age>", "3</age>")
    try release.write(sources.reversed())
    let refused = try release.build("--only-rejects")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("d.xml is read otherwise now"))
    try release.write(sources)
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.dogs() == "Bob  3;Kit  7;Rex  2;Tom  1")
  }

  @Test func rejectsOfAVersionThatDidNotKeepTheirPlacesAreFed() throws {
    let release = try DogRelease(["d.csv": "name,age\nRex,1\nBob,x\n"], "file: d.csv")
    #expect(try release.build().status == 1)
    let state = try release.rejects("rejects.json")
    let old = state.replacing(#/,"places":"[0-9a-f]{64}"/#, with: "")
    #expect(old != state)
    try release.replace("Out/rejects/Dogs/rejects.json", old)
    try release.mend("d.csv", "x", "2")
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.dogs() == "Bob  2;Rex  1")
  }

  @Test func sourcesOfOneFileThatCountItsLinesDifferentlyHaveTheRejectsOfBoth() throws {
    let release = try DogRelease(
      ["d.csv": "name,note,age\nRex,a,1\n--,,\nBob,c,x\nMax,e,3\n"],
      "file: d.csv",
      "file: d.csv, comment: '--'"
    )
    #expect(try release.build().status == 1)
    #expect(try release.rejects("d.csv") == "name,note,age\nBob,c,x\n")
    try release.mend("d.csv", "x", "2")
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.rejects("d.csv.mended") == "name,note,age\nRex,a,1\n--,,\nBob,c,2\nMax,e,3\n")
  }

  // MARK: Lines

  @Test func recordsWithOtherCountsOfLinesAreToldApartThoughThereAreAsManyInAll() throws {
    let release = try DogRelease(
      ["d.csv": "name,note,age\nRex,\"b\nb2\",x\nMax,f,3\nBob,d,x\n"],
      "file: d.csv"
    )
    #expect(try release.build().status == 1)
    try release.replace("Out/rejects/Dogs/d.csv", "name,note,age\nRex,b b2,1\nBob,\"d\nd2\",2\n")
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.dogs() == "Bob d\nd2 2;Max f 3;Rex b b2 1")
    #expect(try release.rejects("d.csv.mended") == "name,note,age\nRex,b b2,1\nMax,f,3\nBob,\"d\nd2\",2\n")
  }

  @Test func aLineThatBeginsWithAQuoteIsNoRecordOfItsOwn() throws {
    let release = try DogRelease(
      ["d.csv": "name,note,age\nRex,b,x\nMax,f,3\nBob,\"d\nd2\",x\n"],
      "file: d.csv"
    )
    #expect(try release.build().status == 1)
    try release.replace("Out/rejects/Dogs/d.csv", "name,note,age\nRex,\"b\n\",1\nBob,d,2\n")
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.dogs() == "Bob d 2;Max f 3;Rex b 1")
  }

  // MARK: Records that are counted

  @Test func rejectsThatARecipeFindsByTheirPlacesAreTheWholeSource() throws {
    let page = """
      <ul><li>head</li>
      <li><b>Rex</b><i>1</i></li>
      <li><b>(advert)</b><i>5</i></li>
      <li><b>Bob</b><i>x</i></li>
      <li>foot</li></ul>

      """
    let release = try DogRelease(
      ["d.html": page],
      "file: d.html, records: 'li:nth-child(even)', attributes: { name: b, age: i }"
    )
    #expect(try release.build().status == 1)
    #expect(try release.rejects("d.html") == page)
    try release.mend("d.html", "<i>x</i>", "<i>3</i>")
    let fed = try release.build("--only-rejects")
    #expect(fed.status == 0, "\(fed.errors)")
    #expect(try release.dogs() == "Bob  3;Rex  1")
    #expect(try release.rejects("d.html.mended") == page.replacing("<i>x</i>", with: "<i>3</i>"))
    #expect(try release.build("--only-rejects").status == 0)
  }

  @Test func aMemberOfAnArrayIsNotTakenForAnotherThatStandsWhereItStood() throws {
    let text = #"{"dogs":[{"name":"Rex","age":1},{"name":"Max","age":2},{"name":"Bob","age":"x"}]}"#
    let release = try DogRelease(
      ["d.json": text],
      "file: d.json, records: '$.dogs[2]'",
      "file: d.json, records: '$.dogs[0]'"
    )
    #expect(try release.build().status == 1)
    #expect(try release.rejects("d.json") == text)
    try release.mend("d.json", "\"x\"", "3")
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.dogs() == "Bob  3;Rex  1")
  }

  @Test func recordsThatWereTakenOutOfAWholeSourceAreMissed() throws {
    let text = #"{"dogs":[{"name":"Rex","age":1},{"name":"Max","age":2},{"name":"Bob","age":"x"}]}"#
    let release = try DogRelease(
      ["d.json": text],
      "file: d.json, records: '$.dogs[2]'",
      "file: d.json, records: '$.dogs[0]'"
    )
    #expect(try release.build().status == 1)
    try release.replace("Out/rejects/Dogs/d.json", #"{"dogs":[{"name":"Bob","age":3}]}"#)
    let refused = try release.build("--only-rejects")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("d.json has 0 records where d.json has 1; it is the whole source"))
  }

  @Test func columnsThatAreRecordsAreMendedInTheWholeTable() throws {
    let table = """
      <table><tr><th>name</th><td>Rex</td><td>Max</td><td>Bob</td></tr>
      <tr><th>note</th><td>a</td><td>b</td><td>c</td></tr>
      <tr><th>age</th><td>1</td><td>x</td><td>y</td></tr></table>

      """
    let release = try DogRelease(["d.html": table], "file: d.html, headerColumns: 1")
    #expect(try release.build().status == 1)
    #expect(try release.rejects("d.html") == table)
    try release.mend("d.html", "<td>x</td>", "<td>2</td>")
    // One after the other.
    #expect(try release.build("--only-rejects").status == 1)
    #expect(try release.rejects("d.html") == table.replacing("<td>x</td>", with: "<td>2</td>"))
    try release.mend("d.html", "<td>y</td>", "<td>3</td>")
    let fed = try release.build("--only-rejects")
    #expect(fed.status == 0, "\(fed.errors)")
    #expect(try release.dogs() == "Bob c 3;Max b 2;Rex a 1")
  }

  @Test func recordsWithinRecordsThatWereNotRejectedAreFed() throws {
    let text = """
      <a><dog><name>Rex</name><pups><dog><name>Kit</name><age>x</age></dog><dog><name>Pip</name><age>2</age></dog></pups></dog>
      <dog><name>Max</name></dog></a>

      """
    let release = try DogRelease(
      ["d.xml": text],
      "file: d.xml, records: a/dog, attributes: { name: name }",
      "file: d.xml, records: a/dog/pups/dog, attributes: { name: name, age: age }"
    )
    #expect(try release.build().status == 1)
    let rejects = "<a><dog><name>Rex</name><pups><dog><name>Kit</name><age>x</age></dog></pups></dog></a>\n"
    #expect(try release.rejects("d.xml") == rejects)
    try release.replace("Out/rejects/Dogs/d.xml", rejects.replacing("<name>Rex</name><pups>", with: "<pups>"))
    try release.mend("d.xml", "<age>x</age>", "<age>1</age><dog/>")
    let fed = try release.build("--only-rejects")
    #expect(fed.status == 0, "\(fed.errors)")
    // What stands around the record is that of the source.
    #expect(try release.rejects("d.xml.mended") == text.replacing("<age>x</age>", with: "<age>1</age><dog/>"))
    #expect(try release.dogs() == "Kit  1;Max  ;Pip  2;Rex  ")
    try release.mend("d.xml", "<pups>", "<pups><dog><name>Sam</name></dog>")
    let refused = try release.build("--only-rejects")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("d.xml has other records within records than were rejected"))
  }

  // MARK: Encodings

  @Test(arguments: ["file: d.csv, encoding: windows-1252", "file: d.csv, encoding: iso-8859-15"])
  func rejectsThatWereSavedInUTF8ArePutBackInTheEncodingOfTheSource(_ source: String) throws {
    func latin(_ text: String) -> Data { Data(text.unicodeScalars.map { UInt8($0.value) }) }
    let release = try DogRelease([:], source)
    let path = URL(fileURLWithPath: release.folder.file("d.csv"))
    try latin("name,note,age\nRex,grün,1\nBöb,d,x\nMax,f,3\n").write(to: path)
    #expect(try release.build().status == 1)
    try release.replace("Out/rejects/Dogs/d.csv", "name,note,age\nBöb,d,2\n")
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.dogs() == "Böb d 2;Max f 3;Rex grün 1")
    let mended = try Data(contentsOf: URL(fileURLWithPath: release.folder.file("Out/rejects/Dogs/d.csv.mended")))
    #expect(mended == latin("name,note,age\nRex,grün,1\nBöb,d,2\nMax,f,3\n"))
  }

  private static let documents: [(file: String, source: String, text: String, rejects: String)] = [
    (
      "d.xml", "records: a/dog, attributes: { name: name, age: age }",
      """
      <?xml version="1.0" encoding="ENCODING"?>
      <a><dog><name>Rex</name><age>1</age></dog>
      <dog><name>Böb</name><age>x</age></dog>
      <dog><name>Mäx</name><age>3</age></dog></a>

      """,
      """
      <?xml version="1.0" encoding="ENCODING"?>
      <a>
      <dog><name>Böb</name><age>x</age></dog></a>

      """
    ),
    (
      "d.html", "mapByName: true",
      """
      <meta charset="ENCODING"><table><tr><th>name</th><th>age</th></tr>
      <tr><td>Rex</td><td>1</td></tr>
      <tr><td>Böb</td><td>x</td></tr>
      <tr><td>Mäx</td><td>3</td></tr></table>

      """,
      """
      <meta charset="ENCODING"><table><tr><th>name</th><th>age</th></tr>
      <tr><td>Böb</td><td>x</td></tr></table>

      """
    ),
    (
      "d.json", "mapByName: true",
      "[{\"name\": \"Rex\", \"age\": \"1\"},\n {\"name\": \"Böb\", \"age\": \"x\"},\n {\"name\": \"Mäx\", \"age\": \"3\"}]\n",
      "[\n {\"name\": \"Böb\", \"age\": \"x\"}]\n"
    ),
  ]

  @Test(arguments: documents.indices, [String.Encoding.windowsCP1252, .utf16LittleEndian, .utf16BigEndian])
  func rejectsOfDocumentsArePutBackInTheEncodingOfTheSource(_ index: Int, _ encoding: String.Encoding) throws {
    let document = Self.documents[index]
    let isUnicode = encoding != .windowsCP1252
    guard document.file != "d.json" || isUnicode else { return }
    func bytes(_ text: String) throws -> Data {
      let named = text.replacing("ENCODING", with: isUnicode ? "UTF-16" : "windows-1252")
      return try #require(((isUnicode ? "\u{FEFF}" : "") + named).data(using: encoding))
    }
    for isSavedInUTF8 in [false, true] {
      // JSON is UTF-8 unless the recipe says something else.
      let named = encoding == .utf16BigEndian ? "utf-16be" : "utf-16le"
      let words = document.file == "d.json" ? ", encoding: \(named)" : ""
      let release = try DogRelease([:], "file: \(document.file), \(document.source)\(words)")
      func url(_ name: String) -> URL { URL(fileURLWithPath: release.folder.file(name)) }
      try bytes(document.text).write(to: url(document.file))
      #expect(try release.build().status == 1)
      let rejects = "Out/rejects/Dogs/\(document.file)"
      #expect(try Data(contentsOf: url(rejects)) == bytes(document.rejects))
      func mended(_ text: String) -> String { text.replacing(">x<", with: ">2<").replacing("\"x\"", with: "\"2\"") }
      let text = mended(document.rejects).replacing("ENCODING", with: "UTF-8")
      try (isSavedInUTF8 ? Data(text.utf8) : bytes(mended(document.rejects))).write(to: url(rejects))
      let fed = try release.build("--only-rejects")
      #expect(fed.status == 0, "\(fed.errors)")
      #expect(try Data(contentsOf: url(rejects + ".mended")) == bytes(mended(document.text)))
      #expect(try release.dogs() == "Böb  2;Mäx  3;Rex  1")
    }
  }

  @Test func aCharacterThatTheSourceOfARejectCannotHaveIsSaid() throws {
    let text = "<?xml version=\"1.0\" encoding=\"windows-1252\"?><a><dog name=\"Böb\" age=\"x\"/></a>"
    let release = try DogRelease([:], "file: d.xml, records: //dog, attributes: { name: '@name', age: '@age' }")
    try #require(text.data(using: .windowsCP1252)).write(to: URL(fileURLWithPath: release.folder.file("d.xml")))
    #expect(try release.build().status == 1)
    try release.replace("Out/rejects/Dogs/d.xml", text.replacing("b\" age=\"x\"", with: "丘\" age=\"1\""))
    let refused = try release.build("--only-rejects")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("WINDOWS-1252, the source's encoding, does not have; write them as references"))
  }

  @Test func aConditionOfTheRecipeIsNamedWhereARecordDoesNotMeetItAnyMore() throws {
    let text = "<a><dog name=\"Rex\" age=\"1\" note=\"k\"/><dog name=\"Bob\" age=\"x\" note=\"k\"/></a>"
    let release = try DogRelease(
      ["d.xml": text],
      "file: d.xml, records: \"//dog[@note='k']\", attributes: { name: '@name', age: '@age', note: '@note' }"
    )
    #expect(try release.build().status == 1)
    try release.mend("d.xml", "age=\"x\" note=\"k\"", "age=\"2\" note=\"m\"")
    let refused = try release.build("--only-rejects")
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("what “//dog[@note='k']” asks of a record is changed in the text of the source itself")
    )
  }

  // MARK: Names

  @Test func noSourceHasTheRejectsOfAnother() throws {
    func text(_ name: String) -> String { "name,age\n\(name),x\n" }
    let release = try DogRelease(
      ["a/b.csv": text("Rex"), "x/b.csv": text("Bob"), "a_b.csv": text("Max"), "y/B.csv": text("Tom")],
      "file: a/b.csv",
      "file: x/b.csv",
      "file: a_b.csv",
      "file: y/B.csv"
    )
    let names = ["a_b-2.csv": "Rex", "x_b.csv": "Bob", "a_b.csv": "Max", "y_B.csv": "Tom"]
    #expect(try release.build().status == 1)
    let all = names.keys.flatMap { [$0, $0 + ".reasons.csv"] } + ["rejects.json"]
    #expect(try release.rejectNames() == all.sorted())
    for (file, name) in names { #expect(try release.rejects(file) == text(name)) }
    for file in ["a_b-2.csv", "a_b.csv"] { try release.mend(file, ",x", ",1") }
    #expect(try release.build("--only-rejects").status == 1)
    #expect(try release.dogs() == "Max  1;Rex  1")
    // The names are the same whatever else is rejected.
    for file in ["x_b.csv", "y_B.csv"] { try release.mend(file, ",x", ",2") }
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.dogs() == "Bob  2;Max  1;Rex  1;Tom  2")
  }

  @Test func namesOfOtherFilesInTheFolderAreKeptFree() throws {
    // What the rejects of each are called.
    let names = [
      "d.csv": "d-2.csv", "d.csv.source": "d.csv.source", "d.csv.mended": "d.csv.mended",
      "d.csv.reasons.csv": "d.csv.reasons-2.csv", "e.reasons.csv": "e.reasons-2.csv",
    ]
    var files = names.mapValues { _ in "name,age\nRex,x\n" }
    files["rejects.json"] = "[{\"name\":\"Max\",\"age\":\"x\"}]"
    let release = try DogRelease(
      files,
      "file: rejects.json",
      "file: d.csv.source, format: csv",
      "file: d.csv.mended, format: csv",
      "file: d.csv.reasons.csv",
      "file: e.reasons.csv",
      "file: d.csv"
    )
    #expect(try release.build().status == 1)
    #expect(try release.rejects("rejects-2.json") == files["rejects.json"])
    // Those of which nothing is rejected any more stay beside the others.
    try release.mend("rejects-2.json", "\"x\"", "1")
    for name in names.values.sorted() { try release.mend(name, ",x", name == "d-2.csv" ? ",y" : ",2") }
    #expect(try release.build("--only-rejects").status == 1)
    #expect(try release.dogs() == "Max  1;Rex  2;Rex  2;Rex  2;Rex  2")
    try release.mend("d-2.csv", ",y", ",3")
    for _ in 0..<2 { #expect(try release.build("--only-rejects").status == 0) }
    #expect(try release.dogs() == "Max  1;Rex  2;Rex  2;Rex  2;Rex  2;Rex  3")
    for (file, name) in names {
      #expect(try release.rejects("\(name).mended") == (file == "d.csv" ? "name,age\nRex,3\n" : "name,age\nRex,2\n"))
    }
  }

  @Test func rejectsThatAreKeptDoNotGiveWayToThoseOfAnotherSource() throws {
    let release = try DogRelease(["a/d.csv": "name,age\nRex,x\n", "d.csv": "name,age\nBob,y\n"], "file: a/d.csv")
    #expect(try release.build().status == 1)
    try release.mend("d.csv", ",x", ",1")
    #expect(try release.build("--only-rejects").status == 0)
    // The other file of this name comes into the recipe, and has it.
    try release.write(["file: a/d.csv", "file: d.csv"])
    #expect(try release.build("--only-rejects").status == 1)
    #expect(try release.rejects("d.csv") == "name,age\nBob,y\n")
    try release.mend("d.csv", ",y", ",2")
    let fed = try release.build("--only-rejects")
    #expect(fed.status == 0, "\(fed.errors)")
    #expect(try release.dogs() == "Bob  2;Rex  1")
  }
}

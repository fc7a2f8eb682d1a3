import Foundation
import TestSupport
import Testing

@Suite("Reading JSON and worksheets from the command line")
struct ReadFormatsTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("{\"year\": 1,\n \"dogs\": [{\"n\": \"Rex\", \"w\": 12.50}, {\"n\": [\"x\"]}]}\n", to: "a.json")
    try folder.write("{\"n\":\"Rex\"}\n{\"n\"\n{\"n\":\"Cora\",\"ok\":true}\n", to: "b.jsonl")
    let rows = [["Name", "Age"], ["Rex", "3.10"], ["Bello", nil]].enumerated().map { TestWorkbook.row($0 + 1, $1) }
    let book = TestWorkbook([.init("Notes", "", state: "hidden"), .init("Dogs", rows.joined())])
    try Data(book.bytes).write(to: URL(fileURLWithPath: folder.file("c.xlsx")))
    return folder
  }

  @Test func theRecordsOfJSONAreFoundOrGiven() throws {
    let folder = try folder()
    let found = try Tool.run(["read", "a.json"], in: folder.path)
    #expect(found.output == "place        n    w      n[*]\na.json:2:11  Rex  12.50\na.json:2:37              x\n")
    #expect(found.errors.contains("records: $.dogs[*] (90 %: 2 objects stand there"))
    let listed = try Tool.run(["read", "a.json", "--list", "--format", "csv", "--quiet"], in: folder.path)
    #expect(
      listed.output == "records,line,count,objects,names\r\n$.dogs[*],2,2,2,\"n, w\"\r\n$.dogs[*].n[*],2,1,0,\r\n"
    )
    let given = try Tool.run(
      [
        "read", "a.json", "--records", "$.dogs[*]", "--fields", "w,^^.year", "--format", "json", "--places", "--limit",
        "1",
      ],
      in: folder.path
    )
    #expect(
      given.output.contains(
        "{\"w\": {\"value\": 12.50, \"line\": 2, \"column\": 29, \"byteColumn\": 29, \"bytes\": [40, 45]}, \"^^.year\": {\"value\": 1, "
      )
    )
    let kind = try Tool.run(["read", "a.json", "--records", "$.dogs[*]", "--fields", "n"], in: folder.path)
    #expect(kind.status == 1)
    #expect(kind.errors.contains("a.json:2:43: error[json.kind] “n” is an array, not a text"))
  }

  @Test func linesAreReadOneByOneAlsoFromStandardInputAndSeveralFiles() throws {
    let folder = try folder()
    let lines = try Tool.run(["read", "-"], input: try folder.text(of: "b.jsonl"))
    #expect(lines.status == 1)
    #expect(lines.output == "place  n     ok\n-:1:1  Rex\n-:2:1\n-:3:1  Cora  true\n")
    #expect(lines.errors.contains("-:2:5: error[json.syntax] The text ends inside an object"))
    try folder.write("{\"z\":1}\n", to: "d.jsonl")
    let several = try Tool.run(["read", "*.jsonl", "--format", "csv", "--quiet"], in: folder.path)
    #expect(several.output.contains("b.jsonl,3,1,Cora,true,\r\nd.jsonl,1,1,,,1\r\n"))
    #expect(try Tool.run(["read", "no*.json"], in: folder.path).status == 64)
  }

  @Test func filesOfAFolderAreOneListing() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("in"), withIntermediateDirectories: true)
    try folder.write("b,a\n1,2\n", to: "in/y.csv")
    try folder.write("a\n3\n", to: "in/x.csv")
    let listing = try Tool.run(["read", "in", "--format", "csv", "--quiet"], in: folder.path)
    #expect(listing.output == "file,line,column,a,b\r\nin/x.csv,2,1,3,\r\nin/y.csv,2,1,2,1\r\n")
  }

  @Test func aBinaryFileIsPassedWithAFinding() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("in"), withIntermediateDirectories: true)
    try folder.write("b,a\n1,2\n", to: "in/y.csv")
    try Data([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 90_000)).write(
      to: URL(fileURLWithPath: folder.file("in/tool"))
    )
    try Data("c,d\n3,4\n".data(using: .utf16LittleEndian) ?? Data()).write(
      to: URL(fileURLWithPath: folder.file("in/wide"))
    )
    let listing = try Tool.run(["read", "in", "--format", "csv"], in: folder.path)
    #expect(listing.status == 1)
    #expect(listing.output == "file,line,column,c,d,b,a\r\nin/wide,2,1,3,4,,\r\nin/y.csv,2,1,,,1,2\r\n")
    #expect(listing.errors.contains("in/tool:1:1: error[source.binary] The file is a program"))
    #expect(listing.errors.contains("2 records, 1 error"))
  }

  @Test func aBinaryFileWithTheNameOfATextIsOneFinding() throws {
    let folder = try TemporaryFolder()
    try Data((0...255).map { UInt8($0) } + [UInt8](repeating: 7, count: 5_000)).write(
      to: URL(fileURLWithPath: folder.file("a.csv"))
    )
    let read = try Tool.run(["read", "a.csv", "--format", "csv"], in: folder.path)
    #expect(read.status == 1)
    #expect(read.errors.contains("a.csv:1:1: error[source.binary] The file is binary"))
    #expect(read.errors.contains("0 records, 1 error"))
  }

  @Test func whatIsCalledJSONMayBeJSONLines() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"a\": 1}\n{\"a\": 2}\n", to: "a.json")
    let read = try Tool.run(["read", "a.json", "--format", "csv", "--quiet"], in: folder.path)
    #expect(read.output == "file,line,column,a\r\na.json,1,1,1\r\na.json,2,1,2\r\n")
  }

  @Test func theFirstVisibleSheetIsReadOrTheOneGiven() throws {
    let folder = try folder()
    let sheet = try Tool.run(["read", "c.xlsx"], in: folder.path)
    #expect(sheet.output == "place            Name   Age\nc.xlsx/Dogs:2:1  Rex    3.10\nc.xlsx/Dogs:3:1  Bello\n")
    #expect(sheet.errors.contains("sheet: 2 “Dogs”"))
    let listed = try Tool.run(["read", "c.xlsx", "--list", "--format", "csv", "--quiet"], in: folder.path)
    #expect(listed.output == "sheet,name,hidden,columns\r\n1,Notes,true,\r\n2,Dogs,false,\"Name, Age\"\r\n")
    let missing = try Tool.run(["read", "c.xlsx", "--sheet", "Cats"], in: folder.path)
    #expect(missing.status != 0)
    #expect(missing.errors.contains("there is no sheet “Cats”; there are 1 “Notes” (hidden), 2 “Dogs”"))
    let explained = try Tool.run(["read", "c.xlsx", "--explain", "--format", "csv", "--quiet"], in: folder.path)
    #expect(explained.output.contains("header,row 1,0.9,the first row of texts"))
  }
}

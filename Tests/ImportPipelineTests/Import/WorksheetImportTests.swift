import Findings
import Foundation
import ImportPipeline
import ObjectModel
import TestSupport
import Testing

@Suite("Importing worksheets")
struct WorksheetImportTests {
  private func run(_ source: String, _ book: TestWorkbook, in folder: TemporaryFolder) throws -> TestImport {
    try Data(book.bytes).write(to: URL(fileURLWithPath: folder.file("dogs.xlsx")))
    let recipe = "model: Test.xcdatamodeld\noutput: Test.sqlite\nsources:\n  - \(source)\n"
    return try TestImport(recipe, files: [:], in: folder.path, model: .dogs)
  }

  private static let book: TestWorkbook = {
    var book = TestWorkbook([
      .init("Notes", TestWorkbook.row(1, ["none"])),
      .init(
        "Dogs",
        TestWorkbook.row(1, ["Name", "age", "code"]) + TestWorkbook.row(2, ["Rex", "3"])
          + TestWorkbook.row(3, ["Bel, lo", "x"])
          + "<row r=\"4\"><c r=\"A4\" t=\"str\"><v>Cora</v></c><c r=\"C4\" s=\"0\"><v>45413</v></c></row>"
          + "<row r=\"5\"><c r=\"A5\" t=\"str\"><v>Dino</v></c><c r=\"B5\" t=\"e\"><v>#REF!</v></c></row>"
      ),
    ])
    book.formats = ["14"]
    return book
  }()

  @Test func rowsBecomeObjectsAndPlacesAreThoseOfTheSheet() throws {
    let folder = try TemporaryFolder()
    let test = try run("{ file: dogs.xlsx, sheet: Dogs, entity: Dog }", Self.book, in: folder)
    #expect(try test.objects("Dog", "name", "age", "code") == ["Cora|nil|2024-05-01", "Rex|3|nil"])
    #expect(test.places == ["dogs.xlsx/Dogs:3:2 value.type", "dogs.xlsx/Dogs:5:2 sheet.error"])
    #expect(test.result.findings[0].excerpt?.text == "Bel, lo | x | ")
    #expect(test.result.sources.map(\.records.rejected) == [2])
  }

  @Test func rejectedRowsAreWrittenAsCSVWithTheHeader() throws {
    let folder = try TemporaryFolder()
    let test = try run("{ file: dogs.xlsx, sheet: 2, entity: Dog }", Self.book, in: folder)
    #expect(try folder.text(of: "rejects/dogs.xlsx_Dogs.csv") == "Name,age,code\n\"Bel, lo\",x,\nDino,#REF!,\n")
    #expect(try folder.text(of: "rejects/dogs.xlsx_Dogs.csv.reasons.csv").contains("\n2,3,2,value.type,error,age,x,"))
    let error = #expect(throws: CorrectedSources.Failure.self) {
      try CorrectedSources(rejectFolder: test.rejectFolder, plan: test.plan).write(to: folder.path)
    }
    #expect(error?.description.hasPrefix("dogs.xlsx is packed, a workbook") == true)
  }

  @Test func sourcesThatNameOneSheetDifferentlyShareItsRejects() throws {
    let folder = try TemporaryFolder()
    let sources = """
      { file: dogs.xlsx, sheet: Dogs, entity: Dog }
        - { file: dogs.xlsx, sheet: 2, entity: Dog, nulls: [x] }
      """
    _ = try run(sources, Self.book, in: folder)
    #expect(try folder.text(of: "rejects/dogs.xlsx_Dogs.csv") == "Name,age,code\n\"Bel, lo\",x,\nDino,#REF!,\n")
  }

  @Test func aWorkbookOfTheOlderFormIsSaidToBeOne() throws {
    let folder = try TemporaryFolder()
    let older = Data([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 500))
    try older.write(to: URL(fileURLWithPath: folder.file("old.xls")))
    let error = #expect(throws: RecipeError.self) {
      try run("{ file: old.xls, format: xlsx, entity: Dog }", Self.book, in: folder)
    }
    #expect(error?.problems.map(\.rule) == [.sourceBinary])
    #expect(error?.problems.first?.message.hasSuffix("save it as .xlsx") == true)
  }

  @Test func anErrorMayMeanNoValue() throws {
    let folder = try TemporaryFolder()
    let source = """
      { file: dogs.xlsx, sheet: Dogs, entity: Dog, nulls: ["#REF!", x] }
      severities: { sheet.error: off }
      """
    let test = try run(source, Self.book, in: folder)
    #expect(test.places.isEmpty)
    #expect(try test.objects("Dog", "name", "age") == ["Bel, lo|nil", "Cora|nil", "Dino|nil", "Rex|3"])
  }

  @Test func aSheetThatIsNotThereIsAMistakeThatNamesTheOthers() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: RecipeError.self) {
      try run("{ file: dogs.xlsx, sheet: Cats, entity: Dog }", Self.book, in: folder)
    }
    #expect(error?.problems.map(\.rule) == [.sourceTableMissing])
    #expect(error?.problems.map(\.message) == ["dogs.xlsx: there is no sheet “Cats”; there are 1 “Notes”, 2 “Dogs”"])
    #expect(error?.problems.first?.position?.description == "dogs.xlsx:1:1")
    #expect(error?.problems.first?.related.map(\.position.line) == [4])
  }

  @Test func aSheetOrColumnOfAnotherNameIsReportedInTheWorkbook() throws {
    let folder = try TemporaryFolder()
    let sheet = #expect(throws: RecipeError.self) {
      try run("{ file: dogs.xlsx, sheet: Digs, entity: Dog }", Self.book, in: folder)
    }
    #expect(sheet?.problems.map(\.value) == ["Dogs"])
    #expect(sheet?.problems.map(\.suggestion) == ["Digs"])
    let column = #expect(throws: RecipeError.self) {
      try run("{ file: dogs.xlsx, sheet: Dogs, entity: Dog, attributes: { age: Agee } }", Self.book, in: folder)
    }
    #expect(column?.problems.map { $0.position?.description } == ["dogs.xlsx/Dogs:1:2"])
    #expect(column?.problems.map(\.suggestion) == ["Agee"])
  }

  @Test func aWorkbookInAnArchiveIsReadAndOnlyThenAnArchive() throws {
    let folder = try TemporaryFolder()
    let archive = StoredZip.bytes([("in/dogs.xlsx", Self.book.bytes), ("readme.txt", Array("x".utf8))])
    try Data(archive).write(to: URL(fileURLWithPath: folder.file("all.zip")))
    let test = try run("{ file: all.zip, member: dogs.xlsx, sheet: Dogs, entity: Dog }", Self.book, in: folder)
    #expect(test.places.first == "all.zip/in/dogs.xlsx/Dogs:3:2 value.type")
    #expect(try folder.text(of: "rejects/all.zip_in_dogs.xlsx_Dogs.csv").hasPrefix("Name,age,code\n"))
  }

  @Test func aSheetThatBreaksOffDeliversTheRowsBefore() throws {
    let folder = try TemporaryFolder()
    let rows = (1...60).map { TestWorkbook.row($0 + 1, ["Dog \($0)", "3"]) }.joined()
    let book = TestWorkbook([.init("Dogs", TestWorkbook.row(1, ["name", "age"]) + rows + "<row></c>")])
    let test = try run("{ file: dogs.xlsx, entity: Dog }", book, in: folder)
    #expect(test.result.sources.map(\.records.read) == [60])
    #expect(test.places == ["dogs.xlsx/Dogs:1:1 source.malformed"])
  }

  @Test func aRowThatBreaksOffIsNotDelivered() throws {
    let folder = try TemporaryFolder()
    let rows = (1...60).map { TestWorkbook.row($0 + 1, ["Dog \($0)", "3"]) }.joined()
    let broken = "<row r=\"62\"><c r=\"A62\" t=\"str\"><v>Half</v></c></row2>"
    let book = TestWorkbook([.init("Dogs", TestWorkbook.row(1, ["name", "age"]) + rows + broken)])
    let test = try run("{ file: dogs.xlsx, entity: Dog }", book, in: folder)
    #expect(test.result.sources.map(\.records.inserted) == [60])
    #expect(try test.objects("Dog", "name", "age").contains("Dog 60|3"))
    #expect(test.places == ["dogs.xlsx/Dogs:1:1 source.malformed"])
  }
}

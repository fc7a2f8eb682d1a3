import DelimitedText
import Findings
import Testing

@Suite("Notes before a table")
struct PreambleTests {
  private static let rows = "Rex,2019-01-01,3\nAda,2020-01-01,4\nBo,2021-01-01,5\nIda,2021-02-01,6\n"

  @Test func notesWithDelimitersEndAtTheBlankLineBeforeTheNames() throws {
    let texts = [
      "Report: dogs, 2024\nBy: Anna, Bern\n\nname,born,weight\n" + Self.rows,
      "Total dogs,4,all\n\nname,born,weight\n" + Self.rows,
    ]
    for text in texts {
      let reader = try DelimitedReader(bytes: Array(text.utf8))
      #expect(reader.header == ["name", "born", "weight"])
      #expect(try Reading(reader).records.count == 4)
    }
    let short = try DelimitedReader(
      bytes: Array("Report of 2024\nGenerated: today, by me\n\nname,x\nAkita,1\nKai,2\nKishu,3\nPuli,4\n".utf8)
    )
    #expect(short.header == ["name", "x"])
    #expect(short.dialect.preambleLines == 3)
  }

  @Test func aSentenceOverTheNamesIsNoHeader() throws {
    let text = "Dogs of the town, as counted by Anna\nname,age\nRex,3\nAda,4\nBo,5\n"
    let reader = try DelimitedReader(bytes: Array(text.utf8))
    #expect(reader.header == ["name", "age"])
    #expect(reader.dialect.preambleLines == 1)
  }

  @Test func aShortTableBeforeABlankLineIsNoNote() throws {
    let reader = try DelimitedReader(bytes: Array("a,b\n1,2\n\nname,born,weight\n\(Self.rows)".utf8))
    #expect(reader.header == ["a", "b"])
    #expect(try Reading(reader).places == ["source.header@4:1"])
  }

  @Test func wordsForNothingAreNoNames() throws {
    #expect(try DelimitedReader(bytes: Array("NA\n1.5\n2.25\n7\n".utf8)).dialect.headerRows == 0)
    #expect(try DelimitedReader(bytes: Array("NA,EU\n1,2\n3,4\n".utf8)).header == ["NA", "EU"])
  }
}

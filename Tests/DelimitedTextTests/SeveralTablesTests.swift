import DelimitedText
import Findings
import Testing

@Suite("Headers of further tables")
struct SeveralTablesTests {
  private func reading(
    _ text: String,
    _ table: DelimitedOptions.TableChoice = .number(1),
    _ boundary: DelimitedOptions.TableBoundary? = nil,
    chunk: Int = 4096
  ) throws -> Reading {
    var options = DelimitedOptions(table: table, fileName: "t.csv")
    options.tableBoundary = boundary
    return try Reading(Array(text.utf8), chunk: chunk, options)
  }

  private static let dogsAndTowns = "name,age\nRex,3\nAda,4\n\n\nowner,pets\nAnna,1\nBo,2\n"

  @Test(arguments: [1, 3, 4096]) func headersOfFurtherTablesAreNoRecordsWhenAllAreRead(chunk: Int) throws {
    let reading = try reading(Self.dogsAndTowns, .all, .blankLine, chunk: chunk)
    #expect(reading.records == [["Rex", "3"], ["Ada", "4"], ["Anna", "1"], ["Bo", "2"]])
    #expect(reading.startLines == [2, 3, 7, 8])
    #expect(reading.places == ["source.header@6:1"])
    #expect(
      reading.findings.first?.message
        == "The table that begins here has the names “owner”, “pets” instead of “name”, “age”; it is read as if it had those"
    )
  }

  @Test func aTableOfTheSameWidthIsFoundByItsHeaderAfterABlankLine() throws {
    let first = try reading(Self.dogsAndTowns)
    #expect(first.records == [["Rex", "3"], ["Ada", "4"]])
    #expect(first.places == ["source.header@6:1"])
    #expect(
      first.findings.first?.message
        == "Another table begins here; it is not read (`table: 2` reads it, `table: all` reads all of them)"
    )
    #expect(try reading(Self.dogsAndTowns, .all).records.count == 4)
    #expect(try reading("a,b\n1,2\n\nc,d\n3,4\n").records == [["1", "2"]])
  }

  @Test func aTableOfWordsWithAnotherWidthIsFound() throws {
    let text = "name,born,weight\nRex,2019-01-01,3\nAda,2020-01-01,4\n\nowner,town\nAnna,Bern\nBo,Genf\n"
    #expect(try reading(text).places == ["source.header@5:1"])
    #expect(try reading(text, .number(2), .blankLine).header == ["owner", "town"])
  }

  @Test func rowsAfterABlankLineGoOnWithTheTable() throws {
    for text in [
      "name,age\nRex,3\nAda,4\n\nBo,5\nIda,6\n", "name,age\nRex,3\nAda,4\n\nBo,unknown\nIda,unknown\nUli,7\n",
    ] {
      let reading = try reading(text)
      #expect(reading.records.count >= 4)
      #expect(reading.findings == [])
    }
  }

  @Test func theSameHeaderOverEachTableNeedsNoFinding() throws {
    let reading = try reading("a,b\n1,2\n\na,b\n3,4\n\n5,6\n7,8\n", .all, .blankLine)
    #expect(reading.records == [["1", "2"], ["3", "4"], ["5", "6"], ["7", "8"]])
    #expect(reading.findings == [])
  }

  @Test func headersOfTwoRowsArePassedWhole() throws {
    var options = DelimitedOptions(header: .rows(2), table: .all, fileName: "t.csv")
    options.tableBoundary = .blankLine
    let text = "size,size\nmin,max\n1,2\n\nage,age\nmin,max\n3,4\n"
    let reading = try Reading(Array(text.utf8), chunk: 8, options)
    #expect(reading.records == [["1", "2"], ["3", "4"]])
    #expect(reading.findings.first?.message.contains("“age min”, “age max” instead of “size min”, “size max”") == true)
  }

  @Test func withoutAHeaderEveryRowIsARecord() throws {
    var options = DelimitedOptions(header: .none, table: .all, fileName: "t.csv")
    options.tableBoundary = .blankLine
    let reading = try Reading(Array("a,b\nc,d\n\ne,f\n".utf8), chunk: 64, options)
    #expect(reading.records == [["a", "b"], ["c", "d"], ["e", "f"]])
  }

  @Test func aTitleOverAFurtherTableIsLeftOut() throws {
    let reading = try reading("a,b\n1,2\n3,4\n\nOwners\n\nc,d\n5,6\n", .all, .blankLine)
    #expect(reading.records == [["1", "2"], ["3", "4"], ["5", "6"]])
    #expect(reading.places == ["source.header@5:1", "source.header@7:1"])
    #expect(reading.findings.first?.message == "“Owners” stands over a further table and is left out")
  }

  @Test func aRecordWithAWordForNothingIsNoHeader() throws {
    let text = "name,age\nRex,3\nAda,4\n\nBo,n/a\nIda,5\n"
    #expect(try reading(text).records.count == 4)
    #expect(try reading(text, .all, .blankLine).findings == [])
  }
}

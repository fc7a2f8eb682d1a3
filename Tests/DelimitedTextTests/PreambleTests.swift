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

  /// Issue 18: rows that begin blank or short were taken for lines before the table, with a warning or without.
  @Test(arguments: ["x\n", ";;\n", "\n;;\n", "x;;\n;;\n"]) func nothingStandsBeforeTheRecordsOfADialectThatIsTold(
    _ first: String
  ) throws {
    var options = DelimitedOptions()
    options.known.delimiter = [0x3B]
    for header in [DelimitedOptions.HeaderChoice.none, .names(["a", "b", "c"])] {
      options.header = header
      let reader = try DelimitedReader(bytes: Array("\(first)1;2;3\n4;5;6\n7;8;9\n".utf8), options: options)
      #expect(reader.dialect.preambleLines == 0)
      let lines = first.split(separator: "\n").count
      #expect(try Reading(reader).records.count == lines + 3)
    }
    options.header = .detect
    let detected = try DelimitedReader(bytes: Array("Report\n\na;b;c\n1;2;3\n4;5;6\n".utf8), options: options)
    #expect(detected.header == ["a", "b", "c"])
  }

  /// Issue 18: texts with a number and a space were cut, and their name was left out.
  @Test func aListWithANameIsOneColumn() throws {
    let texts: [(Int) -> String] = [
      { "\($0 % 28 + 1) May 20\(10 + $0)" }, { "\($0) Main Street" }, { "\($0).5 kg" }, { "v 1.\($0)" },
      { "\($0).5 8.25" },
    ]
    for text in texts {
      let list = (1...40).map(text).joined(separator: "\n") + "\n"
      let named = try DelimitedReader(bytes: Array("name\n\(list)".utf8))
      #expect(named.header == ["name"] && named.dialect.preambleLines == 0)
      var options = DelimitedOptions()
      options.header = .names(["name"])
      let given = try DelimitedReader(bytes: Array(list.utf8), options: options)
      #expect(try Reading(given).records.map { $0[0] } == (1...40).map(text))
    }
    let matrix = try DelimitedReader(bytes: Array(("points\n" + String(repeating: "1.5 2.5 3.5\n", count: 9)).utf8))
    #expect(matrix.dialect.delimiter == [0x20])
    let table = try DelimitedReader(bytes: Array("dogs\nname age\nRex 3\nAda 4\nBo 5\nIda 6\n".utf8))
    #expect(table.header == ["name", "age"])
  }
}

import DelimitedText
import Testing
import TextInput

/// Texts in which more than one dialect seems to fit, and what speaks for the right one.
@Suite("Evidence for a dialect")
struct DialectEvidenceTests {
  static let cases = [
    DetectionTests.Case(
      testDescription: "numbers between spaces, of which three look like a date",
      input: "108.24 767.84 60466\n579.43 313.54 28826\n138.33 149.71 1\n",
      header: ["column_1", "column_2", "column_3"],
      first: ["108.24", "767.84", "60466"]
    ),
    DetectionTests.Case(
      testDescription: "numbers with commas between spaces",
      input: "x y\n15,887 24,651\n23,603 14,076\n",
      header: ["x", "y"],
      first: ["15,887", "24,651"]
    ),
    DetectionTests.Case(
      testDescription: "amounts before colons, which look like times",
      input: "fee:count\n$545.97:603\n$324.02:69832\n$547.95:8\n",
      header: ["fee", "count"],
      first: ["$545.97", "603"]
    ),
    DetectionTests.Case(
      testDescription: "quoted texts between spaces, and no numbers",
      input: "\"name\" \"town\"\n\"Ann B\" \"New York\"\n\"Bo\" \"Rome, Italy\"\n",
      header: ["name", "town"],
      first: ["Ann B", "New York"]
    ),
    DetectionTests.Case(
      testDescription: "quoted texts between colons, one record",
      input: "'link':'day'\n'https://example.com/a':'10:30'\n",
      header: ["link", "day"],
      first: ["https://example.com/a", "10:30"]
    ),
    DetectionTests.Case(
      testDescription: "telephone numbers with spaces, one column",
      input: "phone\n+49 361 91063\n+49 111 72076\n+49 763 54749\n",
      header: ["phone"],
      first: ["+49 361 91063"]
    ),
    DetectionTests.Case(
      testDescription: "single quotes around numbers with commas",
      input: "'9,381,876','Ann','Bo'\n'7,058,302','Ira','Mo'\n'5,346,359','Ole','Pia'\n",
      header: ["column_1", "column_2", "column_3"],
      first: ["9,381,876", "Ann", "Bo"]
    ),
    DetectionTests.Case(
      testDescription: "single quotes around one text, which holds one",
      input: "1;'Ann''s dog'\n2;Bo\n3;Ira\n",
      header: ["column_1", "column_2"],
      first: ["1", "Ann's dog"]
    ),
    DetectionTests.Case(
      testDescription: "single quotes in a list",
      input: "'ann@example.com'\n'bo@example.com'\n'ira@example.com'\n",
      header: ["column_1"],
      first: ["ann@example.com"]
    ),
    DetectionTests.Case(
      testDescription: "three rows of names over few records",
      input: "size,size,age\nmin,max,now\ncm,cm,years\n1,2,3\n4,5,6\n7,8,9\n",
      header: ["size min cm", "size max cm", "age now years"],
      first: ["1", "2", "3"]
    ),
    DetectionTests.Case(
      testDescription: "names of groups over a part of the columns",
      input:
        "day,goal,travel,,,total\n,,air,rail,taxi,\n2014-04-04,Cardiff,,65.60,,65.60\n2014-04-07,Rome,110,,20,130\n",
      header: ["day", "goal", "travel air", "travel rail", "travel taxi", "total"],
      first: ["2014-04-04", "Cardiff", "", "65.60", "", "65.60"]
    ),
    DetectionTests.Case(
      testDescription: "columns that are counted",
      input: ",0,1,2\na,0.25,7.5,3\nb,1.5,2,4\n",
      header: ["column_1", "0", "1", "2"],
      first: ["a", "0.25", "7.5", "3"]
    ),
    DetectionTests.Case(
      testDescription: "one name among many that looks like a value",
      input: "id,a1,b1,c1,d1,e1,f1,g1,h1,i1,10.5\n" + (1...5).map { "\($0),1,2,3,4,5,6,7,8,9,0\n" }.joined(),
      header: ["id", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "10.5"],
      first: ["1", "1", "2", "3", "4", "5", "6", "7", "8", "9", "0"]
    ),
    DetectionTests.Case(
      testDescription: "words that stand further down in their columns",
      input: "yes,medium rare\nyes,medium\nyes,medium\nyes,medium rare\nno,rare\nyes,rare\n",
      header: ["column_1", "column_2"],
      first: ["yes", "medium rare"]
    ),
    DetectionTests.Case(
      testDescription: "a title that spaces cut into words",
      input:
        "Report of the year 2023\n\nmade by hand\nid a b c d e\n1 2 3 4 5 6\n2 2 3 4 5 6\n3 2 3 4 5 6\n4 2 3 4 5 6\n",
      header: ["id", "a", "b", "c", "d", "e"],
      first: ["1", "2", "3", "4", "5", "6"]
    ),
    DetectionTests.Case(
      testDescription: "a title with a comma over three columns",
      input: "Report\nSource: the office, by request\nname,age,town\nAnn,3,Rome\nBo,4,Oslo\nIra,5,Bern\nOle,6,Bonn\n",
      header: ["name", "age", "town"],
      first: ["Ann", "3", "Rome"]
    ),
    DetectionTests.Case(
      testDescription: "a description in YAML",
      input: "---\nname: dogs\nfields:\n- name: id\n  sep: |\n---\nid,name\n1,Rex\n2,Bo\n",
      header: ["id", "name"],
      first: ["1", "Rex"]
    ),
    DetectionTests.Case(
      testDescription: "a line of hyphens and no second one",
      input: "---\nid,name\n1,Rex\n2,Bo\n",
      header: ["id", "name"],
      first: ["1", "Rex"]
    ),
  ]

  @Test(arguments: cases) func isWeighed(_ example: DetectionTests.Case) throws {
    let reading = try Reading(DelimitedReader(bytes: Array(example.input.utf8)))
    #expect(reading.header == example.header)
    #expect(reading.records.first ?? [] == example.first)
    #expect(reading.rejected == [])
  }

  @Test func countsTheRowsThatLookLikeTheFirst() throws {
    let reading = try Reading(
      DelimitedReader(bytes: Array("yes,rare\nyes,well done\nno,rare\nyes,rare\nno,well done\n".utf8))
    )
    #expect(reading.records.count == 5)
  }

  @Test func keepsQuotedTextsWholeWhenSurplusFieldsAreJoined() throws {
    var options = DelimitedOptions(mode: .tolerant, missingFields: .mend, surplusFields: .mend)
    options.known.delimiter = [0x20]
    let text = """
      day no breed note seen
      1/1/18 1 Boxer "fawn, big" 2021-03-05
      2/1/18 2 Saluki "slim" 2021-03-06
      3/1/18 3 Pug "small" 2021-03-07
      4/1/18 4 Airedale Terrier "wiry" 2021-03-08
      """
    let reading = try Reading(DelimitedReader(bytes: Array(text.utf8), options: options))
    #expect(reading.records.last == ["4/1/18", "4", "Airedale Terrier", "wiry", "2021-03-08"])
  }

  @Test func takesASignAfterAWordForThatOfTheUsualEncoding() throws {
    let reader = try DelimitedReader(bytes: Array("name,value\nMicrocap".utf8) + [0xAE] + Array(" Index,5\n".utf8))
    #expect(reader.encoding == .singleByte("WINDOWS-1252"))
  }
}

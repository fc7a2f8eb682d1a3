import DelimitedText
import Findings
import Testing

/// Comments are not detected without evidence, and no line is left out without a word (issue 14).
@Suite("Comments and lines that are left out")
struct CommentTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var input: String
    var header: [String]
    var records: [[String]]
    /// Findings as `line severity rule`.
    var findings: [String] = []
  }

  static let cases = [
    Case(
      testDescription: "a block of comments at the top",
      input: "# the dogs\n# of Ulm, 2020, and others\nname,age\nRex,3\nBello,4\n",
      header: ["name", "age"],
      records: [["Rex", "3"], ["Bello", "4"]]
    ),
    Case(
      testDescription: "values that begin with the mark, one of them in a short record",
      input: "name,age\n#1 Rex,3\n#2 Bello,4\n#3\nHux,5\n",
      header: ["name", "age"],
      records: [["#1 Rex", "3"], ["#2 Bello", "4"], ["#3", ""], ["Hux", "5"]],
      findings: ["4 error record.field-count"]
    ),
    Case(
      testDescription: "a short record with the mark alone",
      input: "name,age,town\nRex,3,Ulm\n#Bello,4\nHux,5,Bonn\n",
      header: ["name", "age", "town"],
      records: [["Rex", "3", "Ulm"], ["#Bello", "4", ""], ["Hux", "5", "Bonn"]],
      findings: ["3 error record.field-count"]
    ),
    Case(
      testDescription: "names of columns behind the mark",
      input: "# made by hand\n#name,age\nRex,3\nBello,4\n",
      header: ["#name", "age"],
      records: [["Rex", "3"], ["Bello", "4"]]
    ),
    Case(
      testDescription: "a block of comments over records without a header",
      input: "# made by hand\n1,2\n3,4\n5,6\n",
      header: ["column_1", "column_2"],
      records: [["1", "2"], ["3", "4"], ["5", "6"]]
    ),
    Case(
      testDescription: "a comment between records",
      input: "name,age\nRex,3\n# the others follow\nBello,4\n",
      header: ["name", "age"],
      records: [["Rex", "3"], ["Bello", "4"]],
      findings: ["3 note source.left-out"]
    ),
    Case(
      testDescription: "a record behind the mark, in a file that begins with comments",
      input: "# the dogs of Ulm\nname,age\nRex,3\n#Hux,7\nBello,4\n#\n",
      header: ["name", "age"],
      records: [["Rex", "3"], ["Bello", "4"]],
      findings: ["4 warning source.left-out"]
    ),
  ]

  @Test(arguments: cases) func areToldByEvidence(_ example: Case) throws {
    let reading = try Reading(DelimitedReader(bytes: Array(example.input.utf8)))
    #expect(reading.header == example.header)
    #expect(
      reading.records.map { $0 + Array(repeating: "", count: max(0, example.header.count - $0.count)) }
        == example.records
    )
    #expect(reading.findings.map { "\($0.position?.line ?? 0) \($0.severity) \($0.rule)" } == example.findings)
  }

  @Test func whatTheRecipeCallsACommentNeedsNoWord() throws {
    var options = DelimitedOptions()
    options.known.comment = DialectWord.comment("#")
    let reading = try Reading(DelimitedReader(bytes: Array("name,age\nRex,3\n#Hux,7\n".utf8), options: options))
    #expect(reading.records == [["Rex", "3"]])
    #expect(reading.findings.isEmpty)
  }

  @Test func recordsBeforeTheExpectedNamesAreNotLeftOutWithoutAWord() throws {
    var options = DelimitedOptions()
    options.expectedNames = ["name", "age"]
    let text = "Hux,7\nCora,2\nname,age\nRex,3\nBello,4\n"
    let reading = try Reading(DelimitedReader(bytes: Array(text.utf8), options: options))
    #expect(reading.records == [["Rex", "3"], ["Bello", "4"]])
    #expect(reading.findings.map(\.rule) == [.sourceLeftOut])
    #expect(
      reading.findings.map(\.message) == [
        "2 lines before the header were left out, though 2 have as many fields as a record; `skip: 0` reads them"
      ]
    )
  }
}

import DelimitedText
import Foundation
import TestSupport
import Testing
import TextInput

/// The rows that univocity-parsers' own examples print.
@Suite("univocity's examples")
struct UnivocityTests {
  static let folder = Corpus.folder("csv/univocity/examples")

  struct Example: Sendable {
    var file: String
    var output: String
    /// Where the rows begin in the output, and where they end.
    var after = ""
    var before = ""
  }

  static let examples = [
    Example(file: "example.csv", output: "CsvParserExamples/example002ReadSimpleCsv"),
    Example(file: "example.tsv", output: "TsvParserExamples/example002ReadSimpleTsv"),
    Example(
      file: "european.csv",
      output: "CsvParserExamples/example012FormatAutodetection",
      after: "Data in /examples/european.csv:\nPrinting 6 rows\n",
      before: "\n\nFormat detected"
    ),
  ]

  @Test(.enabled(if: folder != nil, Comment(rawValue: Corpus.absence)), arguments: examples)
  func haveTheRowsThatArePrinted(_ example: Example) throws {
    let folder = try #require(Self.folder)
    var printed = try String(contentsOfFile: "\(folder)/expectedOutputs/\(example.output)", encoding: .utf8)[...]
    if let start = printed.range(of: example.after) { printed = printed[start.upperBound...] }
    if let end = printed.range(of: example.before) { printed = printed[..<end.lowerBound] }
    let expected = printed.replacing(#/Row \d+ \(length \d+\): /#, with: "").trimmingCharacters(in: .newlines)
    var options = DelimitedOptions()
    // A tab-separated text of this kind writes line breaks as \n, tabs as \t and has no quotes.
    let isEscaped = example.file.hasSuffix(".tsv")
    if isEscaped { options.known.quote = .absent }
    let reading = try Reading(DelimitedReader(path: "\(folder)/\(example.file)", options: options))
    #expect(reading.rejected == [])
    let rows = ([reading.header] + reading.records).map { row in
      let fields = row.map { field -> String in
        let text = isEscaped ? field.replacing("\\n", with: "\n").replacing("\\t", with: "\t") : field
        return text.isEmpty ? "null" : text
      }
      return "[" + fields.joined(separator: ", ") + "]"
    }
    #expect(rows.joined(separator: "\n") == expected)
  }
}

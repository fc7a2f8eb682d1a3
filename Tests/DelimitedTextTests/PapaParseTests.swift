import DelimitedText
import Foundation
import TestSupport
import Testing

@Suite("PapaParse's cases")
struct PapaParseTests {
  static let folder = Corpus.folder("csv/papaparse")

  /// Cases that are read otherwise, with the reason.
  static let deviations: [String: String] = [
    "Quoted field has no closing quote": brokenQuote,
    "Quoted field has invalid trailing quote after delimiter with a valid closer": brokenQuote,
    "Quoted field has invalid trailing quote after delimiter": brokenQuote,
    "Quoted field has invalid trailing quote before delimiter": brokenQuote,
    "Quoted field has invalid trailing quote after new line": brokenQuote,
    "Bad comments value specified": "a record that is too short gets empty fields, with a finding",
    "Input with only a commented line and blank line after": lastLineBreak,
    "One column input with empty fields": lastLineBreak,
    "Fast mode with blank line at end": lastLineBreak,
    "Fast mode with preview": "callers stop reading when they have enough",
    "Simple duplicated header names": duplicateNames,
    "Duplicated header names existing column": duplicateNames,
    "Duplicate header names with __proto__ field": duplicateNames,
  ]

  private static let brokenQuote = "a quote that is not closed costs its line, not the lines after it, and is a finding"
  private static let lastLineBreak = "the line break of the last record starts no further record"
  private static let duplicateNames =
    "names are made different in the header, not in the rows, and the second gets the number 2"

  struct Case {
    var description: String
    var input: String
    var options: DelimitedOptions
    var expected: [[String]]
  }

  static func cases(_ folder: String) throws -> [Case] {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/cases.json"))
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let cases = try #require(root["parse"] as? [[String: Any]])
    return try cases.map { item in
      let config = item["config"] as? [String: Any] ?? [:]
      var options = DelimitedOptions(header: .none, mode: .tolerant)
      var dialect = DelimitedDialect(headerRows: 0)
      dialect.skipsBlankLines = false
      if let delimiter = config["delimiter"] as? String { dialect.delimiter = Array(delimiter.utf8) }
      if let comment = config["comments"] as? String {
        dialect.comment = Array(comment.utf8)
      } else if config["comments"] as? Bool == true, config["comments"] as? Int == 1 {
        dialect.comment = [0x23]
      }
      options.dialect = dialect
      let expected = try #require(item["expected"] as? [String: Any])
      return Case(
        description: try #require(item["description"] as? String),
        input: try #require(item["input"] as? String),
        options: options,
        expected: try #require(expected["data"] as? [[String]])
      )
    }
  }

  @Test(.enabled(if: folder != nil, Comment(rawValue: Corpus.absence)))
  func readsTheExpectedRowsOrSaysWhyNot() throws {
    for example in try Self.cases(#require(Self.folder)) {
      let records = try Reading(example.input, example.options).records
      if let reason = Self.deviations[example.description] {
        #expect(records != example.expected, "\(example.description) is read as expected now; remove it: \(reason)")
      } else {
        #expect(records == example.expected, "\(example.description)")
      }
    }
  }
}

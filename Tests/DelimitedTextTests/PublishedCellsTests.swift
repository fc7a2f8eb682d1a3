import DelimitedText
import Foundation
import TestSupport
import Testing

/// The cells of other projects' files, compared with what DuckDB reads in them (`Fixtures/duckdb-cells.py`).
@Suite("Other projects' cells")
struct PublishedCellsTests {
  private struct Answer: Decodable, Equatable {
    /// `nil` where DuckDB made the name up.
    var names: [String?]
    var rows: Int
    var cells: String
  }

  /// Why the cells of a file are read otherwise than by DuckDB, with the files.
  private static let deviations: [(reason: String, files: [String])] = [
    (
      "a comment begins its line; DuckDB cuts comments out of lines",
      [
        "duckdb/comments/mid_line_null.csv",
        "duckdb/comments/mid_line_quote.csv",
        "duckdb/comments/midline_empty_space.csv",
        "duckdb/comments/simple_mid_line.csv",
      ]
    ),
    (
      "spaces after all delimiters are taken for layout, not for a part of the values",
      [
        "duckdb/error/flush_cast.csv",
        "frictionless/capitals.csv",
        "frictionless/escaping.csv",
        "frictionless/table-limits.csv",
        "messytables/complex.csv",
        "univocity/examples/bean_test.csv",
        "univocity/examples/master_detail.csv",
      ]
    ),
    (
      "quotes are taken off their fields and broken ones are findings; DuckDB then takes quotes for text in the whole file",
      [
        "duckdb/multidelimiter/aa_delim_quoted.csv",
        "duckdb/multidelimiter/aa_delim_quoted_2.csv",
        "duckdb/multidelimiter/escape_non_quote_escape_complex.csv",
        "duckdb/multidelimiter/incomplete_multibyte_delimiter.csv",
        "duckdb/multidelimiter/unquote_without_delimiter.csv",
        "duckdb/rejects/multiple_errors/unquoted_cast.csv",
        "duckdb/rejects/multiple_errors/unquoted_maxline.csv",
        "duckdb/rejects/unquoted/basic.csv",
        "duckdb/rejects/unquoted/unquoted_last_value.csv",
        "duckdb/unescaped_quotes/end_quote.csv",
        "duckdb/unescaped_quotes/end_quote_2.csv",
        "duckdb/unescaped_quotes/end_quote_3.csv",
        "duckdb/unescaped_quotes/end_quote_mixed.csv",
        "duckdb/unescaped_quotes/some_escaped_some_not.csv",
        "duckdb/unescaped_quotes/stops.csv",
        "univocity/csv/test.csv",
      ]
    ),
    (
      "too few fields stand in single quotes to tell that these are quotes and not apostrophes; --quote says so",
      [
        "duckdb/auto/single_quote_backslash.csv",
        "duckdb/validator/quoted_new_value.csv",
      ]
    ),
    (
      "white space around names is taken off",
      [
        "csvkit/test_header_newline.csv"
      ]
    ),
    (
      "the second column of one name gets the number 2, which no other column has",
      [
        "duckdb/auto/duplicate_header_collision.csv"
      ]
    ),
    (
      "a first row with one value beside twelve empty ones is a title, as spreadsheets write it, not a header",
      [
        "duckdb/auto/missing_many_col.csv"
      ]
    ),
  ]

  @Test(.enabled(if: CorpusReadingTests.folder != nil, Comment(rawValue: Corpus.absence)))
  func areWhatDuckDBReadsOrHaveAReasonWhyNot() throws {
    let folder = try #require(CorpusReadingTests.folder)
    let path = Package.path("Tests/DelimitedTextTests/Fixtures/duckdb-cells.json")
    let answers = try JSONDecoder().decode([String: Answer].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    var reasons: [String: String] = [:]
    for (reason, files) in Self.deviations { for file in files { reasons[file] = reason } }
    // These have other columns or records already, with a reason.
    let others = Set(CorpusReadingTests.deviations.flatMap(\.files))
    var compared = 0
    for (file, expected) in answers where !others.contains(file) {
      let found = try Self.answer("\(folder)/\(file)", madeUp: expected.names.map { $0 == nil })
      compared += 1
      if let reason = reasons[file] {
        #expect(found != expected, "\(file) is read as by DuckDB now; remove it: \(reason)")
      } else {
        #expect(found == expected, "\(file)")
      }
    }
    #expect(compared > 310)
  }

  /// What a reader that finds out everything by itself reads.
  private static func answer(_ path: String, madeUp: [Bool]) throws -> Answer {
    let options = DelimitedOptions(mode: .tolerant, missingFields: .pad, surplusFields: .mend)
    let reader = try DelimitedReader(path: path, options: options)
    let names = reader.header.enumerated().map { index, name in
      madeUp.indices.contains(index) && madeUp[index] ? nil : name
    }
    var record = DelimitedRecord()
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    var rows = 0
    while try reader.next(&record) {
      rows += 1
      record.forEachField { field, contents, _ in
        guard field < names.count else { return }
        for byte in contents { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        digest = (digest ^ 0x1F) &* 0x100_0000_01B3
      }
      digest = (digest ^ 0x1E) &* 0x100_0000_01B3
    }
    let hex = String(digest, radix: 16)
    return Answer(names: names, rows: rows, cells: String(repeating: "0", count: 16 - hex.count) + hex)
  }
}

import DelimitedText
import Findings
import Foundation
import TestSupport
import Testing

/// Files of other projects' test suites, compared with what DuckDB and frictionless find in them.
@Suite("Other projects' files")
struct CorpusReadingTests {
  static let folder = Corpus.folder("csv")

  private struct References: Decodable {
    struct Reference: Decodable {
      var duckdb_auto: Answer
    }
    struct Answer: Decodable {
      var columns: [[String]]?
      var rows: Int?
    }
    var files: [String: Reference]
  }

  private static let projects = ["csvkit/", "duckdb/", "frictionless/", "univocity/", "messytables/"]

  /// Why a file is read otherwise than by DuckDB, with the files.
  static let deviations: [(reason: String, files: [String])] = [
    (
      "its first row is read as data here: it holds values, and DuckDB takes it for names only because a value further down does not fit",
      [
        "duckdb/error/csv_error.csv",
        "duckdb/error/date.csv",
        "duckdb/error/mismatch/big_bad.csv",
        "duckdb/error/mismatch/big_bad2.csv",
        "duckdb/error/time.csv",
        "duckdb/error/timestamp.csv",
        "duckdb/multidelimiter/file_ends_in_quoted_value.csv",
        "duckdb/thousands_separator/simple.csv",
        "duckdb/thousands_separator/simple_quoted.csv",
        "duckdb/thousands_separator/thousands_broken.csv",
        "duckdb/unescaped_quotes/unescaped_quote.csv",
        "duckdb/unescaped_quotes/unescaped_quote_new_line.csv",
        "duckdb/unescaped_quotes/unescaped_quote_new_line_rn.csv",
        "duckdb/unquoted_escape/basic.tsv",
        "duckdb/unquoted_escape/plain.csv",
        "duckdb/validator/single_column.csv",
        "frictionless/transpose.csv",
        "univocity/examples/multi_schema.csv",
      ]
    ),
    (
      "its first row is read as names here: it holds different words and no values",
      [
        "duckdb/17451/extra/3.csv",
        "duckdb/multidelimiter/trailing_delimiter.csv",
      ]
    ),
    (
      "its first row repeats a word and has no values below it, so that nothing says that it is a header",
      [
        "frictionless/duplicate-column.csv"
      ]
    ),
    (
      "records wider than the rest are findings here; DuckDB skips the rows above the widest, and with them the header",
      [
        "csvkit/test_empty_columns_long_row.csv",
        "duckdb/error/json.csv",
        "duckdb/rejects/multiple_errors/cast_and_more_col.csv",
        "duckdb/rejects/multiple_errors/more_col_and_max_line.csv",
        "frictionless/capital-invalid.csv",
        "frictionless/defective-rows.csv",
        "frictionless/dialect.csv",
        "frictionless/invalid.csv",
        "frictionless/issue-1004-data2.csv",
        "frictionless/schema-errors.csv",
        "frictionless/structure-errors.csv",
        "frictionless/without-headers-extra.csv",
        "univocity/csv/iterating_test.csv",
      ]
    ),
    (
      "comments within a line, or after a space, are text here; a comment begins its line",
      [
        "duckdb/comments/empty_space.csv",
        "duckdb/comments/mid_line.csv",
        "duckdb/comments/mid_line_header.csv",
        "duckdb/comments/midline_big.csv",
        "duckdb/comments/only_midline.csv",
        "duckdb/comments/simple_comma.csv",
      ]
    ),
    (
      "the answer of the reference lists 40 columns at most",
      [
        "frictionless/issue-1341.csv",
        "frictionless/issue-493.csv",
      ]
    ),
    (
      "rows above the table, which hardly have any fields, are its preamble here",
      [
        "messytables/begrotingsanalyse-2011.csv",
        "messytables/excel_pasting.csv",
        "univocity/csv/essential-dos.csv",
        "univocity/csv/essential-mac.csv",
        "univocity/csv/essential.csv",
        "univocity/tsv/essential-dos.tsv",
        "univocity/tsv/essential-mac.tsv",
        "univocity/tsv/essential.tsv",
      ]
    ),
    (
      "DuckDB takes whole lines for one column, because records differ in length; here they have columns, and odd records are findings",
      [
        "csvkit/bad.csv",
        "csvkit/bad_skip_lines.csv",
        "csvkit/join_a_short.csv",
        "csvkit/test_empty_columns.csv",
        "csvkit/test_empty_columns_short_row.csv",
        "csvkit/test_extra_header.csv",
        "csvkit/test_join_short_rows.csv",
        "duckdb/auto/mock_duckdb_test_data.csv",
        "duckdb/comments/14648.csv",
        "duckdb/comments/mixed_options.csv",
        "duckdb/decimal_separators/mixed_format_fail.csv",
        "duckdb/error/mid_null.csv",
        "duckdb/inconsistencies/inconsistent_columns_6.csv",
        "duckdb/rejects/incorrect_columns/few_columns.csv",
        "duckdb/rejects/incorrect_columns/many_columns.csv",
        "duckdb/rejects/incorrect_columns/mix_columns.csv",
        "duckdb/rejects/incorrect_columns/small_mix.csv",
        "duckdb/rejects/multiple_errors/cast_and_less_col.csv",
        "duckdb/rejects/multiple_errors/less_col_and_max_line.csv",
        "duckdb/rejects/multiple_errors/multiple_errors.csv",
        "duckdb/rejects/multiple_errors/unquoted_less.csv",
        "duckdb/rejects/multiple_errors/unquoted_more.csv",
        "duckdb/rejects/unquoted/unquoted_new_line.csv",
        "frictionless/issue-1004-data1.csv",
      ]
    ),
    (
      "a backslash outside quotes has a meaning only if the dialect says so",
      [
        "duckdb/unquoted_escape/human_eval.csv",
        "duckdb/unquoted_escape/human_eval.tsv",
        "duckdb/unquoted_escape/mixed.csv",
      ]
    ),
    (
      "an empty file has no columns here",
      [
        "csvkit/empty.csv",
        "frictionless/empty.csv",
      ]
    ),
    (
      "lines that begin with # and have no fields are comments here, and what follows is the table",
      [
        "frictionless/countries.csv",
        "univocity/examples/example.csv",
        "univocity/examples/example.tsv",
      ]
    ),
    (
      "DuckDB takes line breaks in quotes, which first occur far down, for ends of records; Python counts as we do",
      [
        "duckdb/error/quotednewlines.csv"
      ]
    ),
  ]

  @Test(.enabled(if: folder != nil, Comment(rawValue: Corpus.absence)))
  func haveTheColumnsAndRecordsThatDuckDBFindsOrAReasonWhyNot() throws {
    let folder = try #require(Self.folder)
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/reference-readings.json"))
    let references = try JSONDecoder().decode(References.self, from: data).files
    var reasons: [String: String] = [:]
    for (reason, files) in Self.deviations { for file in files { reasons[file] = reason } }
    var compared = 0
    for (file, reference) in references where Self.projects.contains(where: file.hasPrefix) {
      guard let columns = reference.duckdb_auto.columns, let rows = reference.duckdb_auto.rows else { continue }
      compared += 1
      let size = try Self.size("\(folder)/\(file)")
      let isSame = size.records == rows && size.columns == columns.count
      if let reason = reasons[file] {
        #expect(!isSame, "\(file) is read as by DuckDB now; remove it: \(reason)")
      } else {
        #expect(isSame, "\(file): \(size) instead of \(columns.count) columns and \(rows) records")
      }
    }
    #expect(compared > 350)
  }

  /// How many columns and records a file has for a reader that finds out everything by itself.
  private static func size(_ path: String) throws -> (columns: Int, records: Int) {
    var options = DelimitedOptions(mode: .tolerant, missingFields: .pad, surplusFields: .mend)
    options.fileName = path
    let reader = try DelimitedReader(path: path, options: options)
    var record = DelimitedRecord()
    var records = 0
    while try reader.next(&record) { records += 1 }
    return (reader.header.count, records)
  }

  private struct Report: Decodable {
    struct File: Decodable {
      var errors: [Fault]
    }
    struct Fault: Decodable {
      var type: String
      var row: Int?
      var field: Int?
    }
    var files: [String: File]
  }

  /// Faults that frictionless does not mean as we do.
  private static let otherFaults: [String: String] = [
    "skip-rows.csv": "lines that begin with # are a preamble of comments here only if that is said or detected",
    "skip-rows-before-headers.csv": "as skip-rows.csv",
    "issue-1138.csv": "a surplus delimiter of the header is reported as such, not as a column without a name",
    "countries.csv": "the first line is no header: it is a comment",
  ]

  /// Wrong numbers of cells and bad labels are found in the rows and columns where frictionless finds them.
  @Test(.enabled(if: folder != nil, Comment(rawValue: Corpus.absence)))
  func haveTheFaultsThatFrictionlessFinds() throws {
    let folder = try #require(Self.folder) + "/frictionless"
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/frictionless-report.json"))
    let report = try JSONDecoder().decode(Report.self, from: data)
    var compared = 0
    for (file, answer) in report.files where Self.otherFaults[file] == nil && file.hasSuffix(".csv") {
      let rows = Set(answer.errors.filter { ["extra-cell", "missing-cell"].contains($0.type) }.compactMap(\.row))
      let labels = Set(
        answer.errors.filter { ["blank-label", "duplicate-label"].contains($0.type) }.compactMap(\.field)
      )
      guard !rows.isEmpty || !labels.isEmpty else { continue }
      compared += 1
      let reader = try DelimitedReader(path: "\(folder)/\(file)", options: DelimitedOptions(dialect: .rfc4180))
      var record = DelimitedRecord()
      while try reader.next(&record) {}
      let findings = reader.takeFindings()
      let lines = Set(findings.filter { $0.rule == .recordFieldCount }.compactMap(\.position?.line))
      #expect(lines == rows, "\(file)")
      let names = findings.filter { $0.rule == .sourceHeader && $0.message.hasPrefix("Column ") }.compactMap(\.field)
      #expect(Set(names.compactMap(reader.header.firstIndex).map { $0 + 1 }) == labels, "\(file)")
    }
    #expect(compared >= 12)
  }
}

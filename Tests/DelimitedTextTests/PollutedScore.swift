import DelimitedText
import Foundation
import TestSupport
import Testing
import TextInput

/// The measure of the polluted-breeds example files, as its README defines it.
struct PollutedScore {
  let folder: String

  private struct Parameters: Decodable {
    var encoding: String
    var delimiter: String
    var quotechar: String
    var escapechar: String
    var header_lines: Int
    var preamble_lines: Int
    var column_names: [String]
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder + "/csv").sorted() }
  }

  /// Simple and weighted score of all files.
  func total(told: Bool) throws -> (simple: Double, weighted: Double) {
    let weights = try JSONDecoder().decode([String: Double].self, from: data("weights.json"))
    var simple = 0.0
    var weighted = 0.0
    for name in try names {
      let score = try score(name, told: told)
      simple += score
      weighted += score * (weights[name] ?? 0)
    }
    return (simple / Double(try names.count), weighted / weights.values.reduce(0, +))
  }

  private func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  private func score(_ name: String, told: Bool) throws -> Double {
    var options = DelimitedOptions(mode: .tolerant, missingFields: .mend, surplusFields: .mend, fileName: name)
    if told {
      let given = try JSONDecoder().decode(Parameters.self, from: data("parameters/\(name)_parameters.json"))
      var dialect = DelimitedDialect(
        delimiter: given.delimiter,
        quote: given.quotechar,
        headerRows: given.header_lines
      )
      if given.escapechar != given.quotechar, let escape = given.escapechar.utf8.first {
        dialect.escape = .character(escape)
      }
      dialect.preambleLines = given.preamble_lines
      options.dialect = dialect
      options.encoding = TextEncoding(named: given.encoding)
      options.header =
        given.column_names.isEmpty
        ? .rows(given.header_lines) : .expected(rows: given.header_lines, names: given.column_names)
    }
    let loaded = try rows("csv/\(name)", options)
    var plain = DelimitedOptions(dialect: DelimitedDialect(headerRows: 0))
    plain.encoding = .utf8
    let clean = try rows("clean/\(name)", plain)
    guard !clean.isEmpty else { return 10 }
    func normal(_ row: [String]?) -> [String] { row.map { $0.map(Self.normalised) } ?? [] }
    let header = Self.measures(normal(clean.first), normal(loaded.first))
    let records =
      clean.count == 1
      ? 3
      : Self.measures(
        clean.dropFirst().map { normal($0).joined() },
        loaded.dropFirst().map { normal($0).joined() }
      )
    return 1 + header + records + Self.measures(clean.flatMap { $0 }, loaded.flatMap { $0 })
  }

  private func rows(_ name: String, _ options: DelimitedOptions) throws -> [[String]] {
    let reader = try DelimitedReader(path: "\(folder)/\(name)", options: options)
    var rows = reader.dialect.headerRows > 0 && !reader.header.isEmpty ? [reader.header] : []
    var record = DelimitedRecord()
    while try reader.next(&record) { rows.append(record.strings) }
    return rows
  }

  /// The sum of precision, recall and their harmonic mean of two multisets.
  private static func measures(_ expected: [String], _ loaded: [String]) -> Double {
    var left: [String: Int] = [:]
    for item in expected { left[item, default: 0] += 1 }
    var matches = 0.0
    for item in loaded where left[item, default: 0] > 0 {
      left[item, default: 0] -= 1
      matches += 1
    }
    guard matches > 0 else { return 0 }
    let precision = matches / Double(expected.count)
    let recall = matches / Double(loaded.count)
    return precision + recall + 2 * precision * recall / (precision + recall)
  }

  /// Numbers, prices and times in one form, letters in lower case.
  private static func normalised(_ cell: String) -> String {
    let text = cell.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    let plain = text.drop { "$€£".contains($0) }.filter { $0 != "," }
    if let number = Double(plain), text.allSatisfy({ "0123456789.,+-$€£".contains($0) }) { return "\(number)" }
    let parts = text.split(separator: ":")
    if (2...3).contains(parts.count), parts.allSatisfy({ $0.count <= 2 && Int($0) != nil }) {
      return (parts.map(String.init) + (parts.count == 2 ? ["00"] : [])).joined(separator: ":")
    }
    return text
  }
}

@Suite("polluted-breeds")
struct PollutedBreedsTests {
  static let folder = Corpus.folder("csv/polluted-breeds")

  @Test(.enabled(if: folder != nil, Comment(rawValue: Corpus.absence)))
  func readsPollutedFilesWhenToldTheirDialect() throws {
    let score = try PollutedScore(folder: #require(Self.folder)).total(told: true)
    #expect(score.simple >= 9.97)
    #expect(score.weighted >= 9.90)
  }

  @Test(.enabled(if: folder != nil, Comment(rawValue: Corpus.absence)))
  func readsPollutedFilesByItself() throws {
    let score = try PollutedScore(folder: #require(Self.folder)).total(told: false)
    #expect(score.simple >= 9.80)
    #expect(score.weighted >= 9.60)
  }
}

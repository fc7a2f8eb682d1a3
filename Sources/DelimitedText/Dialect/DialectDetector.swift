/// Finds the dialect of a text by trying: the right one cuts the text into rows of the same length whose cells look like values.
struct DialectDetector {
  /// What was found.
  struct Answer {
    var dialect: DelimitedDialect
    var confidence: Double
    var evidence: String
    var header: HeaderGuess
  }

  /// How one dialect cuts the sample.
  private struct Trial {
    var dialect: DelimitedDialect
    var score: Double
    var rows: Int
    var commonCount: Int
    var commonRows: Int
    var problems: Int
  }

  private static let delimiters: [[UInt8]] = [
    [0x2C], [0x3B], [0x09], [0x7C], [0x3A], [0x5E], [0x7E], [0x20], [0x1F], [0x01],
  ]
  private static let quotes: [UInt8] = [0x22, 0x27]
  private static let mostRows = 500

  /// - Parameters:
  ///   - sample: The first text of the file, in UTF-8.
  ///   - isWhole: Whether the file has no more.
  static func detect(_ sample: [UInt8], isWhole: Bool) -> Answer {
    let text = SampleText(sample, isWhole: isWhole)
    var best: Trial?
    var second = 0.0
    for quote in quotes {
      for delimiter in delimiters {
        let dialect = DelimitedDialect(delimiter: delimiter, quote: quote, headerRows: 0)
        let trial = Self.trial(text, dialect)
        if let current = best, trial.score <= current.score {
          second = max(second, trial.score)
        } else {
          second = best?.score ?? 0
          best = trial
        }
      }
    }
    let winner = best ?? Trial(dialect: .rfc4180, score: 0, rows: 0, commonCount: 1, commonRows: 0, problems: 0)
    var dialect = winner.score > 0 ? winner.dialect : .rfc4180
    let header = HeaderGuess(text.rows(dialect, limit: 100).rows)
    dialect.headerRows = header.rows
    let margin = winner.score > 0 ? (winner.score - second) / winner.score : 0
    let evidence =
      winner.score > 0
      ? "\(winner.commonRows) of \(winner.rows) rows have \(winner.commonCount) fields"
      : "no delimiter cuts the text into rows of several fields"
    return Answer(dialect: dialect, confidence: min(1, 0.5 + margin / 2), evidence: evidence, header: header)
  }

  private static func trial(_ text: SampleText, _ dialect: DelimitedDialect) -> Trial {
    let cut = text.rows(dialect, limit: mostRows)
    var lengths: [Int: Int] = [:]
    var plausible = 0
    var cells = 0
    for row in cut.rows {
      lengths[row.count, default: 0] += 1
      for cell in row {
        cells += 1
        if cell.kind.isPlausible { plausible += 1 }
      }
    }
    let common = lengths.max { ($0.value, $0.key) < ($1.value, $1.key) } ?? (1, 0)
    var pattern = 0.0
    for (length, rows) in lengths { pattern += Double(rows) * (Double(length) - 1 + 0.001) / Double(length) }
    pattern /= Double(max(1, lengths.count))
    let types = cells > 0 ? Double(plausible) / Double(cells) : 0
    let broken = Double(cut.problems) / Double(max(1, cut.rows.count))
    var score = pattern * types * (1 - min(0.9, broken))
    // A quote that nothing is quoted with is no evidence for it.
    if dialect.quote != 0x22 && cut.quotedCells == 0 { score *= 0.9 }
    if dialect.delimiter == [0x20] { score *= 0.8 }
    return Trial(
      dialect: dialect,
      score: common.key > 1 ? score : 0,
      rows: cut.rows.count,
      commonCount: common.key,
      commonRows: common.value,
      problems: cut.problems
    )
  }
}

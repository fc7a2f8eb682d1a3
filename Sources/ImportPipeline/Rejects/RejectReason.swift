internal import DelimitedText
internal import Findings

/// Why a record was rejected, as a line of CSV for spreadsheets: texts that would be formulas there have an apostrophe before them.
enum RejectReason {
  /// The names of the columns, as a line.
  static let header = Array("record,line,column,rule,severity,field,value,message,suggestion\n".utf8)

  /// One reason, with its line break.
  ///
  /// - Complexity: O(*n*) in the finding's texts.
  static func line(_ finding: Finding) -> [UInt8] {
    let numbers = [finding.record, finding.position?.line, finding.position?.column].map { $0.map(String.init) ?? "" }
    let texts = [
      finding.rule.rawValue, finding.severity.rawValue, finding.field, finding.value, finding.message,
      finding.suggestion,
    ]
    return DelimitedWriter.line(numbers + texts.map { $0.map(SpreadsheetText.neutralised) ?? "" })
  }
}

extension DelimitedWriter {
  /// A record as a line of CSV, with its line feed.
  static func line(_ fields: [String]) -> [UInt8] {
    var writer = DelimitedWriter(dialect: DelimitedDialect(recordEnd: .lineFeed))
    writer.append(record: fields)
    return writer.bytes
  }
}

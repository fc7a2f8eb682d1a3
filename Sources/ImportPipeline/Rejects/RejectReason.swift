internal import Findings

/// Why a record was rejected, as a line of CSV for spreadsheets: texts that would be formulas there have an apostrophe before them.
enum RejectReason {
  /// The names of the columns, as a line.
  static let header = Array("record,line,column,rule,severity,field,value,message,suggestion\n".utf8)

  /// One reason, with its line break.
  ///
  /// - Complexity: O(*n*) in the finding's texts.
  static func line(_ finding: Finding) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(256)
    for number in [finding.record, finding.position?.line, finding.position?.column] {
      if let number { line.append(contentsOf: String(number).utf8) }
      line.append(UInt8(ascii: ","))
    }
    let cells = [
      finding.rule.rawValue, finding.severity.rawValue, finding.field, finding.value, finding.message,
      finding.suggestion,
    ]
    for (index, cell) in cells.enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      if let cell { append(SpreadsheetText.neutralised(cell), to: &line) }
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  private static func append(_ text: String, to line: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    guard text.utf8.contains(where: { $0 == quote || $0 == UInt8(ascii: ",") || $0 == 10 || $0 == 13 }) else {
      line.append(contentsOf: text.utf8)
      return
    }
    line.append(quote)
    for byte in text.utf8 {
      if byte == quote { line.append(quote) }
      line.append(byte)
    }
    line.append(quote)
  }
}

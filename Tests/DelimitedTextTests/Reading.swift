import DelimitedText
import Findings
import Testing
import TextInput

/// What a reader says about one field, for comparing.
struct ReadField: Equatable, CustomStringConvertible {
  var text: String
  var position: SourcePosition
  var description: String { "\(text)@\(position.line):\(position.column)" }
}

/// Everything a reader says about a text.
struct Reading: Equatable {
  var header: [String] = []
  var records: [[String]] = []
  var fields: [[ReadField]] = []
  var startLines: [Int] = []
  var rejected: [Int] = []
  var raw: [[UInt8]] = []
  var findings: [Finding] = []

  /// Each finding as `rule@line:column`.
  var places: [String] {
    findings.map { finding in
      "\(finding.rule)@\(finding.position.map { "\($0.line):\($0.column)" } ?? "-")"
    }
  }

  init(_ reader: DelimitedReader, places: Bool = true) throws {
    header = reader.header
    var record = DelimitedRecord()
    while try reader.next(&record) {
      records.append(record.strings)
      startLines.append(record.startLine)
      raw.append(record.rawBytes)
      if record.hasStructuralError { rejected.append(record.number) }
      if places {
        fields.append(
          (0..<record.count).map { ReadField(text: record.string($0), position: record.position(ofField: $0)) }
        )
        #expect(record.positions() == fields[fields.count - 1].map(\.position))
      }
    }
    findings = reader.takeFindings()
  }

  init(_ text: String, _ options: DelimitedOptions = DelimitedOptions(dialect: .rfc4180)) throws {
    try self.init(DelimitedReader(bytes: Array(text.utf8), options: options))
  }

  init(_ bytes: [UInt8], chunk: Int, _ options: DelimitedOptions = DelimitedOptions(dialect: .rfc4180)) throws {
    var options = options
    options.chunkSize = chunk
    try self.init(DelimitedReader(.bytes(bytes), options: options))
  }
}

extension DelimitedOptions {
  /// Commas and double quotes, every row a record.
  static var bare: DelimitedOptions { DelimitedOptions(dialect: DelimitedDialect(headerRows: 0), fileName: "t.csv") }
}

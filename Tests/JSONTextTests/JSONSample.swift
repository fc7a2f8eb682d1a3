import Findings
import JSONText
import TextInput

/// What a reader makes of a JSON text.
struct JSONSample {
  var records: [[String?]] = []
  var kept: [JSONRecord] = []
  var findings: [Finding] = []
  var isFaulty = false

  /// - Parameter chunk: How many bytes the reader gets at a time; all for `nil`.
  init(
    _ bytes: [UInt8],
    _ layout: JSONRecordOptions.Layout = .document,
    at path: String = "$[*]",
    fields: [String] = [],
    chunk: Int? = nil,
    change: (inout JSONRecordOptions) -> Void = { _ in }
  ) throws {
    var options = JSONRecordOptions(layout, records: try JSONRecordPath(path), fileName: "dogs.json")
    change(&options)
    let input: ByteInput = chunk.map { size in Self.pieces(of: bytes, size) } ?? .bytes(bytes)
    let reader = try JSONRecordReader(input, options: options, fields: fields.map { try JSONFieldPath($0) })
    var record = JSONRecord()
    while try reader.next(&record) {
      records.append((0..<record.fieldCount).map(record.value))
      kept.append(record)
      findings += reader.takeFindings()
    }
    findings += reader.takeFindings()
    isFaulty = reader.isFaulty
  }

  init(
    _ text: String,
    _ layout: JSONRecordOptions.Layout = .document,
    at path: String = "$[*]",
    fields: [String] = [],
    chunk: Int? = nil,
    change: (inout JSONRecordOptions) -> Void = { _ in }
  ) throws {
    try self.init(Array(text.utf8), layout, at: path, fields: fields, chunk: chunk, change: change)
  }

  /// The findings as `line:column rule #record`.
  var places: [String] {
    findings.map { finding in
      let place = finding.position.map { "\($0.line):\($0.column)" } ?? "-"
      return "\(place) \(finding.rule)" + (finding.record.map { " #\($0)" } ?? "")
    }
  }

  private static func pieces(of bytes: [UInt8], _ size: Int) -> ByteInput {
    nonisolated(unsafe) var offset = 0
    return .stream { buffer in
      let count = min(size, buffer.count, bytes.count - offset)
      buffer.copyBytes(from: bytes[offset..<offset + count])
      offset += count
      return count
    }
  }
}

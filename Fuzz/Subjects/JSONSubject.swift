import Findings
import JSONText
import TextInput

/// Reads bytes as JSON and as JSON Lines, whole and in chunks, which has to come to the same.
enum JSONSubject {
  private static let chunks = [1, 2, 3, 7, 64]
  private static let fieldSets = [[], ["a", "b.c", "t[*]", "json(n)", "~"], ["^^~", "^^.g", "@"], ["@[0]", "x.*"]]

  /// The first byte chooses the options, the second the size of chunks; then come a record path, a line feed and the text.
  static func read(_ bytes: [UInt8]) {
    guard bytes.count > 2 else { return }
    let (path, text) = split(Array(bytes[2...]))
    readShape(text)
    guard let records = try? JSONRecordPath(path) else { return }
    guard (try? JSONRecordPath(records.description)) == records else { disagree("the path \(path) – \(records)") }
    let options = options(bytes[0], records)
    let fields = fieldSets[Int(bytes[0] >> 5 & 3)].compactMap { try? JSONFieldPath($0) }
    let whole = account(.bytes(text), options, fields)
    let chunks = Chunks(text, size: chunks[Int(bytes[1]) % chunks.count])
    let other = account(.stream { chunks.read(into: $0) }, options, fields)
    if whole != other { disagree("chunks of \(bytes[1] % 5): \(whole) – \(other)") }
  }

  private static func split(_ bytes: [UInt8]) -> (path: String, text: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A) else { return ("$[*]", bytes) }
    return (String(decoding: bytes[..<end], as: UTF8.self), Array(bytes[(end + 1)...]))
  }

  private static func options(_ choice: UInt8, _ records: JSONRecordPath) -> JSONRecordOptions {
    var options = JSONRecordOptions(choice & 1 == 0 ? .document : .lines, records: records, fileName: "f")
    if choice & 2 != 0 { options.mode = .tolerant }
    if choice & 4 != 0 { options.deliversRecordsBeforeFault = false }
    if choice & 8 != 0 {
      options.limits.recordBytes = 64
      options.limits.stringBytes = 24
      options.limits.depth = 4
    }
    return options
  }

  private static func readShape(_ text: [UInt8]) {
    guard let records = try? JSONRecordPath("$") else { return }
    let shape = try? JSONShape(.bytes(text), options: JSONRecordOptions(.document, records: records))
    // Each place that is found is a path that can be read.
    for place in shape?.places ?? [] where (try? JSONRecordPath(place.path)) == nil {
      disagree("the shape's path \(place.path)")
    }
  }

  /// All that a reader says, in lines.
  private static func account(_ input: ByteInput, _ options: JSONRecordOptions, _ fields: [JSONFieldPath]) -> [String] {
    var lines: [String] = []
    do {
      let reader = try JSONRecordReader(input, options: options, fields: fields)
      var record = JSONRecord()
      while try reader.next(&record) {
        lines.append("\(record.position) \(record.rawBytes.count) \(record.byteRange ?? 0..<0) \(record.isBroken)")
        for field in record.fieldNames.indices {
          lines.append("\(record.fieldNames[field]) \(record.values(field)) \(record.position(ofField: field))")
        }
      }
      for finding in reader.takeFindings() {
        lines.append("\(finding.position?.description ?? "-") \(finding.message)")
      }
    } catch {
      lines.append("\(error)")
    }
    return lines
  }
}

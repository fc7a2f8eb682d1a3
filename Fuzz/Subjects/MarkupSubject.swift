import Findings
import MarkupText
import TextInput

/// Reads bytes as XML and HTML.
enum MarkupSubject {
  /// Reads an XML document whole and in chunks, which has to come to the same.
  static func readXML(_ bytes: [UInt8]) {
    guard bytes.count > 1 else { return }
    let document = Array(bytes[1...])
    let whole = account(.bytes(document))
    let size = [1, 2, 3, 7, 64][Int(bytes[0]) % 5]
    let source = Chunks(document, size: size)
    let other = account(.stream { source.read(into: $0) })
    if whole != other { disagree("chunks of \(size) bytes: \(whole) – \(other)") }
  }

  private static func account(_ input: ByteInput) -> [String] {
    var lines: [String] = []
    do {
      let options = XMLRecordOptions(recordPath: try RecordPath("//b"), fileName: "f")
      let reader = try XMLRecordReader(input, options: options)
      var record = MarkupRecord()
      while try reader.next(&record) {
        lines.append("\(record.position) \(record.rawText.count)")
        for field in record.fieldNames.indices {
          lines.append("\(record.values(field)) \(record.position(ofField: field))")
        }
      }
      for finding in reader.takeFindings() {
        // What libxml2 says of a fault depends on how much of the text it has seen; where it is does not.
        lines.append("\(finding.position?.description ?? "-") \(finding.rule)")
      }
    } catch {
      lines.append("\(error)")
    }
    return lines
  }

  /// Lists the tables of a page and reads the first.
  static func readHTML(_ bytes: [UInt8]) {
    _ = try? HTMLTableReader.tables(in: .bytes(bytes), options: HTMLTableOptions(choice: .automatic))
    guard let reader = try? HTMLTableReader(bytes: bytes, options: HTMLTableOptions(choice: .number(1))) else { return }
    var record = MarkupRecord()
    while (try? reader.next(&record)) == true {
      for field in record.fieldNames.indices { _ = (record.values(field), record.position(ofField: field)) }
    }
    _ = reader.takeFindings()
  }
}

internal import DelimitedText
internal import Foundation

/// Taking apart a file that was written like this source's.
extension DelimitedSource {
  /// The bytes of each record of another file in the same dialect and encoding and with the same header.
  func records(in file: Data) throws -> [Data] {
    let reader = try reader(of: file, headerRows: dialect.headerRows)
    var record = DelimitedRecord()
    var records: [Data] = []
    while try reader.next(&record) { records.append(file[record.rawByteRange]) }
    return records
  }

  /// Whether a text without header is one record, and whether that is whole: its quotes are closed.
  func oneRecord(_ text: Data) throws -> (isOne: Bool, isWhole: Bool) {
    let reader = try reader(of: text, headerRows: 0)
    var record = DelimitedRecord()
    guard try reader.next(&record) else { return (false, false) }
    let isWhole = !record.hasStructuralError
    return (try !reader.next(&record), isWhole)
  }

  private func reader(of text: Data, headerRows: Int) throws -> DelimitedReader {
    var dialect = dialect
    // A file of rejects begins with the header.
    dialect.preambleLines = 0
    dialect.headerRows = headerRows
    var options = DelimitedOptions(dialect: dialect, encoding: encoding, fileName: "rejects")
    options.header = headerRows == 0 ? DelimitedOptions.HeaderChoice.none : .rows(headerRows)
    return try DelimitedReader(bytes: Array(text), options: options)
  }

  /// The lines of a text with their line feeds; `nil` if it is not in whole characters.
  func lines(_ text: Data, endingWith lineFeed: [UInt8]) -> [Data]? {
    let width = lineFeed.count
    guard text.count.isMultiple(of: width) else { return nil }
    var lines: [Data] = []
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      let next = index + width
      if text[index..<next].elementsEqual(lineFeed) {
        lines.append(text[start..<next])
        start = next
      }
      index = next
    }
    if start < text.endIndex { lines.append(text[start...]) }
    return lines
  }
}

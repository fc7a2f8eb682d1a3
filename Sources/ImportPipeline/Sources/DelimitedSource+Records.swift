internal import DelimitedText
internal import Foundation

/// Taking apart a file that was written like this source's.
extension DelimitedSource {
  /// The bytes of each record of another file in the same dialect and encoding and with the same header.
  func records(in file: Data) throws -> [Data] {
    var dialect = dialect
    // A file of rejects begins with the header.
    dialect.preambleLines = 0
    var options = DelimitedOptions(dialect: dialect, encoding: encoding, fileName: "rejects")
    options.header = dialect.headerRows == 0 ? DelimitedOptions.HeaderChoice.none : .rows(dialect.headerRows)
    let reader = try DelimitedReader(bytes: Array(file), options: options)
    var record = DelimitedRecord()
    var records: [Data] = []
    while try reader.next(&record) { records.append(file[record.rawByteRange]) }
    return records
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

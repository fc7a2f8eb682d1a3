internal import SystemErrors

/// A file of rejected records that have been taken out of what they stood in: an element or an array of our own around them, one record
/// on each line.
final class WrappedRejects {
  private let file: FileWriter
  private let format: SourceFormat
  private var isEmpty = true

  init(_ file: FileWriter, _ format: SourceFormat) {
    self.file = file
    self.format = format
  }

  private var frame: (start: String, end: String) {
    switch format {
    case .html: ("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<table>\n", "</table>\n")
    case .xml: ("<rejects>\n", "</rejects>\n")
    case .json: ("[\n", "\n]\n")
    case .csv, .jsonlines, .xlsx: ("", "")
    }
  }

  /// Adds a record.
  func add(_ record: [UInt8]) throws {
    if isEmpty { try file.write(frame.start.utf8) } else if format == .json { try file.write(",\n".utf8) }
    isEmpty = false
    try file.write(record)
    if format != .json { try file.write([10]) }
  }

  func close() throws {
    if isEmpty { try file.write(frame.start.utf8) }
    try file.write(frame.end.utf8)
    try file.finish()
  }
}

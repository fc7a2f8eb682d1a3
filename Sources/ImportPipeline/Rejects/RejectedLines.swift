internal import SystemErrors

/// A file of rejected lines: the header of their source, and below it each line as it stood.
final class RejectedLines {
  private let file: FileWriter
  private let lineBreaks: [[UInt8]]

  /// - Parameter source: The source that the lines are from.
  init(_ path: String, _ source: any RecordSource) throws {
    file = try FileWriter(path: path)
    lineBreaks = source.lineBreaks.filter { !$0.isEmpty }
    try file.write(source.rejectPreamble)
  }

  /// Adds a record.
  func add(_ line: [UInt8]) throws {
    try file.write(line)
    // The last line of a source may have no line break.
    if !lineBreaks.contains(where: { line.suffix($0.count).elementsEqual($0) }) {
      try file.write(lineBreaks.first ?? [])
    }
  }

  func close() throws { try file.finish() }
}

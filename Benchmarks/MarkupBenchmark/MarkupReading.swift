import MarkupText

/// What is measured: every record of a document with every field and where it stands.
enum MarkupReading {
  /// Reads `//breed` with seven fields, each with its place at hand.
  static func xml(_ path: String) throws -> Int {
    let fields = ["@number", "@status", "name", "country", "height", "page/@href", "text"]
    let reader = try XMLRecordReader(
      path: path,
      options: XMLRecordOptions(recordPath: RecordPath("//breed")),
      fields: fields.map { try FieldPath($0) }
    )
    var record = MarkupRecord()
    var count = 0
    while try reader.next(&record) { count += bytes(record) }
    return count
  }

  /// Reads the only table of a page.
  static func html(_ path: String) throws -> Int {
    let reader = try HTMLTableReader(path: path)
    var record = MarkupRecord()
    var count = 0
    while try reader.next(&record) { count += bytes(record) }
    return count
  }

  private static func bytes(_ record: MarkupRecord) -> Int {
    var count = 0
    for field in 0..<record.fieldCount { record.withFieldBytes(field) { count += $0?.count ?? 0 } }
    return count
  }
}

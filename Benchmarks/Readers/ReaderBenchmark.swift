import DelimitedText

/// Reads a delimited file and counts its records, its fields and their bytes. Each record knows its line and its place in the file.
@main
struct ReaderBenchmark {
  static func main() throws {
    guard CommandLine.arguments.count > 1 else { return print("usage: reader-benchmark FILE") }
    let reader = try DelimitedReader(
      path: CommandLine.arguments[1],
      options: DelimitedOptions(dialect: .rfc4180, encoding: .utf8)
    )
    var record = DelimitedRecord()
    var (records, fields, bytes) = (1, reader.header.count, reader.header.reduce(0) { $0 + $1.utf8.count })
    while try reader.next(&record) {
      records += 1
      fields += record.count
      for field in 0..<record.count { bytes += record.withFieldBytes(field) { $0.count } }
      precondition(!record.rawByteRange.isEmpty && record.startLine > 1)
    }
    print(records, fields, bytes)
  }
}

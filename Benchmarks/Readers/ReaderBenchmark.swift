import DelimitedText
import TextInput

/// Reads a delimited file and counts its records, its fields and their bytes, and adds up where each field stands in the file.
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
    var places = 0
    while try reader.next(&record) {
      records += 1
      record.forEachField { _, contents, range in
        fields += 1
        bytes += contents.count
        places &+= range.lowerBound
      }
      places &+= record.startLine
    }
    print(records, fields, bytes)
    precondition(places != 0)
  }
}

import ArgumentParser
import Findings

/// Prints the records of a source.
///
/// When each record has fields of its own, tables and CSV need all names before the first row; the records are then kept until the end.
struct RecordListing {
  private let output: CommandOutput
  private let format: ResultFormat
  private let showsPlaces: Bool
  private var printer: ResultPrinter?
  private var names: [String]
  private var slots: [String: Int] = [:]
  private var waiting: [ReadRecord] = []
  /// About how many bytes the records take that are kept.
  private var waitingBytes = 0
  private var count = 0

  /// A table has no more columns: each of its rows has all of them.
  private static let mostNames = 10_000
  /// How many bytes of records are kept at the most.
  private static let mostWaitingBytes = 512 << 20

  init(_ output: CommandOutput, format: ResultFormat, fieldNames: [String]?, showsPlaces: Bool) {
    self.output = output
    self.format = format
    self.showsPlaces = showsPlaces
    names = fieldNames ?? []
    for (slot, name) in names.enumerated() where slots[name] == nil { slots[name] = slot }
    if fieldNames != nil { printer = makePrinter() }
  }

  /// Says which names every record has, before the first one.
  mutating func knows(_ fieldNames: [String]?) {
    guard let fieldNames else { return }
    self = RecordListing(output, format: format, fieldNames: fieldNames, showsPlaces: showsPlaces)
  }

  /// Prints or keeps a record.
  mutating func add(_ record: ReadRecord) throws {
    count += 1
    if format == .json {
      try output.write((count == 1 ? "[\n  " : ",\n  ") + json(of: record))
    } else if printer != nil {
      try write(record)
    } else {
      for field in record.fields where slots[field.name] == nil {
        slots[field.name] = names.count
        names.append(field.name)
      }
      guard names.count <= Self.mostNames else {
        throw ValidationError(
          "The records have more than \(Self.mostNames) different fields, too many columns; --format json prints each record with its own, --fields chooses."
        )
      }
      waitingBytes += record.fields.reduce(MemoryLayout<ReadRecord>.stride) {
        $0 + MemoryLayout<ReadRecord.Field>.stride + $1.value.plainText.utf8.count
      }
      guard waitingBytes <= Self.mostWaitingBytes else {
        throw ValidationError(
          "The records are too many to be kept until the names of all their fields are known; --fields names them, --limit asks for the first ones, --format json prints each record with its own."
        )
      }
      waiting.append(record)
    }
  }

  /// Prints what is left.
  mutating func finish() throws {
    if format == .json { return try output.writeLine(count == 0 ? "[]" : "\n]") }
    if printer == nil { printer = makePrinter() }
    for record in waiting { try write(record) }
    waiting = []
    try printer?.finish()
  }

  private func makePrinter() -> ResultPrinter {
    let places: [ResultPrinter.Column] =
      format == .table
      ? [ResultPrinter.Column(name: "place")]
      : ["file", "line", "column"].map { ResultPrinter.Column(name: $0, isNumeric: $0 != "file") }
    return ResultPrinter(output, format: format, columns: places + names.map { ResultPrinter.Column(name: $0) })
  }

  private mutating func write(_ record: ReadRecord) throws {
    let position = record.position
    var row: [ResultValue] =
      format == .table
      ? [.text(position.description)]
      : [.text(position.file), .integer(Int64(position.line)), .integer(Int64(position.column))]
    let first = row.count
    row += names.map { _ in .null }
    for (index, field) in record.fields.enumerated() {
      // Columns of the same name keep their places; a surplus field has none.
      if index < names.count, names[index] == field.name {
        row[first + index] = field.value
      } else if let slot = slots[field.name] {
        row[first + slot] = field.value
      }
    }
    try printer?.add(row)
  }

  private func json(of record: ReadRecord) -> String {
    let fields = record.fields.map { field -> (name: String, value: ResultValue) in
      guard showsPlaces else { return (field.name, field.value) }
      var place: [(name: String, value: ResultValue)] = [
        ("value", field.value), ("line", .integer(Int64(field.line))), ("column", .integer(Int64(field.column))),
      ]
      if let column = field.byteColumn { place.append(("byteColumn", .integer(Int64(column)))) }
      if let range = field.byteRange {
        place.append(("bytes", .list([.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))])))
      }
      return (field.name, .object(place))
    }
    return ResultValue.object([
      ("record", .integer(Int64(record.number))),
      ("file", .text(record.position.file)),
      ("line", .integer(Int64(record.position.line))),
      ("column", .integer(Int64(record.position.column))),
      ("fields", .object(fields)),
    ]).json
  }
}

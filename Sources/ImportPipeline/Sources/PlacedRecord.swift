internal import DelimitedText
internal import Findings

/// A place in a source, and the text around it where the reader has it.
typealias SourcePlace = (position: SourcePosition, excerpt: SourceExcerpt?)

/// A record that is kept, and knows its places: looking for one costs only those who ask.
protocol PlacedRecord: Sendable {
  /// Where a field stands, or the record for `nil`; the place of the record when it does not have the field.
  func located(_ field: Int?) -> SourcePlace

  /// The record as it is written to a file of rejects by itself.
  var rejectBytes: [UInt8] { get }
}

/// A delimited record as it stands in its file; its fields are found again when somebody asks.
struct DelimitedPlace: PlacedRecord {
  let locator: RecordLocator
  let rejectBytes: [UInt8]
  let line: Int
  let fileOffset: Int

  func located(_ field: Int?) -> SourcePlace {
    let place = locator.place(ofField: field ?? 0, in: rejectBytes, startLine: line, startByte: fileOffset)
    return (place.position, place.excerpt)
  }
}

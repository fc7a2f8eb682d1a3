internal import DelimitedText

/// Copies of some hundred records of a delimited file, for a look at them while the reader goes on. Their memory is used again for the next ones.
struct KeptRecords {
  /// What is kept of a record besides its bytes.
  struct Entry {
    let number: Int
    let line: Int
    let byteRange: Range<Int>
    let isBroken: Bool
    /// The record as it stands in the file.
    let rawBytes: Range<Int>
    /// Which fields are its own.
    let fields: Range<Int>
  }

  private(set) var entries: [Entry] = []
  /// The records one after the other, each followed by the contents of those fields that do not stand in it as they are.
  private var bytes: [UInt8] = []
  /// The contents of the fields of all records, as parts of `bytes`.
  private var fields: [Range<Int>] = []

  /// How many bytes are kept.
  var byteCount: Int { bytes.count }

  /// Forgets all records.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
  }

  /// Keeps a copy of a record.
  ///
  /// - Parameter part: What stands in the file before what the record's reader reads.
  /// - Complexity: O(*n*) in its bytes.
  mutating func append(_ record: borrowing DelimitedRecord, after part: PartStart) {
    let start = bytes.count
    let firstField = fields.count
    record.withRawBytes { raw in
      bytes.append(contentsOf: raw)
      record.forEachField { _, contents, _ in
        fields.append(
          raw.offsets(of: contents).map { start + $0.lowerBound..<start + $0.upperBound } ?? append(contents)
        )
      }
      entries.append(
        Entry(
          number: record.number + part.records,
          line: record.startLine + part.lines,
          byteRange: record.rawByteRange.moved(by: part.bytes),
          isBroken: record.hasStructuralError,
          rawBytes: start..<start + raw.count,
          fields: firstField..<fields.count
        )
      )
    }
  }

  private mutating func append(_ contents: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: contents)
    return start..<bytes.count
  }

  /// Calls `body` with each record in turn: its place among these, and its fields.
  func forEachRecord(_ body: (_ index: Int, _ fields: Fields) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      fields.withUnsafeBufferPointer { fields in
        for index in entries.indices {
          body(index, Fields(bytes: bytes, fields: UnsafeBufferPointer(rebasing: fields[entries[index].fields])))
        }
      }
    }
  }

  /// Calls `body` with the fields of a record.
  func withFields<Result>(of index: Int, _ body: (Fields) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      fields.withUnsafeBufferPointer { fields in
        body(Fields(bytes: bytes, fields: UnsafeBufferPointer(rebasing: fields[entries[index].fields])))
      }
    }
  }

  /// A record as it stands in the file.
  func rawBytes(of index: Int) -> [UInt8] { Array(bytes[entries[index].rawBytes]) }

  /// The fields of one record; valid only while the function runs that they are handed to.
  struct Fields: RecordFields {
    /// They stay where they are while `forEachRecord` or `withFields` goes on.
    static var haveLastingBytes: Bool { true }
    fileprivate let bytes: UnsafeBufferPointer<UInt8>
    fileprivate let fields: UnsafeBufferPointer<Range<Int>>

    func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
      guard field < fields.count else { return body(nil) }
      return body(UnsafeBufferPointer(rebasing: bytes[fields[field]]))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where `part` stands in these bytes; `nil` if it stands somewhere else.
  fileprivate func offsets(of part: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    guard let base = baseAddress, let start = part.baseAddress, start >= base, start + part.count <= base + count else {
      return nil
    }
    let offset = start - base
    return offset..<offset + part.count
  }
}

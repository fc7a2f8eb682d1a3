/// Where the values of a record stand; the memory is used for one record after another.
final class RecordLayout {
  private let types: UnsafeMutablePointer<UInt64>
  private let offsets: UnsafeMutablePointer<Int>
  private let capacity: Int
  /// How many values the record has.
  private(set) var count = 0

  /// - Parameter columns: The most values that a record may have.
  init(columns: Int) {
    capacity = columns
    types = .allocate(capacity: columns + 1)
    offsets = .allocate(capacity: columns + 1)
  }

  deinit {
    types.deallocate()
    offsets.deallocate()
  }

  func type(_ column: Int) -> UInt64 { types[column] }
  func offset(_ column: Int) -> Int { offsets[column] }
  /// How many bytes a value takes.
  func size(_ column: Int) -> Int { offsets[column + 1] - offsets[column] }

  /// Finds the values of a record.
  ///
  /// - Returns: Whether it is one: header and values fill the bytes exactly, no type is reserved, there are not too many values.
  /// - Complexity: O(*n*) in values; no allocation.
  func read(_ record: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    guard let headerSize = Varint.read(record, at: &position), headerSize <= UInt64(record.count) else {
      count = 0
      return false
    }
    var offset = Int(headerSize)
    let header = UnsafeRawBufferPointer(rebasing: record[..<offset])
    var found = 0
    defer { count = found }
    while position < header.count {
      guard found < capacity, let type = Varint.read(header, at: &position), let size = SerialType.size(type) else {
        return false
      }
      guard size <= record.count - offset else { return false }
      types[found] = type
      offsets[found] = offset
      found += 1
      offset += size
    }
    offsets[found] = offset
    return offset == record.count && position == header.count
  }
}

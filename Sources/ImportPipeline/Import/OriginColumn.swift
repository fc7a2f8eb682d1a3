/// Records by the numbers of objects: six bytes for each.
struct OriginColumn {
  private var sources: [UInt16] = []
  private var records: [UInt32] = []

  mutating func set(_ origin: RecordOrigin, at index: Int) {
    if index >= records.count {
      let missing = index + 1 - records.count
      sources.append(contentsOf: repeatElement(0, count: missing))
      records.append(contentsOf: repeatElement(0, count: missing))
    }
    sources[index] = UInt16(clamping: origin.source)
    records[index] = UInt32(clamping: origin.record)
  }

  subscript(index: Int) -> RecordOrigin? {
    guard index < records.count, records[index] > 0 else { return nil }
    return RecordOrigin(source: Int(sources[index]), record: Int(records[index]))
  }

  /// The objects that have a record.
  ///
  /// - Complexity: O(objects).
  func indices(of origin: RecordOrigin) -> [Int] {
    let (source, record) = (UInt16(clamping: origin.source), UInt32(clamping: origin.record))
    guard record > 0 else { return [] }
    return records.indices.filter { records[$0] == record && sources[$0] == source }
  }
}

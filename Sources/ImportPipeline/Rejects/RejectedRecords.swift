/// Where the rejected records of one file stand, found by reading its sources again.
struct RejectedRecords {
  /// The byte ranges of the rejected records in ascending order; a record within a record goes with the outer one.
  var rejected: [Range<Int>]
  /// Those of all records, for files of markup.
  var all: [Range<Int>] = []

  /// - Parameters:
  ///   - sources: The sources that read the file, each with the numbers of its rejected records in ascending order.
  ///   - path: The file to read.
  /// - Returns: `nil` if the places of the records in bytes are not known.
  /// - Throws: The reader's error when the file cannot be read.
  init?(_ sources: [(plan: SourcePlan, numbers: [UInt32])], in path: String) throws {
    var found: Set<Range<Int>> = []
    for source in sources {
      let opened = try source.plan.open(path)
      guard try Self.read(opened, source.numbers, &found, &all) else { return nil }
    }
    rejected = Self.outermost(found)
  }

  /// Reads one source as far as needed; `false` if the places of its records in bytes are not known.
  private static func read(
    _ source: some RecordSource,
    _ numbers: [UInt32],
    _ found: inout Set<Range<Int>>,
    _ all: inout [Range<Int>]
  ) throws -> Bool {
    var next = 0
    while next < numbers.count || source.isTree, try source.next() {
      guard let range = source.byteRange else { return false }
      if source.isTree { all.append(range) }
      if next < numbers.count, source.recordNumber == Int(numbers[next]) {
        found.insert(range)
        next += 1
      }
      _ = source.takeFindings()
    }
    return true
  }

  /// The records in ascending order that are not rejected and have no rejected one in them or around them.
  ///
  /// - Complexity: O(*n* log *n*) in the records.
  var others: [Range<Int>] {
    Self.outermost(Set(all.filter { !isRejected($0) }))
  }

  /// Whether a rejected record stands in `range`, or `range` in a rejected record.
  private func isRejected(_ range: Range<Int>) -> Bool {
    var low = 0
    var high = rejected.count
    while low < high {
      let middle = (low + high) / 2
      if rejected[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < rejected.count && rejected[low].lowerBound < range.upperBound
  }

  /// The ranges in ascending order, without those that stand in others.
  static func outermost(_ ranges: Set<Range<Int>>) -> [Range<Int>] {
    var outer: [Range<Int>] = []
    for range in ranges.sorted(by: { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) })
    where outer.last.map({ range.lowerBound >= $0.upperBound }) ?? true { outer.append(range) }
    return outer
  }
}

/// Which of the records that sources find in a file of rejects of markup are the rejected ones: those that stand in no other, or, where such a record
/// was not rejected itself, some of those in it.
struct RejectChoice {
  /// The numbers of the rejected ones among all, from 0; `nil` if they are those that stand in no other.
  private let numbers: [Int]?
  /// How many there are in all.
  private let count: Int

  /// - Parameters:
  ///   - rejected: The places of the rejected records in ascending order.
  ///   - found: Those of all that are found, in their order.
  /// - Returns: `nil` if other records are found, or not all of these.
  /// - Complexity: O(*n*) in `found`.
  init?(_ rejected: [Range<Int>], among found: [Range<Int>]) {
    let outer = RejectedRecords.outermost(found)
    count = found.count
    guard outer != rejected else {
      numbers = nil
      return
    }
    var next = 0
    for record in outer {
      guard next < rejected.count, record.contains(rejected[next].lowerBound) else { return nil }
      while next < rejected.count, rejected[next].lowerBound < record.upperBound { next += 1 }
    }
    let all = Dictionary(uniqueKeysWithValues: zip(found, found.indices))
    let numbers = rejected.compactMap { all[$0] }
    guard numbers.count == rejected.count else { return nil }
    self.numbers = numbers
  }

  /// The places of the rejected records in the file after it was mended, in ascending order; `nil` if it has other records than before.
  func places(among found: [Range<Int>]) -> [Range<Int>]? {
    guard let numbers else { return RejectedRecords.outermost(found) }
    guard found.count == count else { return nil }
    let places = numbers.map { found[$0] }
    return RejectedRecords.outermost(places) == places ? places : nil
  }
}

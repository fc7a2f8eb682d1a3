internal import Synchronization

/// Hands out the numbers of temporary IDs, each once in this process.
struct TemporaryReferences {
  private static let firstFree = Atomic<Int64>(1)

  private var upcoming: Int64 = 0
  private var last: Int64 = -1

  /// A number that no other temporary ID in this process has.
  ///
  /// - Complexity: O(1); numbers are taken from the others in blocks.
  mutating func next() -> Int64 {
    if upcoming > last {
      let block: Int64 = 4096
      upcoming = TemporaryReferences.firstFree.wrappingAdd(block, ordering: .relaxed).oldValue
      last = upcoming + block - 1
    }
    defer { upcoming += 1 }
    return upcoming
  }
}

/// The numbers by which Core Data keeps the order of a to-many relationship (`Z_FOK_…`): 2048 apart when appended, midpoints when inserted.
enum OrderNumbers {
  static let distance: Int64 = 2048

  /// New numbers for members in order.
  ///
  /// - Parameter current: The numbers that the members have now, in their new order; `nil` for members without one.
  /// - Returns: Numbers that ascend. As many of the current ones as ascend already stay; when there is no room between two of them, all
  ///   members are numbered anew.
  /// - Complexity: O(*n* log *n*).
  static func numbers(keeping current: [Int64?]) -> [Int64] {
    let kept = longestAscendingPositions(current)
    var numbers = [Int64](repeating: 0, count: current.count)
    var position = 0
    var last: Int64 = 0
    for place in kept + [current.count] {
      let gap = Int64(place - position)
      if place < current.count, let next = current[place] {
        if gap > 0 {
          // The members between two kept ones share the room between them evenly.
          let step = (next - last) / (gap + 1)
          guard step > 0 else { return renumbered(current.count) }
          for offset in 0..<gap { numbers[position + Int(offset)] = last + step * (offset + 1) }
        }
        numbers[place] = next
        last = next
        position = place + 1
      } else {
        guard last <= Int64.max - distance * (gap + 1) else { return renumbered(current.count) }
        for offset in 0..<gap { numbers[position + Int(offset)] = last + distance * (offset + 1) }
      }
    }
    return numbers
  }

  private static func renumbered(_ count: Int) -> [Int64] { (0..<count).map { Int64($0 + 1) * distance } }

  /// The positions of a longest strictly ascending run of positive numbers, gaps allowed.
  private static func longestAscendingPositions(_ numbers: [Int64?]) -> [Int] {
    var tails: [Int] = []
    var predecessors = [Int](repeating: -1, count: numbers.count)
    for (position, number) in numbers.enumerated() {
      guard let number, number > 0 else { continue }
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[tails[middle]] ?? 0 < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { predecessors[position] = tails[low - 1] }
      if low == tails.count { tails.append(position) } else { tails[low] = position }
    }
    var positions: [Int] = []
    var next = tails.last ?? -1
    while next >= 0 {
      positions.append(next)
      next = predecessors[next]
    }
    return positions.reversed()
  }
}

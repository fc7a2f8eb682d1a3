/// An increasing subsequence with the greatest weight, which tells what stayed in place when a list was rearranged.
enum HeaviestIncreasingRun {
  /// The indices of an increasing subsequence of `places`, whose weights sum up to the most; ascending.
  ///
  /// - Parameter places: Numbers from 0, none twice.
  /// - Complexity: O(*n* log *m*) for places up to *m*.
  static func indices(in places: [Int], weights: [Int]) -> [Int] {
    // A binary indexed tree: the entry of a place is the heaviest run that ends at it or at one of those before it for which it stands.
    var heaviest = [(weight: Int, last: Int)](repeating: (0, -1), count: (places.max() ?? 0) + 2)
    var previous = [Int](repeating: -1, count: places.count)
    var best = (weight: 0, last: -1)
    for index in places.indices {
      var before = (weight: 0, last: -1)
      var entry = places[index]
      while entry > 0 {
        if heaviest[entry].weight > before.weight { before = heaviest[entry] }
        entry &= entry - 1
      }
      previous[index] = before.last
      let run = (weight: before.weight + weights[index], last: index)
      entry = places[index] + 1
      while entry < heaviest.count {
        if heaviest[entry].weight < run.weight { heaviest[entry] = run }
        entry += entry & -entry
      }
      if run.weight > best.weight { best = run }
    }
    var run: [Int] = []
    var index = best.last
    while index >= 0 {
      run.append(index)
      index = previous[index]
    }
    return run.reversed()
  }
}

/// Did-you-mean: which known name someone probably meant.
package enum EditDistance {
  /// The candidate nearest to `name`, if one is near enough; of equally near ones the first.
  ///
  /// Distances count insertions, deletions, replacements and exchanges of neighbours. Names that differ only in case, spaces, hyphens
  /// and underscores are as good as equal. Up to a third of the name's letters may differ, at most four.
  ///
  /// - Complexity: O(*n* · *m*) per candidate in the lengths of both names.
  package static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Letters(name)
    let limit = min(max((wanted.plain.count + 1) / 3, 1), 4)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where candidate != name {
      let letters = Letters(candidate)
      // In quarters: a difference in case or separators counts one quarter, so that it only decides between equals.
      var distance: Int
      if letters.plain == wanted.plain {
        distance = 1
      } else {
        // A short name must not turn into a wholly different one.
        let most = min(limit, max(wanted.plain.count, letters.plain.count) - 1)
        // An edit takes one letter away at most, and brings one.
        guard (letters.set ^ wanted.set).nonzeroBitCount <= 2 * most else { continue }
        guard let edits = self.distance(wanted.plain, letters.plain, atMost: most) else { continue }
        distance = edits * 4
        if letters.first != wanted.first { distance += 1 }
      }
      if letters.count != wanted.count { distance += 1 }
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// The Damerau-Levenshtein distance (optimal string alignment) of two strings, in Unicode scalars; `nil` if it is greater than `limit`.
  ///
  /// - Complexity: O(*n* · `limit`) in the length of the longer string; less where the strings have little in common.
  package static func distance(from left: String, to right: String, atMost limit: Int = .max) -> Int? {
    distance(Array(left.unicodeScalars), Array(right.unicodeScalars), atMost: limit)
  }

  private struct Letters {
    let first: UnicodeScalar?
    let count: Int
    /// Lower case, without separators.
    let plain: [UnicodeScalar]
    /// A bit for each letter in `plain`, some of which share one.
    let set: UInt64

    init(_ name: String) {
      first = name.unicodeScalars.first
      count = name.unicodeScalars.count
      plain = name.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" && $0 != " " }
      set = plain.reduce(0) { $0 | 1 << UInt64($1.value % 64) }
    }
  }

  /// Only cells near the diagonal are looked at: those further away than `limit` cost more than that.
  private static func distance(_ left: [UnicodeScalar], _ right: [UnicodeScalar], atMost limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    let limit = min(limit, max(left.count, right.count))
    let beyond = limit + 1
    var beforeLast = [Int](repeating: beyond, count: right.count + 1)
    var row = beforeLast
    var last = Array(0...right.count)
    var leastOfLast = 0
    for i in 1...left.count {
      let columns = max(1, i - limit)...min(right.count, i + limit)
      row[columns.lowerBound - 1] = columns.lowerBound == 1 ? i : beyond
      var least = row[columns.lowerBound - 1]
      for j in columns {
        let replacement = left[i - 1] == right[j - 1] ? 0 : 1
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + replacement)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        row[j] = cost
        least = min(least, cost)
      }
      if columns.upperBound < right.count { row[columns.upperBound + 1] = beyond }
      // What follows builds on these two rows.
      if least > limit, leastOfLast > limit { return nil }
      leastOfLast = least
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}

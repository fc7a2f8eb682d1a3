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
        guard abs(letters.plain.count - wanted.plain.count) <= limit else { continue }
        let edits = self.distance(wanted.plain, letters.plain)
        // A short name must not turn into a wholly different one.
        guard edits <= limit, edits < max(wanted.plain.count, letters.plain.count) else { continue }
        distance = edits * 4
        if letters.exact.first != wanted.exact.first { distance += 1 }
      }
      if letters.exact.count != wanted.exact.count { distance += 1 }
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// The Damerau-Levenshtein distance (optimal string alignment) of two strings, in Unicode scalars.
  package static func distance(from left: String, to right: String) -> Int {
    distance(Array(left.unicodeScalars), Array(right.unicodeScalars))
  }

  private struct Letters {
    let exact: [UnicodeScalar]
    /// Lower case, without separators.
    let plain: [UnicodeScalar]

    init(_ name: String) {
      exact = Array(name.unicodeScalars)
      plain = name.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" && $0 != " " }
    }
  }

  private static func distance(_ left: [UnicodeScalar], _ right: [UnicodeScalar]) -> Int {
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    var row = last
    for i in 1...left.count {
      row[0] = i
      for j in 1...right.count {
        let replacement = left[i - 1] == right[j - 1] ? 0 : 1
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + replacement)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        row[j] = cost
      }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[right.count]
  }
}

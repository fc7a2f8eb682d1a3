/// Collects numbers into a histogram in one pass, without keeping them.
///
/// Every range is a power of two wide and begins at a multiple of its width. When a number falls outside, neighbouring ranges are merged
/// until it fits, so the result depends on the numbers only, not on their order.
package struct HistogramBuilder: Sendable {
  private var counts: [Int: Int] = [:]
  private var exponent = HistogramBuilder.finestExponent
  private var minimum = Double.infinity
  private var maximum = -Double.infinity
  private let greatestRangeCount: Int

  /// Ranges start 2⁻²⁰ (about a millionth) wide; finer differences fall into one range.
  private static let finestExponent = -20

  /// Makes a builder whose histogram has at most `ranges` ranges, and more than a quarter of that when the values differ enough.
  package init(ranges: Int = 24) {
    precondition(ranges >= 2, "A histogram needs at least two ranges")
    greatestRangeCount = ranges
  }

  /// Counts `value`; values that are not finite are left out.
  ///
  /// - Returns: Whether the value was counted.
  /// - Complexity: O(1) for most values; O(ranges) when ranges have to be merged.
  @discardableResult
  package mutating func add(_ value: Double) -> Bool {
    guard value.isFinite else { return false }
    minimum = min(minimum, value)
    maximum = max(maximum, value)
    var wanted = exponent
    // Indices are kept within the integers that a double holds exactly.
    while !fits(wanted) { wanted += 1 }
    if wanted > exponent { merge(to: wanted) }
    counts[index(of: value, exponent), default: 0] += 1
    return true
  }

  /// The histogram; `nil` when nothing was counted.
  package func finished() -> Histogram? {
    guard !counts.isEmpty else { return nil }
    guard minimum < maximum else {
      return Histogram(
        start: minimum,
        width: 0,
        counts: [counts.values.reduce(0, +)],
        minimum: minimum,
        maximum: maximum
      )
    }
    let first = index(of: minimum, exponent)
    let last = index(of: maximum, exponent)
    let width = Double(sign: .plus, exponent: exponent, significand: 1)
    return Histogram(
      start: Double(first) * width,
      width: width,
      counts: (first...last).map { counts[$0] ?? 0 },
      minimum: minimum,
      maximum: maximum
    )
  }

  private func fits(_ exponent: Int) -> Bool {
    let width = Double(sign: .plus, exponent: exponent, significand: 1)
    let first = (minimum / width).rounded(.down)
    let last = (maximum / width).rounded(.down)
    return abs(first) < 1e15 && abs(last) < 1e15 && last - first < Double(greatestRangeCount)
  }

  private func index(of value: Double, _ exponent: Int) -> Int {
    Int((value / Double(sign: .plus, exponent: exponent, significand: 1)).rounded(.down))
  }

  private mutating func merge(to wanted: Int) {
    var merged: [Int: Int] = [:]
    // An arithmetic shift rounds down, as `index(of:_:)` does; past 63 steps every index is 0 or −1.
    let steps = min(wanted - exponent, 63)
    for (index, count) in counts { merged[index >> steps, default: 0] += count }
    counts = merged
    exponent = wanted
  }
}

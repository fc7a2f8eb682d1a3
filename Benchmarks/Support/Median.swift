extension Array where Element == Double {
  /// The middle value.
  package var median: Double {
    let sorted = sorted()
    return sorted.isEmpty ? 0 : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}

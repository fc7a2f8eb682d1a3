internal import Findings

extension [Finding] {
  /// Takes the findings out, in the order of their places.
  mutating func takeInOrder() -> [Finding] {
    defer { removeAll() }
    guard count > 1 else { return self }
    return sorted { left, right in
      guard let first = left.position, let second = right.position else { return false }
      return first < second
    }
  }
}

extension RandomAccessCollection {
  /// Calls `body` with each run of elements that are alike.
  ///
  /// - Complexity: O(*n*), without copies.
  func forEachRun(where areAlike: (Element, Element) -> Bool, _ body: (SubSequence) throws -> Void) rethrows {
    var start = startIndex
    while start < endIndex {
      var end = index(after: start)
      while end < endIndex, areAlike(self[start], self[end]) { formIndex(after: &end) }
      try body(self[start..<end])
      start = end
    }
  }
}

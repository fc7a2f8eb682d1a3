/// Lines of records by the keys of objects: four bytes for each key up to the greatest.
struct LinesByReference {
  private var lines: [UInt32] = []

  /// The line that was noted last for an object; `nil` if none was.
  func line(of reference: Int64) -> Int? {
    guard reference < lines.count, lines[Int(reference)] > 0 else { return nil }
    return Int(lines[Int(reference)])
  }

  /// Notes a line, from 1 on.
  ///
  /// - Complexity: O(1) on average, for keys without large gaps.
  mutating func set(_ line: Int, of reference: Int64) {
    let missing = Int(reference) + 1 - lines.count
    if missing > 0 { lines.append(contentsOf: repeatElement(0, count: missing)) }
    lines[Int(reference)] = UInt32(clamping: line)
  }
}

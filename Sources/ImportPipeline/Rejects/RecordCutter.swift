internal import Foundation

/// Cuts records out of a file, in its order, with the white space before them and, in JSON, with the comma that belongs to them.
struct RecordCutter {
  private let bytes: Data
  private let hasCommas: Bool
  /// Where the last record that was cut ends.
  private(set) var position: Int

  init(_ bytes: Data, hasCommas: Bool) {
    self.bytes = bytes
    self.hasCommas = hasCommas
    position = bytes.startIndex
  }

  /// What stands between the last record that was cut and this one.
  mutating func textBefore(cutting range: Range<Int>) -> Data {
    var start = space(before: range.lowerBound)
    var end = range.upperBound
    if hasCommas {
      let next = space(after: end)
      if start > position, bytes[start - 1] == UInt8(ascii: ",") {
        // It separates the record from one that stays.
        start -= 1
      } else if next < bytes.endIndex, bytes[next] == UInt8(ascii: ",") {
        end = next + 1
      }
    }
    defer { position = end }
    return bytes[position..<max(position, start)]
  }

  /// What stands after the last record that was cut.
  var rest: Data { bytes[position...] }

  private func isSpace(_ index: Int) -> Bool { [9, 10, 13, 32].contains(bytes[index]) }

  private func space(before index: Int) -> Int {
    var start = index
    while start > position, isSpace(start - 1) { start -= 1 }
    return start
  }

  private func space(after index: Int) -> Int {
    var end = index
    while end < bytes.endIndex, isSpace(end) { end += 1 }
    return end
  }
}

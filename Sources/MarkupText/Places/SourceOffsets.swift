internal import TextInput

/// Where the text of a document stands in its file.
final class SourceOffsets: Sendable {
  /// A place that is known in both.
  struct Mark: Sendable, Hashable {
    var text: Int
    var file: Int
  }

  let measure: ByteMeasure
  /// In ascending order; the first is the beginning of the text. There are more where the text does not have what the file has.
  private let marks: [Mark]

  init(measure: ByteMeasure, marks: [Mark] = [Mark(text: 0, file: 0)]) {
    self.measure = measure
    self.marks = marks
  }

  /// The offset in the file of the text's `offset`.
  ///
  /// - Parameters:
  ///   - known: A place before it that is known in both; 0 bytes into the text unless given.
  ///   - text: The text from `known` to `offset`.
  /// - Complexity: O(log *n*) in marks, and O(*n*) in the bytes of the text that are not in UTF-8.
  func fileOffset(of offset: Int, after known: Mark?, text: (Range<Int>) -> UnsafeBufferPointer<UInt8>) -> Int? {
    var (low, high) = (0, marks.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if marks[middle].text <= offset { low = middle } else { high = middle }
    }
    var start = marks[low]
    if let known, known.text > start.text { start = known }
    guard offset >= start.text else { return nil }
    if measure == .utf8 { return start.file + offset - start.text }
    return measure.count(text(start.text..<offset)).map { start.file + $0 }
  }
}

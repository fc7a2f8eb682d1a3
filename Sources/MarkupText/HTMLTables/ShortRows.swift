internal import Findings

/// Rows of a table that have fewer cells than it has columns: where the cells that are there do not look like those of their columns, one in the
/// middle is missing, and the others stand in the wrong columns.
struct ShortRows {
  /// For each column, whether the cells of whole rows are numbers: `nil` where some are and others not, or where there are none.
  private let isNumeric: [Bool?]

  /// - Parameter rows: The texts of some whole rows.
  init(_ rows: [[String]], width: Int) {
    isNumeric = (0..<width).map { column in
      let filled = rows.map { $0[column] }.filter { !$0.isEmpty }
      let numbers = filled.count(where: Self.isNumber)
      guard filled.count > 1, numbers == 0 || numbers == filled.count else { return nil }
      return numbers > 0
    }
  }

  /// Whether a cell stands in a column whose cells all look different.
  func isMisplaced(_ texts: [String?]) -> Bool {
    zip(texts, isNumeric).contains { text, isNumeric in
      guard let text, !text.isEmpty, let isNumeric else { return false }
      return Self.isNumber(text) != isNumeric
    }
  }

  /// Whether a text is a number or a date, perhaps with a short unit.
  private static func isNumber(_ text: String) -> Bool {
    text.unicodeScalars.contains { ("0"..."9").contains($0) } && text.count(where: \.isLetter) <= 3
  }
}

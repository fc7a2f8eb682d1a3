/// Whether the first row names the columns.
struct HeaderGuess {
  var rows: Int
  var confidence: Double
  var evidence: String

  /// Looks at the first rows of a text.
  init(_ sample: [[SampleText.Cell]]) {
    guard let first = sample.first else {
      rows = 0
      confidence = 1
      evidence = "there are no rows"
      return
    }
    let names = first.map { ColumnNames.trimmed($0.text) }
    let filled = names.filter { !$0.isEmpty }
    if filled.isEmpty {
      (rows, confidence, evidence) = (0, 0.8, "the first row is empty")
      return
    }
    if let value = first.first(where: { $0.kind.isDataOnly }) {
      (rows, confidence, evidence) = (0, 0.8, "the first row holds a value: “\(value.text)”")
      return
    }
    let data = sample.dropFirst()
    let typed = (0..<first.count).filter { column in
      let cells = data.compactMap { column < $0.count ? $0[column].kind : nil }.filter { $0 != .empty }
      return cells.count > 0 && cells.filter(\.isDataOnly).count * 10 >= cells.count * 8
    }
    if let column = typed.first {
      rows = 1
      confidence = 0.95
      evidence =
        "“\(names[column])” stands over numbers, dates or addresses in \(typed.count) of \(first.count) columns"
    } else if Set(filled).count == filled.count {
      (rows, confidence, evidence) = (1, data.isEmpty ? 0.6 : 0.6, "the first row holds different words and no values")
    } else {
      (rows, confidence, evidence) = (0, 0.55, "the first row repeats a word")
    }
  }
}

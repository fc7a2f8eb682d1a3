/// What the cells of one column usually look like.
struct ColumnProfile {
  private var fine: [[UInt8]: Int] = [:]
  private var coarse: [[UInt8]: Int] = [:]
  private var kinds = [Int](repeating: 0, count: CellKind.allCases.count)
  private var quoted = 0
  /// How many cells have digits, and how many a quote.
  private var withDigits = 0
  private var withQuotes = 0
  private var count = 0

  /// Learns from one cell.
  mutating func add(_ cell: CellPiece) {
    count += 1
    kinds[Int(cell.kind.rawValue)] += 1
    if cell.isQuoted { quoted += 1 }
    if cell.hasDigits { withDigits += 1 }
    if cell.hasQuotes { withQuotes += 1 }
    guard let shape = Self.shape(cell.bytes[...], collapsing: false) else { return }
    fine[shape, default: 0] += 1
    if let shape = Self.shape(cell.bytes[...], collapsing: true) { coarse[shape, default: 0] += 1 }
  }

  /// How well a cell fits the column, from -2 to 8.
  func score(_ cell: CellPiece) -> Double {
    guard count > 0 else { return 0 }
    let total = Double(count)
    var score = Double(kinds[Int(cell.kind.rawValue)]) / total
    if cell.kind == .empty { return score * 8 - (score < 0.2 ? 2 : 0) }
    if cell.kind == .word || cell.kind == .text {
      let words = kinds[Int(CellKind.word.rawValue)] + kinds[Int(CellKind.text.rawValue)]
      score = max(score, Double(words) / total * 0.9)
    }
    if let shape = Self.shape(cell.bytes[...], collapsing: false) { score += 4 * Double(fine[shape] ?? 0) / total }
    if let shape = Self.shape(cell.bytes[...], collapsing: true) { score += 2 * Double(coarse[shape] ?? 0) / total }
    let isUsuallyQuoted = Double(quoted) / total
    score += cell.isQuoted ? isUsuallyQuoted : 1 - isUsuallyQuoted
    return score
  }

  /// Whether a cell that is not empty could stand in the column: it looks like a good part of its cells.
  ///
  /// Where nearly all cells are signs of one form, such as `AB-12`, it has that form. Otherwise its kind is usual, and it has no digits or quotes
  /// where no cell has any.
  func fits(_ cell: CellPiece) -> Bool {
    guard count > 0, cell.kind != .empty else { return false }
    if let form = coarse.first(where: { $0.value * 10 >= count * 9 })?.key, form.contains(where: Self.isNoLetter) {
      return Self.shape(cell.bytes[...], collapsing: true) == form
    }
    if cell.hasDigits && withDigits == 0 || cell.hasQuotes && withQuotes == 0 { return false }
    let isText = cell.kind == .word || cell.kind == .text
    let alike = isText ? [CellKind.word, .text] : [cell.kind]
    return alike.reduce(0) { $0 + kinds[Int($1.rawValue)] } * 5 >= count
  }

  private static func isNoLetter(_ mark: UInt8) -> Bool { ![0x41, 0x61, 0x20].contains(mark) }

  private static let longestShape = 48

  /// The cell with each digit written as `9` and each run of letters as `A` or `a`; `nil` if it is long.
  private static func shape(_ bytes: ArraySlice<UInt8>, collapsing: Bool) -> [UInt8]? {
    var shape: [UInt8] = []
    for byte in bytes {
      let mark: UInt8 =
        switch byte {
        case 0x30...0x39: 0x39
        case 0x41...0x5A: 0x41
        case 0x61...0x7A, 0x80...0xFF: 0x61
        default: byte
        }
      if shape.last == mark && (mark >= 0x41 || collapsing && mark == 0x39) { continue }
      shape.append(mark)
      if shape.count > longestShape { return nil }
    }
    return shape
  }
}

/// A cell, or what could be one.
struct CellPiece {
  var bytes: [UInt8]
  var isQuoted: Bool
  var kind: CellKind

  init(_ bytes: [UInt8], isQuoted: Bool) {
    self.bytes = bytes
    self.isQuoted = isQuoted
    let kind = bytes.withUnsafeBufferPointer { CellKind($0) }
    self.kind = isQuoted && kind == .other ? .text : kind
  }

  /// Whether there is a digit of ASCII in it.
  var hasDigits: Bool { bytes.contains { (0x30...0x39).contains($0) } }

  /// Whether there is a quotation mark of ASCII in it.
  var hasQuotes: Bool { bytes.contains(0x22) }
}

internal import MarkupText

/// What the numbers of cells mean, by their styles: numbers, or days and times.
struct CellFormats {
  /// For each style of cells what its number format shows.
  private var kinds: [CellNumberFormat] = []

  init(_ part: String?, _ parts: PartReader) throws {
    guard let part else { return }
    var own: [Int: CellNumberFormat] = [:]
    try parts.forEachRecord(of: part, at: "/styleSheet/numFmts/numFmt", fields: ["@numFmtId", "@formatCode"]) {
      if let id = $0.value(0).flatMap({ Int($0) }), let code = $0.value(1) { own[id] = CellNumberFormat(code) }
    }
    try parts.forEachRecord(of: part, at: "/styleSheet/cellXfs/xf", fields: ["@numFmtId"]) {
      let id = $0.value(0).flatMap { Int($0) } ?? 0
      kinds.append(own[id] ?? CellNumberFormat(builtIn: id))
    }
  }

  /// The format of a style; that of plain numbers if there is no such style.
  func format(_ style: Int) -> CellNumberFormat { kinds.indices.contains(style) ? kinds[style] : .number }
}

/// What a number format shows.
enum CellNumberFormat: Sendable, Hashable {
  case number
  case date, time, dateAndTime
  /// Hours that do not stop at 24.
  case duration

  /// The meaning of a format that every program knows (ECMA-376, part 1, 18.8.30).
  init(builtIn id: Int) {
    self =
      switch id {
      case 14...17, 27...31, 34...36, 50...54, 57, 58: .date
      case 18...21, 32, 33, 45, 47, 55, 56: .time
      case 22: .dateAndTime
      case 46: .duration
      default: .number
      }
  }

  private static let longestCode = 1_000

  /// The meaning of a format's code, such as `dd/mm/yyyy hh:mm`.
  init(_ code: String) {
    var hasDay = false
    var hasTime = false
    var hasMonth = false
    var isElapsed = false
    // Spreadsheets take no longer ones.
    var characters = Array(code.prefix(Self.longestCode))[...]
    // The part for positive numbers.
    scan: while let character = characters.popFirst() {
      switch character {
      case "\"": while let next = characters.popFirst(), next != "\"" {}
      case "\\", "_", "*": _ = characters.popFirst()
      case "[":
        let content = String(characters.prefix { $0 != "]" }).lowercased()
        characters = characters.drop { $0 != "]" }.dropFirst()
        if !content.isEmpty, content.allSatisfy({ $0 == content.first }), "hms".contains(content.first ?? " ") {
          isElapsed = true
        }
      case ";": break scan
      case "d", "D", "y", "Y", "e", "b", "B", "g":
        if (character == "e" || character == "E"), let next = characters.first, "+-".contains(next) { continue }
        if character == "g", String(characters).lowercased().hasPrefix("eneral") { break scan }
        hasDay = true
      case "G" where String(characters).lowercased().hasPrefix("eneral"): break scan
      case "h", "H", "s", "S": hasTime = true
      case "m", "M": hasMonth = true
      case "A", "a":
        // AM/PM and A/P belong to times; aaa is a weekday.
        if String(characters).lowercased().hasPrefix("m/pm") || String(characters).lowercased().hasPrefix("/p") {
          hasTime = true
          characters = characters.dropFirst(String(characters).lowercased().hasPrefix("m/pm") ? 4 : 2)
        } else {
          hasDay = true
        }
      default: break
      }
    }
    if isElapsed {
      self = .duration
    } else if hasTime {
      self = hasDay ? .dateAndTime : .time
    } else {
      self = hasDay || hasMonth ? .date : .number
    }
  }
}

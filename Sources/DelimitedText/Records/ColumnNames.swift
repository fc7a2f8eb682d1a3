/// Makes one usable name for each column from what the header rows say.
struct ColumnNames {
  /// What is wrong with a name.
  struct Problem {
    enum Kind: Hashable {
      case empty
      /// The same name stands over the column with this index, too.
      case duplicate(of: Int)
    }
    var kind: Kind
    var column: Int
    /// The name that the column gets instead.
    var name: String
  }

  private(set) var names: [String] = []
  private(set) var problems: [Problem] = []

  /// Names are trimmed; an empty one becomes `column_3`, a repeated one `name_2`.
  init(_ written: [String]) {
    var seen: [String: Int] = [:]
    let trimmed = written.map(Self.trimmed)
    var numbers: [String: Int] = [:]
    var taken = Set(trimmed)
    for (column, name) in trimmed.enumerated() {
      var final = name
      if name.isEmpty {
        final = Self.free("column_\(column + 1)", &taken)
        problems.append(Problem(kind: .empty, column: column, name: final))
      } else if let first = seen[name] {
        // Numbers go on where the name's last duplicate stopped, so that many duplicates stay cheap.
        var number = numbers[name] ?? 2
        while taken.contains("\(name)_\(number)") { number += 1 }
        numbers[name] = number + 1
        final = Self.free("\(name)_\(number)", &taken)
        problems.append(Problem(kind: .duplicate(of: first), column: column, name: final))
      } else {
        seen[name] = column
      }
      names.append(final)
    }
  }

  private static func free(_ name: String, _ taken: inout Set<String>) -> String {
    var candidate = name
    while !taken.insert(candidate).inserted { candidate += "_" }
    return candidate
  }

  /// Names for columns of which nothing is known but their number.
  static func numbered(_ count: Int) -> [String] { (0..<count).map { "column_\($0 + 1)" } }

  /// One name for each column from all header rows.
  ///
  /// A name of an upper row also stands over the empty fields to its right that have a name below, as in a table with joined cells,
  /// unless that row repeats its names itself.
  static func joined(_ written: [[String]], separator: String) -> [String] {
    let count = written.map(\.count).max() ?? 0
    var rows = written.map { row in
      row.map(trimmed) + [String](repeating: "", count: count - row.count)
    }
    for row in rows.indices.dropLast() {
      if zip(rows[row], rows[row].dropFirst()).contains(where: { $0 == $1 && !$0.isEmpty }) { continue }
      for column in 0..<count where column > 0 && rows[row][column].isEmpty && !rows[row + 1][column].isEmpty {
        if !rows[row + 1][column - 1].isEmpty { rows[row][column] = rows[row][column - 1] }
      }
    }
    return (0..<count).map { column in
      rows.map { $0[column] }.filter { !$0.isEmpty }.joined(separator: separator)
    }
  }

  /// `text` without white space, line breaks and no-break spaces at its ends.
  static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}

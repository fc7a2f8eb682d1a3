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

  /// `text` without white space, line breaks and no-break spaces at its ends.
  static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}

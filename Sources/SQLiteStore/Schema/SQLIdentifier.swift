/// The spelling of table, column and index names in SQL.
enum SQLIdentifier {
  /// The name as Core Data writes it: bare. A name that would not be one word (a model can hold any text) is quoted.
  static func spelled(_ name: String) -> String {
    let isWord = name.utf8.allSatisfy { byte in
      byte >= 0x80 || byte == UInt8(ascii: "_")
        || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
        || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
    }
    return isWord && !name.isEmpty ? name : quoted(name)
  }

  /// The name in double quotes.
  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// A text as an SQL literal.
  static func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}

/// The orders in which Core Data visits names.
enum NameOrder {
  /// Properties: by code unit, capitals first.
  static func properties(_ left: String, _ right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }

  /// Entities: without regard to case.
  static func entities(_ left: String, _ right: String) -> Bool {
    let (leftFolded, rightFolded) = (left.lowercased(), right.lowercased())
    return leftFolded == rightFolded ? properties(left, right) : properties(leftFolded, rightFolded)
  }
}

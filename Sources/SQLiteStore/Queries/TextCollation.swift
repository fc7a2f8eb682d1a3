internal import ManagedObjects
internal import SQLiteAccess

/// The collations that compare texts as sort keys do in memory.
enum TextCollation {
  static let caseInsensitive = "STUDBOOK_CASE_INSENSITIVE"
  static let localizedStandard = "STUDBOOK_LOCALIZED_STANDARD"

  /// Makes them known to a connection.
  static func register(on connection: SQLiteConnection) throws {
    try connection.registerCollation(caseInsensitive) { left, right in
      order(left, right, .caseInsensitive)
    }
    try connection.registerCollation(localizedStandard) { left, right in
      order(left, right, .localizedStandard)
    }
  }

  private static func order(
    _ left: UnsafeRawBufferPointer,
    _ right: UnsafeRawBufferPointer,
    _ comparison: SortKey.Comparison
  ) -> Int {
    let order =
      StringOrder.compareASCII(left, right, comparison)
      ?? StringOrder.compareDecoded(
        String(decoding: left, as: UTF8.self),
        String(decoding: right, as: UTF8.self),
        comparison
      )
    return switch order {
    case .less: -1
    case .equal: 0
    case .greater: 1
    }
  }
}

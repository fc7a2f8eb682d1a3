/// A version of SQLite, such as 3.32.3.
package struct SQLiteVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let parts: [Int]

  /// Reads two or three numbers with full stops between them; `nil` for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(part) : nil
    }
    guard (2...3).contains(parts.count), !parts.contains(nil) else { return nil }
    self.parts = parts.compactMap(\.self) + (parts.count == 2 ? [0] : [])
  }

  package init(_ major: Int, _ minor: Int, _ patch: Int = 0) { parts = [major, minor, patch] }

  package static func < (left: SQLiteVersion, right: SQLiteVersion) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }

  package var description: String {
    (parts[2] == 0 ? parts[..<2] : parts[...]).map(String.init).joined(separator: ".")
  }

  /// The oldest one for which files are written: that of Android 3.0 (API level 11).
  package static let oldest = SQLiteVersion(3, 7, 4)
}

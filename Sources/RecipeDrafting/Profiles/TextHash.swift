/// A hash of a text's bytes in 64 bits: texts are told apart by it where keeping them would cost too much.
///
/// Two of a million different texts have the same hash once in thirty million files.
enum TextHash {
  /// - Complexity: O(*n*); does not allocate.
  static func of(_ bytes: UnsafeBufferPointer<UInt8>, seed: Int = 0) -> Int {
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    return hasher.finalize()
  }

  /// The hash of a text.
  static func of(_ text: String) -> Int {
    var copy = text
    return copy.withUTF8 { of($0) }
  }
}

extension Set<Int> {
  /// Whether one more element makes the set's table grow.
  var isFull: Bool { count == capacity }
}

/// How much memory the tables of a source may take together.
final class TableBudget {
  /// Places of 8 bytes that are left.
  private(set) var left: Int

  init(places: Int = 1 << 24) { left = places }

  /// Takes places.
  ///
  /// - Returns: `false` if there are not so many.
  func take(_ places: Int) -> Bool {
    guard places <= left else { return false }
    left -= places
    return true
  }

  /// Gives places back.
  func give(_ places: Int) { left += places }
}

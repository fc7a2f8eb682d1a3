/// Finds start tags with too many attributes before libxml2 sees them, because it compares each name with all others.
enum AttributeGuard {
  /// The offset of the first start tag in `bytes` that has more than `limit` attributes, or `nil`.
  ///
  /// - Parameters:
  ///   - bytes: What the parser has not read yet; it stands between two events.
  ///   - fresh: How many of them are new since the last call.
  /// - Complexity: O(*n*) in the new bytes, at memory speed; in all bytes only where there are many equals signs.
  static func offendingTag(in bytes: UnsafeBufferPointer<UInt8>, fresh: Int, limit: Int) -> Int? {
    guard bytes.count > limit * 4 else { return nil }
    // A tag that is still open may have been counted in part by earlier calls.
    let recent = bytes.count > fresh ? bytes : UnsafeBufferPointer(rebasing: bytes[(bytes.count - fresh)...])
    guard ByteCount.occurrences(of: UInt8(ascii: "="), in: recent) > limit else { return nil }
    return scan(bytes, limit: limit)
  }

  private static func scan(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int? {
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      let rest = UnsafeBufferPointer(rebasing: bytes[index...])
      if let end = skip(rest, from: "<!--", to: "-->") ?? skip(rest, from: "<![CDATA[", to: "]]>")
        ?? skip(rest, from: "<?", to: "?>")
      {
        index += end
        continue
      }
      let tag = index
      var attributes = 0
      var quote: UInt8 = 0
      index += 1
      while index < bytes.count {
        let byte = bytes[index]
        if quote != 0 {
          if byte == quote { quote = 0 }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == UInt8(ascii: "=") {
          attributes += 1
          if attributes > limit { return tag }
        } else if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<") {
          break
        }
        index += 1
      }
    }
    return nil
  }

  /// The length of the section at the start of `bytes` from `opening` to `closing`, all bytes if it is not closed.
  private static func skip(_ bytes: UnsafeBufferPointer<UInt8>, from opening: StaticString, to closing: StaticString)
    -> Int?
  {
    func matches(_ token: StaticString, at index: Int) -> Bool {
      guard index + token.utf8CodeUnitCount <= bytes.count else { return false }
      for offset in 0..<token.utf8CodeUnitCount where bytes[index + offset] != token.utf8Start[offset] { return false }
      return true
    }
    guard matches(opening, at: 0) else { return nil }
    var index = opening.utf8CodeUnitCount
    while index < bytes.count {
      if matches(closing, at: index) { return index + closing.utf8CodeUnitCount }
      index += 1
    }
    return bytes.count
  }
}

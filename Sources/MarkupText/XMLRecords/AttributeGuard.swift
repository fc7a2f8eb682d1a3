/// Finds start tags with too many attributes before libxml2 sees them, because it compares each name with all others.
enum AttributeGuard {
  /// The offset of the first start tag in `bytes` that has more than `limit` attributes, or `nil`.
  ///
  /// A tag with so many attributes is long and has no `<` in it, so text with a `<` in every stretch of that length needs no closer look.
  ///
  /// - Parameter bytes: What the parser has not read yet; it stands between two events.
  /// - Complexity: O(1) for each stretch; O(*n*) in the bytes where there is a longer one without markup.
  static func offendingTag(in bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int? {
    // An attribute takes five bytes at least: a space, a name, `=` and two quotes.
    let stretch = max(64, limit * 5)
    var start = 0
    while bytes.count - start > stretch {
      var last = start + stretch
      while last > start, bytes[last] != UInt8(ascii: "<") { last -= 1 }
      if last == start {
        return scan(UnsafeBufferPointer(rebasing: bytes[start...]), limit: limit).map { start + $0 }
      }
      start = last
    }
    return nil
  }

  /// The same by a look at every tag, for pages, whose attributes may have a `<` in them.
  static func scan(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int? {
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
      guard index + 1 < bytes.count,
        bytes[index + 1] | 0x20 >= UInt8(ascii: "a") || bytes[index + 1] == UInt8(ascii: "_")
      else {
        index += 1
        continue
      }
      let tag = TagScan.countAttributes(in: bytes, from: index, limit: limit)
      if tag.count > limit { return index }
      index = max(tag.end, index + 1)
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

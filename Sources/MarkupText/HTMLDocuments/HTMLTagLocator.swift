/// Finds the source of a start tag that libxml2's HTML parser has just read.
///
/// The parser says how far it has read but not where a tag begins, and it reports tags that the page does not have. So the text from
/// the end of the last event on is looked through for a tag of the right name that the parser has just come to the end of.
struct HTMLTagLocator {
  /// The end of the last thing that was found or read, in bytes of the text.
  private(set) var readTo = 0

  /// Everything before `offset` belongs to events that have been reported.
  mutating func pass(_ offset: Int) {
    if offset > readTo { readTo = offset }
  }

  /// The offset of the `<` of the tag `name` that ends at `current` or after it, or `nil` if the page has no such tag there.
  ///
  /// - Parameters:
  ///   - name: The name in small letters.
  ///   - current: Where the parser stands: at the tag's `>`, `/>` or the end of the text.
  /// - Complexity: O(*n*) in the bytes since the last event.
  mutating func startTag(
    _ name: UnsafePointer<UInt8>,
    in text: UnsafeBufferPointer<UInt8>,
    current: Int
  ) -> Int? {
    var index = readTo
    let end = min(current, text.count)
    while index < end {
      guard text[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      let tag = index
      index += 1
      guard index < text.count, Self.isLetter(text[index]) else { continue }
      var matched = 0
      var isSame = true
      while index < text.count, Self.isNameByte(text[index]) {
        let byte = (0x41...0x5A).contains(text[index]) ? text[index] | 0x20 : text[index]
        if isSame, name[matched] == byte { matched += 1 } else { isSame = false }
        index += 1
      }
      index = Self.tagEnd(in: text, from: index, limit: end)
      guard index >= end else { continue }
      guard isSame, name[matched] == 0 else { return nil }
      readTo = end
      return tag
    }
    return nil
  }

  /// The offset of the next `>` outside quotes, `limit` if there is none before it.
  private static func tagEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int) -> Int {
    var index = start
    var isValue = false
    while index < limit {
      let byte = text[index]
      if byte == UInt8(ascii: ">") { return index }
      if isValue, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        index += 1
        while index < limit, text[index] != byte { index += 1 }
        isValue = false
      } else if byte == UInt8(ascii: "=") {
        isValue = true
      } else if byte > 0x20 {
        isValue = false
      }
      index += 1
    }
    return limit
  }

  /// Where the tag before `current` begins, and whether it is the end tag of `name`.
  static func tagBefore(
    _ current: Int,
    name: UnsafePointer<UInt8>,
    in text: UnsafeBufferPointer<UInt8>
  ) -> (start: Int, isOwnEndTag: Bool)? {
    var start = min(current, text.count) - 1
    let earliest = max(0, start - 4_096)
    while start >= earliest, text[start] != UInt8(ascii: "<") { start -= 1 }
    guard start >= earliest, start >= 0 else { return nil }
    guard start + 1 < text.count, text[start + 1] == UInt8(ascii: "/") else { return (start, false) }
    var index = start + 2
    var matched = 0
    while index < text.count, name[matched] != 0, text[index] | 0x20 == name[matched] | 0x20 {
      index += 1
      matched += 1
    }
    return (start, name[matched] == 0 && (index >= text.count || !isNameByte(text[index])))
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte >= 0x80
  }
}

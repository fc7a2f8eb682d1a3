/// Searches in UTF-8. Text found in text begins and ends at character borders, for UTF-8 is self-synchronising.
enum ByteSearch {
  static func contains(_ text: Span<UInt8>, _ part: Span<UInt8>) -> Bool {
    if part.isEmpty { return true }
    guard part.count <= text.count else { return false }
    let first = part[0]
    for start in 0...(text.count - part.count) where text[start] == first {
      if matches(text, part, at: start) { return true }
    }
    return false
  }

  static func hasPrefix(_ text: Span<UInt8>, _ part: Span<UInt8>) -> Bool {
    part.count <= text.count && matches(text, part, at: 0)
  }

  static func hasSuffix(_ text: Span<UInt8>, _ part: Span<UInt8>) -> Bool {
    part.count <= text.count && matches(text, part, at: text.count - part.count)
  }

  private static func matches(_ text: Span<UInt8>, _ part: Span<UInt8>, at start: Int) -> Bool {
    var index = 0
    while index < part.count {
      if text[start + index] != part[index] { return false }
      index += 1
    }
    return true
  }
}

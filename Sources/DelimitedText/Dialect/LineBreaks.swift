/// How many line breaks of each kind stand in a text.
struct LineBreaks {
  private var lineFeeds = 0
  private var returns = 0
  private var pairs = 0

  /// Counts those in `text`; no pair may be cut by its borders.
  mutating func add(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
    for index in text.indices {
      switch text[index] {
      case 0x0A where index > text.startIndex && text[index - 1] == 0x0D: pairs += 1
      case 0x0A: lineFeeds += 1
      case 0x0D where index + 1 == text.endIndex || text[index + 1] != 0x0A: returns += 1
      default: break
      }
    }
  }

  var count: Int { lineFeeds + returns + pairs }

  /// How many kinds there are.
  var kinds: Int { found.count }

  private var found: [String] {
    [("LF", lineFeeds), ("CR", returns), ("CRLF", pairs)].filter { $0.1 > 0 }.map(\.0)
  }

  /// The kinds, for people.
  var name: String {
    found.isEmpty ? "none" : found.count == 1 ? found[0] : "mixed: " + found.joined(separator: ", ")
  }
}

/// What the name of a tag says about how the page goes on behind it.
struct TagKind: OptionSet, Sendable {
  let rawValue: UInt16

  /// Has no content and needs no slash.
  static let void = TagKind(rawValue: 1 << 0)
  /// Holds text without tags; references in it are text too.
  static let rawText = TagKind(rawValue: 1 << 1)
  /// Holds what only old browsers show.
  static let unseen = TagKind(rawValue: 1 << 13)
  /// Holds text and references without tags.
  static let characterData = TagKind(rawValue: 1 << 2)
  static let script = TagKind(rawValue: 1 << 3)
  static let style = TagKind(rawValue: 1 << 4)
  /// The rest of the page is text.
  static let plainText = TagKind(rawValue: 1 << 5)
  /// Holds elements that are not of HTML, which a slash ends.
  static let foreign = TagKind(rawValue: 1 << 6)
  static let template = TagKind(rawValue: 1 << 7)
  static let table = TagKind(rawValue: 1 << 8)
  /// The page and its body.
  static let page = TagKind(rawValue: 1 << 9)
  static let paragraph = TagKind(rawValue: 1 << 10)
  static let lineBreak = TagKind(rawValue: 1 << 11)
  /// Begins and ends where no paragraph goes on.
  static let block = TagKind(rawValue: 1 << 12)

}

/// Finds the kinds of names, in any case.
///
/// A table of our own because every tag of a page is looked up: a dictionary took a fifth of the whole pass.
struct TagKinds {
  /// A name by its first eight letters and its length, which tell names apart that mean something here.
  struct Key: Equatable {
    private(set) var letters: UInt64 = 0
    private(set) var count = 0

    @inline(__always)
    mutating func append(_ byte: UInt8) {
      if count < 8 { letters = letters << 8 | UInt64((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
      count &+= 1
    }

    @inline(__always)
    fileprivate var slot: Int { Int(((letters &+ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15) >> 56) }
  }

  /// What stands at a name's slot, or behind it where that was taken.
  private let slots = Self.filled

  /// The kind of a name; empty for names that mean nothing here.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  subscript(key: Key) -> TagKind {
    var slot = key.slot
    while slots[slot].key.count > 0 {
      if slots[slot].key == key { return slots[slot].kind }
      slot = (slot + 1) % Self.size
    }
    return []
  }

  /// A power of two, several times the number of names.
  private static let size = 256

  private static let filled: [(key: Key, kind: TagKind)] = {
    var slots: [(key: Key, kind: TagKind)] = Array(repeating: (Key(), []), count: size)
    func add(_ names: String, _ kind: TagKind) {
      for name in names.split(separator: " ") {
        var key = Key()
        for byte in name.utf8 { key.append(byte) }
        var slot = key.slot
        while slots[slot].key.count > 0, slots[slot].key != key { slot = (slot + 1) % size }
        slots[slot] = (key, slots[slot].kind.union(kind))
      }
    }
    add("area base br col embed frame hr img input link meta param source track wbr", .void)
    add("xmp", .rawText)
    add("iframe noembed noframes", .unseen)
    add("textarea title", .characterData)
    add("script", .script)
    add("style", .style)
    add("plaintext", .plainText)
    add("svg math", .foreign)
    add("template", .template)
    add("table", .table)
    add("html body", .page)
    add("p", .paragraph)
    add("br", .lineBreak)
    add("address article aside blockquote body caption center dd details dialog dir div dl dt fieldset", .block)
    add("figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p", .block)
    add("plaintext pre search section summary table tbody td tfoot th thead tr ul xmp", .block)
    return slots
  }()
}

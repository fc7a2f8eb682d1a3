/// Passes over what browsers take for a comment and libxml2 for text: `<![if !mso]>`, `<![endif]>` and `<![CDATA[a]]>`.
///
/// Office programs write such marks into the pages that they save. libxml2 reports the `<` as a run of its own and then what follows it.
/// See https://html.spec.whatwg.org/#bogus-comment-state
struct BogusComment {
  /// Whether one has begun whose `>` has not been read.
  private(set) var isOpen = false

  /// Whether a run of one byte is the `<` of such a comment.
  ///
  /// - Parameters:
  ///   - place: Where the parser stands in `page`.
  ///   - last: Where it stood at the event before.
  mutating func begins(with byte: UInt8, at place: Int, after last: Int, in page: UnsafeBufferPointer<UInt8>) -> Bool {
    let mark = UInt8(ascii: "<")
    guard byte == mark, place + 1 < page.count, page[place] == mark, page[place + 1] == UInt8(ascii: "!") else {
      return false
    }
    // `&lt;` before a tag or comment is a run of one byte too.
    guard last <= place, !page[last..<place].contains(UInt8(ascii: "&")) else { return false }
    isOpen = true
    return true
  }

  /// What follows the comment in a run.
  mutating func rest(of run: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let end = run.firstIndex(of: UInt8(ascii: ">")) else {
      return UnsafeBufferPointer(rebasing: run[run.count...])
    }
    isOpen = false
    return UnsafeBufferPointer(rebasing: run[(end + 1)...])
  }

  /// A tag ends the comment: what follows it is the page's.
  mutating func end() { isOpen = false }
}

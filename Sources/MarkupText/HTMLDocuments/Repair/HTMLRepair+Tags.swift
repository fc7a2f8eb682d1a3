extension HTMLRepair {
  mutating func passStartTag() {
    let start = index
    let (name, kind) = name(from: start + 1)
    // The slash of `<div/>` means nothing; libxml2 would end the element.
    let endsBySlash = isXML || foreignDepth > 0 || !kind.isDisjoint(with: [.void, .foreign])
    guard let end = tagEnd(from: name.upperBound, ofTag: start, removingSlashes: !endsBySlash) else {
      // Browsers leave out a tag in which the page ends.
      remove(start..<page.count)
      index = page.count
      return
    }
    index = end
    if kind.isEmpty { return }
    if endsBySlash, page[end - 2] == UInt8(ascii: "/") { return }
    if kind.contains(.template) {
      if templateDepth == 0 { templateStart = start }
      templateDepth += 1
    }
    enter(kind)
    passText(of: name, kind)
  }

  private mutating func enter(_ kind: TagKind) {
    if kind.contains(.foreign) { foreignDepth += 1 }
    guard templateDepth == 0 else { return }
    if kind.contains(.table) { tableDepth += 1 }
    if kind.contains(.block) { isParagraphOpen = kind.contains(.paragraph) }
  }

  mutating func passEndTag() {
    let start = index
    guard start + 2 < page.count else {
      index = page.count
      return
    }
    guard Self.isLetter(page[start + 2]) else { return passBogusComment() }
    let (name, kind) = name(from: start + 2)
    guard let end = tagEnd(from: name.upperBound, ofTag: nil, removingSlashes: false) else {
      remove(start..<page.count)
      index = page.count
      return
    }
    index = end
    if kind.isEmpty { return }
    if kind.contains(.template), templateDepth > 0 {
      templateDepth -= 1
      if templateDepth == 0 { remove(templateStart..<end) }
    }
    if kind.contains(.foreign) { foreignDepth = max(0, foreignDepth - 1) }
    if templateDepth == 0, foreignDepth == 0 { leave(kind, start..<end) }
  }

  private mutating func leave(_ kind: TagKind, _ tag: Range<Int>) {
    if kind.contains(.table) { tableDepth = max(0, tableDepth - 1) }
    // A page does not end within a table.
    if kind.contains(.page), tableDepth > 0 { return remove(tag) }
    // Both of these make an element where there is none to end.
    if kind.contains(.lineBreak) || (kind.contains(.paragraph) && !isParagraphOpen) {
      fill((tag.lowerBound + 1)..<(tag.upperBound - 1), 0x20)
      set(tag.lowerBound + 1, UInt8(ascii: "b"))
      set(tag.lowerBound + 2, UInt8(ascii: "r"))
    }
    if kind.contains(.block) { isParagraphOpen = false }
  }

  private func name(from start: Int) -> (Range<Int>, TagKind) {
    var key = TagKinds.Key()
    var end = start
    while end < page.count, !TagScan.endsName(page[end]) {
      key.append(page[end])
      end += 1
    }
    return (start..<end, kinds[key])
  }

  /// The place after the `>` of a tag, `nil` if the page ends in it.
  ///
  /// - Parameter tag: Where a start tag begins, whose attributes are counted.
  private mutating func tagEnd(from start: Int, ofTag tag: Int?, removingSlashes: Bool) -> Int? {
    var attributes = 0
    var place = start
    while place < page.count {
      switch page[place] {
      case UInt8(ascii: ">"):
        if let tag { count(attributes: attributes, ofTag: tag) }
        return place + 1
      case UInt8(ascii: "/"):
        if removingSlashes { set(place, 0x20) }
        place += 1
      case let byte where TagScan.isSpace(byte): place += 1
      default:
        attributes += 1
        place = TagScan.attributeEnd(in: page, from: place)
      }
    }
    if let tag { count(attributes: attributes, ofTag: tag) }
    return nil
  }
}

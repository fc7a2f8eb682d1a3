/// The content of elements that hold no tags; libxml2 knows scripts and styles only, and ends them too early.
extension HTMLRepair {
  /// Passes over the text of the element whose start tag has just been read, if it holds no tags.
  mutating func passText(of name: Range<Int>, _ kind: TagKind) {
    if kind.contains(.script) {
      hideEnds(of: name, in: index..<scriptEnd(name))
    } else if kind.contains(.style) {
      hideEnds(of: name, in: index..<textEnd(name))
    } else if foreignDepth > 0 {
      return
    } else if kind.contains(.plainText) {
      hideMarks(in: index..<page.count, references: true)
    } else if kind.contains(.unseen) {
      let end = textEnd(name)
      remove(index..<end)
      index = end
    } else if !kind.isDisjoint(with: [.rawText, .characterData]) {
      hideMarks(in: index..<textEnd(name), references: kind.contains(.rawText))
    }
  }

  private mutating func hideMarks(in part: Range<Int>, references: Bool) {
    for place in part where page[place] == UInt8(ascii: "<") || (references && page[place] == UInt8(ascii: "&")) {
      hideMark(place)
    }
    index = part.upperBound
  }

  /// Hides what looks to libxml2 like the end tag of a script or style and is none.
  private mutating func hideEnds(of name: Range<Int>, in part: Range<Int>) {
    while let place = place(of: UInt8(ascii: "<"), from: index), place < part.upperBound {
      if isNamed(name, at: place + 2), page[place + 1] == UInt8(ascii: "/") { hideMark(place) }
      index = place + 1
    }
    scripts.append(part)
    index = part.upperBound
  }

  /// Whether the same letters stand at `place`, in any case.
  private func isNamed(_ name: Range<Int>, at place: Int) -> Bool {
    guard place + name.count <= page.count else { return false }
    return zip(name, place...).allSatisfy { page[$0] | 0x20 == page[$1] | 0x20 }
  }

  /// Whether the end tag of `name` begins at `place`.
  private func isEndTag(_ name: Range<Int>, at place: Int) -> Bool {
    let end = place + 2 + name.count
    return end < page.count && page[place + 1] == UInt8(ascii: "/") && isNamed(name, at: place + 2)
      && TagScan.endsName(page[end])
  }

  /// Where the end tag of `name` begins; the end of the page if there is none.
  private func textEnd(_ name: Range<Int>) -> Int {
    var start = index
    while let mark = place(of: UInt8(ascii: "<"), from: start) {
      if isEndTag(name, at: mark) { return mark }
      start = mark + 1
    }
    return page.count
  }

  /// Where a script ends. In a comment, a script that begins goes on past its own end tag.
  ///
  /// See https://html.spec.whatwg.org/#script-data-double-escaped-state
  private func scriptEnd(_ name: Range<Int>) -> Int {
    var isComment = false
    var isInner = false
    var place = index
    while place < page.count {
      switch page[place] {
      case UInt8(ascii: "<"):
        if isEndTag(name, at: place) {
          guard isInner else { return place }
          isInner = false
        } else if !isComment, has("<!--", at: place) {
          isComment = true
          // The dashes of `<!-->` end it too.
          place += 1
        } else if isComment, isNamed(name, at: place + 1), place + 1 + name.count < page.count,
          TagScan.endsName(page[place + 1 + name.count])
        {
          isInner = true
        }
      case UInt8(ascii: "-") where isComment && has("-->", at: place):
        isComment = false
        isInner = false
      default: break
      }
      place += 1
    }
    return page.count
  }
}

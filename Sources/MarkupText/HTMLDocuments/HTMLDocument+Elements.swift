internal import TextInput

extension HTMLDocument {
  /// Calls `body` with each element `name` in `root` that is part of its text.
  func forEachElement(_ name: HTMLName, in root: Int, _ writer: HTMLTextWriter, _ body: (Int) -> Void) {
    let end = tree.next(after: root)
    var node = root + 1
    while node < end {
      if writer.drops(node, of: tree) {
        node = tree.next(after: node)
        continue
      }
      if tree.isElement(node, name) { body(node) }
      node += 1
    }
  }

  /// Whether an element `name` with `attribute` is part of the text of `root`.
  func hasElement(_ name: HTMLName, with attribute: HTMLName, in root: Int, _ writer: HTMLTextWriter) -> Bool {
    guard tree.hasChildren(root) else { return false }
    var found = false
    forEachElement(name, in: root, writer) { node in
      if tree.attribute(of: node, passing: attribute.rawValue) != nil { found = true }
    }
    return found
  }

  /// The part of the source that an element's text takes: from its first character that is no tag, comment or white space to its end.
  ///
  /// Where there is no such character, the place after the start tag.
  func innerRange(of node: Int) -> Range<Int> {
    let (start, end) = (tree.nodes[node].start, tree.nodes[node].end)
    let text = text
    guard start < end, end <= text.count else { return start..<start }
    let element = UnsafeBufferPointer(rebasing: text[start..<end])
    guard element[0] == UInt8(ascii: "<") else { return start..<end }
    let contentStart = TagScan.end(in: element)
    var first = contentStart
    while first < element.count {
      if element[first] <= 0x20 {
        first += 1
      } else if element[first] == UInt8(ascii: "<"), first + 1 < element.count, element[first + 1] > 0x20 {
        let rest = UnsafeBufferPointer(rebasing: element[first...])
        first += rest.starts(with: "<!--".utf8) ? Self.commentEnd(rest) : TagScan.end(in: rest)
      } else {
        break
      }
    }
    guard first < element.count else { return (start + contentStart)..<(start + contentStart) }
    var last = element.count
    // Without the end tags and the white space at the end.
    while last > first {
      if element[last - 1] <= 0x20 {
        last -= 1
      } else if element[last - 1] == UInt8(ascii: ">"),
        let tag = element[first..<last].lastIndex(of: UInt8(ascii: "<")), element[tag + 1] == UInt8(ascii: "/")
      {
        last = tag
      } else {
        break
      }
    }
    return (start + first)..<(start + last)
  }

  private static func commentEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    // The end of `<!-->` is its beginning too.
    var index = 2
    while index + 2 < bytes.count {
      if bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == UInt8(ascii: "-"), bytes[index + 2] == UInt8(ascii: ">")
      {
        return index + 3
      }
      index += 1
    }
    return bytes.count
  }
}

extension String {
  /// Without white space at its ends.
  var trimmingSpace: String {
    var scalars = unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}

extension HTMLDocument {
  /// Keeps the places of elements, given in the order of the page, from which other places are counted.
  ///
  /// - Complexity: O(*n*) in the bytes of the page.
  func setAnchors(_ elements: [Int]) {
    var cursor = PlaceCursor()
    var known = SourceOffsets.Mark(text: 0, file: 0)
    var isKnown = true
    var lineStart = -1
    var lineFile: Int?
    source.anchors.removeLast(downTo: 0)
    for element in elements {
      let start = min(max(tree.nodes[element].start, cursor.offset), text.count)
      let before = known
      cursor.move(over: UnsafeBufferPointer(rebasing: text[cursor.offset..<start]))
      let file = isKnown ? offsets.fileOffset(of: start, after: known) { UnsafeBufferPointer(rebasing: text[$0]) } : nil
      if let file { known = SourceOffsets.Mark(text: start, file: file) } else { isKnown = false }
      if cursor.lineStart != lineStart {
        lineStart = cursor.lineStart
        lineFile = offsets.fileOffset(of: lineStart, after: lineStart >= before.text ? before : nil) {
          UnsafeBufferPointer(rebasing: text[$0])
        }
      }
      source.anchors.append(
        MarkupBatch.Anchor(
          line: cursor.line,
          column: cursor.column,
          offset: start,
          sourceStart: start,
          fileOffset: file ?? -1,
          lineFileOffset: lineFile ?? -1
        )
      )
    }
  }

  /// What the places and names of this page's batches refer to.
  func names(fields: [String]) -> MarkupBatch.Names {
    MarkupBatch.Names(
      fileName: fileName,
      fieldNames: fields,
      attributeNames: tree.names.names,
      comparesWithoutCase: true,
      offsets: offsets
    )
  }
}

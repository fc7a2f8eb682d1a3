extension HTMLDocument {
  /// The elements `name` in `root` that have `attribute` and are part of its text.
  func elements(_ name: HTMLName, with attribute: HTMLName, in root: Int, _ writer: HTMLTextWriter) -> [Int] {
    let tree = tree
    var found: [Int] = []
    let end = tree.next(after: root)
    var node = root + 1
    while node < end {
      if writer.drops(node, of: tree) {
        node = tree.next(after: node)
        continue
      }
      if tree.isElement(node, name), tree.attribute(of: node, passing: attribute.rawValue) != nil { found.append(node) }
      node += 1
    }
    return found
  }

  /// The part of the source that an element's text takes: from its first character that is no tag, comment or white space to its end.
  ///
  /// Where there is no such character, the place after the start tag.
  func innerRange(of node: Int) -> Range<Int> {
    let (start, end) = (tree.nodes[node].start, tree.nodes[node].end)
    return text.withUnsafeBufferPointer { text in
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
  }

  private static func commentEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var index = 4
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
  /// The places of elements in the order of the page, from which other places are counted.
  ///
  /// - Complexity: O(*n*) in the bytes of the page.
  func anchors(of elements: [Int]) -> [RecordBatch.Anchor] {
    text.withUnsafeBufferPointer { text in
      var cursor = PlaceCursor()
      return elements.map { element in
        let start = min(max(tree.nodes[element].start, cursor.offset), text.count)
        cursor.move(over: UnsafeBufferPointer(rebasing: text[cursor.offset..<start]))
        return RecordBatch.Anchor(line: cursor.line, column: cursor.column, offset: start, sourceStart: start)
      }
    }
  }

  /// Gives a batch what its places and names refer to.
  func complete(_ content: inout RecordBatch.Content, anchors: [RecordBatch.Anchor], fieldNames: [String]) {
    content.source = text
    content.anchors = anchors
    content.attributeNames = tree.names.names
    content.comparesNamesWithoutCase = true
    content.fieldNames = fieldNames
    content.fileName = fileName
    content.fileOffset = fileOffset
  }
}

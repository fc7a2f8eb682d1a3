/// Writes texts and attributes of elements of a page as fields of a record.
struct HTMLCellWriter {
  let document: HTMLDocument
  var text: HTMLTextWriter
  /// The address against which links are resolved.
  let base: PageAddress
  let separator: String

  init(document: HTMLDocument, text: HTMLTextWriter, base: String, separator: String) {
    self.document = document
    self.text = text
    self.base = PageAddress(base)
    self.separator = separator
  }

  /// Appends a cell with the text of `node`.
  ///
  /// - Parameter anchor: The number of the anchor from which the place is counted.
  mutating func append(textOf node: Int, anchor: Int, to content: inout MarkupBatch.Content) {
    let start = content.bytes.count
    text.write(node, of: document.tree, to: &content.bytes)
    content.cells.append(
      MarkupBatch.Cell(
        start: UInt32(truncatingIfNeeded: start),
        count: UInt32(truncatingIfNeeded: content.bytes.count - start),
        firstValue: 0,
        valueCount: 1,
        place: textPlace(node, anchor)
      )
    )
  }

  /// Appends a cell with the attribute of each element `name` in `root` that has it.
  mutating func append(
    _ attribute: HTMLName,
    of name: HTMLName,
    in root: Int,
    anchor: Int,
    to content: inout MarkupBatch.Content
  ) {
    var cell = CellWriter(content)
    document.forEachElement(name, in: root, text) { node in
      guard let found = document.tree.attribute(of: node, passing: attribute.rawValue) else { return }
      append(found, of: node, isAddress: true, anchor, &cell, &content)
    }
    content.cells.append(cell.cell(in: content))
  }

  /// Appends a cell with one value for each of `nodes`; those without the attribute that is asked for, or without text of their own, have none.
  mutating func append(
    _ nodes: [Int],
    _ target: HTMLFieldPath.Target,
    anchor: Int,
    to content: inout MarkupBatch.Content
  ) {
    var cell = CellWriter(content)
    for node in nodes {
      switch target {
      case .attribute(let name):
        guard let found = document.tree.attribute(of: node, named: name) else { continue }
        append(found, of: node, isAddress: name == "href" || name == "src", anchor, &cell, &content)
        continue
      case .ownText:
        guard document.hasOwnText(node, text.options) else { continue }
        cell.beginValue(separator, in: &content)
        text.writeOwnText(node, of: document.tree, to: &content.bytes)
      case .text:
        cell.beginValue(separator, in: &content)
        text.write(node, of: document.tree, to: &content.bytes)
      }
      cell.endValue(textPlace(node, anchor), in: &content)
    }
    content.cells.append(cell.cell(in: content))
  }

  private func append(
    _ attribute: Int,
    of node: Int,
    isAddress: Bool,
    _ anchor: Int,
    _ cell: inout CellWriter,
    _ content: inout MarkupBatch.Content
  ) {
    cell.beginValue(separator, in: &content)
    let written = document.tree.value(attribute)
    // Most addresses are whole, and need neither trimming nor a base.
    if !isAddress || AddressBytes.areWhole(written) || (base.isEmpty && AddressBytes.arePlain(written)) {
      content.bytes.append(written)
    } else {
      base.resolve(written).withUnsafeBufferPointer { content.bytes.append($0) }
    }
    let element = document.tree.nodes[node]
    let start = document.source.anchors[anchor].sourceStart
    let place = MarkupBatch.Place(
      anchor: anchor,
      attribute: document.tree.attributes[attribute].name,
      start: element.start - start,
      count: element.end - element.start
    )
    cell.endValue(place, in: &content)
  }

  private func textPlace(_ node: Int, _ anchor: Int) -> MarkupBatch.Place {
    let range = document.innerRange(of: node)
    return MarkupBatch.Place(
      anchor: anchor,
      start: range.lowerBound - document.source.anchors[anchor].sourceStart,
      count: range.count
    )
  }
}

extension NodeTree {
  /// The attribute of `node` with this name, or `nil`.
  func attribute(of node: Int, named name: String) -> Int? {
    let found = nodes[node]
    return (found.firstAttribute..<(found.firstAttribute + Int(found.attributeCount))).first {
      names.names[Int(attributes[$0].name)].local == name
    }
  }
}

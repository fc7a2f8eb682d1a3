/// Writes the texts or attributes of elements of a page as a field of a record.
struct HTMLCellWriter {
  let document: HTMLDocument
  /// The number of the anchor from which places are counted, and where that is in the text.
  let anchor: Int
  let anchorStart: Int
  let separator: String

  /// Appends a cell with one value for each of `nodes` that has the attribute, or with their texts.
  mutating func append(
    _ nodes: [Int],
    attribute: String?,
    name: Int32,
    base: String,
    writer: inout HTMLTextWriter,
    to content: inout RecordBatch.Content
  ) {
    let tree = document.tree
    let firstValue = content.values.count
    let start = content.bytes.count
    for node in nodes {
      let found = attribute.map { tree.attribute(of: node, named: $0) }
      if attribute != nil, found == .some(nil) { continue }
      if content.values.count > firstValue { content.bytes.append(contentsOf: separator.utf8) }
      let valueStart = content.bytes.count
      let place: RecordBatch.Place
      if let found = found ?? nil {
        let element = tree.nodes[node]
        var text = String(decoding: tree.value(found), as: UTF8.self).trimmingSpace
        if attribute == "href" || attribute == "src" { text = LibXML2.resolve(text, against: base) }
        content.bytes.append(contentsOf: text.utf8)
        place = RecordBatch.Place(
          anchor: Int32(anchor),
          attribute: tree.attributes[found].name,
          start: element.start - anchorStart,
          count: element.end - element.start
        )
      } else {
        writer.write(node, of: tree, to: &content.bytes)
        let range = document.innerRange(of: node)
        place = RecordBatch.Place(anchor: Int32(anchor), start: range.lowerBound - anchorStart, count: range.count)
      }
      content.values.append(RecordBatch.Value(start: valueStart, count: content.bytes.count - valueStart, place: place))
    }
    let count = content.values.count - firstValue
    content.cells.append(
      RecordBatch.Cell(
        firstValue: Int32(firstValue),
        valueCount: Int32(count),
        start: start,
        count: content.bytes.count - start,
        name: name,
        place: count > 0 ? content.values[firstValue].place : RecordBatch.Place()
      )
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

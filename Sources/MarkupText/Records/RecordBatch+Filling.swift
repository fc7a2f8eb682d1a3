extension RecordBatch.Content {
  /// Where the source of a record's tree begins, to turn offsets in the document into places.
  struct Origin {
    /// The anchor of the outermost record element.
    var anchor: Int32
    /// Its offset in the document.
    var offset: Int
    /// Nodes before this one are elements around the record, whose anchors are in `surrounding`.
    var firstNode: Int
    var surrounding: [Int32: Int32]

    func place(_ tree: NodeTree, _ hit: NodeTree.Hit) -> RecordBatch.Place {
      let node = tree.nodes[Int(hit.node)]
      let attribute = hit.attribute < 0 ? -1 : tree.attributes[Int(hit.attribute)].name
      if Int(hit.node) >= firstNode {
        let end = node.next == 0 ? node.start : node.end
        return RecordBatch.Place(
          anchor: anchor,
          attribute: attribute,
          start: node.start - offset,
          count: end - node.start
        )
      }
      return RecordBatch.Place(anchor: surrounding[hit.node] ?? anchor, attribute: attribute, start: 0, count: 0)
    }
  }

  /// Appends the record of the element `root` with the fields of `plan`.
  ///
  /// - Parameter hits: Memory that is used again for every record.
  mutating func append(
    _ root: Int,
    number: Int,
    of tree: NodeTree,
    plan: FieldPlan,
    origin: Origin,
    hits: inout [NodeTree.Hit]
  ) {
    let firstCell = cells.count
    for field in plan.shapes.indices {
      hits.removeAll(keepingCapacity: true)
      switch plan.shapes[field] {
      case .attribute(let slot):
        if let attribute = tree.attribute(of: root, passing: slot) {
          hits.append(NodeTree.Hit(node: Int32(root), attribute: Int32(attribute), isDirectText: false))
        }
      case .child(let slot):
        let end = tree.next(after: root)
        var child = root + 1
        while child < end {
          if tree.names.passes(tree.nodes[child].name, slot) {
            hits.append(NodeTree.Hit(node: Int32(child), attribute: -1, isDirectText: false))
          }
          child = tree.next(after: child)
        }
      case .childAttribute(let slot, let attributeSlot):
        let end = tree.next(after: root)
        var child = root + 1
        while child < end {
          if tree.names.passes(tree.nodes[child].name, slot),
            let attribute = tree.attribute(of: child, passing: attributeSlot)
          {
            hits.append(NodeTree.Hit(node: Int32(child), attribute: Int32(attribute), isDirectText: false))
          }
          child = tree.next(after: child)
        }
      case .general: tree.find(plan.fields[field], from: root, into: &hits)
      }
      appendCell(hits, name: Int32(field), of: tree, separator: plan.fields[field].separator, origin: origin)
    }
    appendRecord(root, number: number, of: tree, firstCell: firstCell, origin: origin)
  }

  mutating func appendRecord(_ root: Int, number: Int, of tree: NodeTree, firstCell: Int, origin: Origin) {
    records.append(
      RecordBatch.Record(
        number: number,
        firstCell: firstCell,
        cellCount: cells.count - firstCell,
        place: origin.place(tree, NodeTree.Hit(node: Int32(root), attribute: -1, isDirectText: false))
      )
    )
  }

  /// Appends a cell with the values of `hits`.
  mutating func appendCell(
    _ hits: [NodeTree.Hit],
    name: Int32,
    of tree: NodeTree,
    separator: String,
    origin: Origin
  ) {
    let start = bytes.count
    let firstValue = Int32(values.count)
    for index in hits.indices {
      let hit = hits[index]
      if index > 0 { bytes.append(contentsOf: separator.utf8) }
      let valueStart = bytes.count
      if hit.attribute >= 0 {
        bytes.append(contentsOf: tree.value(Int(hit.attribute)))
      } else if hit.isDirectText {
        tree.forEachDirectText(of: Int(hit.node)) { bytes.append(contentsOf: $0) }
      } else {
        bytes.append(contentsOf: tree.content(of: Int(hit.node)))
      }
      values.append(
        RecordBatch.Value(start: valueStart, count: bytes.count - valueStart, place: origin.place(tree, hit))
      )
    }
    cells.append(
      RecordBatch.Cell(
        firstValue: firstValue,
        valueCount: Int32(hits.count),
        start: start,
        count: bytes.count - start,
        name: name,
        place: hits.isEmpty ? RecordBatch.Place() : values[Int(firstValue)].place
      )
    )
  }
}

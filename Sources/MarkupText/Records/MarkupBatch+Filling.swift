extension MarkupBatch.Content {
  /// Where the source of a record's tree begins, to turn offsets in the document into places.
  struct Origin: BitwiseCopyable {
    /// The anchor of the outermost record element.
    var anchor: Int
    /// Its offset in the document.
    var offset: Int
    /// Nodes before this one are elements around the record, each with its anchor in `surrounding`.
    var firstNode: Int
    var surrounding: UnsafeBufferPointer<Int32>

    @inline(__always)
    func place(_ tree: borrowing NodeTree, node number: Int, attribute: Int32 = -1) -> MarkupBatch.Place {
      let node = tree.nodes[number]
      if number >= firstNode {
        let end = node.next == 0 ? node.start : node.end
        return MarkupBatch.Place(
          anchor: anchor,
          attribute: attribute,
          start: node.start - offset,
          count: end - node.start
        )
      }
      let known = number < surrounding.count ? surrounding[number] : -1
      return MarkupBatch.Place(anchor: known < 0 ? anchor : Int(known), attribute: attribute, start: 0, count: 0)
    }
  }

  /// Appends the record of the element `root` with the fields of `plan`.
  ///
  /// - Parameter hits: Memory that is used again for every record.
  mutating func append(
    _ root: Int,
    number: Int,
    of tree: borrowing NodeTree,
    plan: FieldPlan,
    origin: Origin,
    hits: inout [NodeTree.Hit]
  ) {
    let firstCell = cells.count
    for _ in plan.fields { cells.append(MarkupBatch.Cell()) }
    if plan.fieldOfName.count < tree.names.count { plan.learn(tree.names) }
    if plan.isAmbiguous {
      for field in plan.fields.indices where plan.fields[field].expression == nil {
        fill(firstCell + field, plan.fields[field], root, tree, origin, &hits)
      }
    } else {
      let hasSeveral = appendPlain(root, firstCell, tree, plan.fieldOfName.elements, origin)
      for chain in plan.chains.elements {
        let place = firstCell + chain.field
        let slots = UnsafeBufferPointer(rebasing: plan.chainSlots.elements[chain.first..<(chain.first + chain.count)])
        if !follow(slots[...], chain.attribute, place, root, tree, origin) {
          cells[place] = MarkupBatch.Cell()
          fill(place, plan.fields[chain.field], root, tree, origin, &hits)
        }
      }
      for field in plan.generalFields { fill(firstCell + field, plan.fields[field], root, tree, origin, &hits) }
      if hasSeveral {
        for field in plan.fields.indices where cells[firstCell + field].valueCount > 1 {
          fill(firstCell + field, plan.fields[field], root, tree, origin, &hits)
        }
      }
    }
    plan.expressions?.fill(from: firstCell, root, of: tree, origin: origin, in: &self)
    appendRecord(root, number: number, of: tree, firstCell: firstCell, origin: origin)
  }

  /// Fills the cells of fields that are attributes or children of the record in one pass over these.
  ///
  /// - Returns: Whether a field has several values, of which only the first has been taken.
  @inline(__always)
  private mutating func appendPlain(
    _ root: Int,
    _ firstCell: Int,
    _ tree: borrowing NodeTree,
    _ fieldOfName: UnsafeBufferPointer<Int32>,
    _ origin: Origin
  ) -> Bool {
    let record = tree.nodes[root]
    for index in record.firstAttribute..<(record.firstAttribute + Int(record.attributeCount)) {
      let attribute = tree.attributes[index]
      let field = Int(fieldOfName[Int(attribute.name)])
      guard field >= 0 else { continue }
      let place = origin.place(tree, node: root, attribute: attribute.name)
      set(firstCell + field, tree.value(index), place)
    }
    var hasSeveral = false
    let end = tree.next(after: root)
    var child = root + 1
    while child < end {
      let node = tree.nodes[child]
      let field = Int(fieldOfName[Int(node.name)])
      if field >= 0 {
        if cells[firstCell + field].valueCount == 0 {
          set(firstCell + field, tree.content(of: child), origin.place(tree, node: child))
        } else {
          cells[firstCell + field].valueCount += 1
          hasSeveral = true
        }
      }
      child = tree.next(after: child)
    }
    return hasSeveral
  }

  /// Fills the cell of a chain with its only value.
  ///
  /// - Returns: `false` if there are several.
  private mutating func follow(
    _ slots: Slice<UnsafeBufferPointer<Int32>>,
    _ attribute: Int32,
    _ cell: Int,
    _ node: Int,
    _ tree: borrowing NodeTree,
    _ origin: Origin
  ) -> Bool {
    guard let slot = slots.first else {
      guard attribute >= 0 else {
        if cells[cell].valueCount > 0 { return false }
        set(cell, tree.content(of: node), origin.place(tree, node: node))
        return true
      }
      let element = tree.nodes[node]
      for index in element.firstAttribute..<(element.firstAttribute + Int(element.attributeCount))
      where tree.names.passes(tree.attributes[index].name, attribute) {
        if cells[cell].valueCount > 0 { return false }
        let place = origin.place(tree, node: node, attribute: tree.attributes[index].name)
        set(cell, tree.value(index), place)
      }
      return true
    }
    let end = tree.next(after: node)
    var child = node + 1
    while child < end {
      if tree.names.passes(tree.nodes[child].name, slot) {
        guard follow(slots.dropFirst(), attribute, cell, child, tree, origin) else { return false }
      }
      child = tree.next(after: child)
    }
    return true
  }

  @inline(__always)
  private mutating func set(_ cell: Int, _ value: UnsafeBufferPointer<UInt8>, _ place: MarkupBatch.Place) {
    let start = UInt32(truncatingIfNeeded: bytes.count)
    bytes.append(value)
    cells[cell] = MarkupBatch.Cell(
      start: start,
      count: UInt32(truncatingIfNeeded: value.count),
      firstValue: 0,
      valueCount: 1,
      place: place
    )
  }

  mutating func appendRecord(_ root: Int, number: Int, of tree: borrowing NodeTree, firstCell: Int, origin: Origin) {
    records.append(
      MarkupBatch.Record(
        number: number,
        firstCell: Int32(truncatingIfNeeded: firstCell),
        cellCount: Int32(truncatingIfNeeded: cells.count - firstCell),
        place: origin.place(tree, node: root)
      )
    )
  }

  /// Fills a cell by following a path.
  private mutating func fill(
    _ cell: Int,
    _ field: FieldPath,
    _ root: Int,
    _ tree: borrowing NodeTree,
    _ origin: Origin,
    _ hits: inout [NodeTree.Hit]
  ) {
    hits.removeAll(keepingCapacity: true)
    tree.find(field, from: root, into: &hits)
    cells[cell] = makeCell(hits, of: tree, separator: field.separator, origin: origin)
  }

  /// A cell with the values of `hits`, which are appended.
  mutating func makeCell(
    _ hits: [NodeTree.Hit],
    of tree: borrowing NodeTree,
    separator: String,
    origin: Origin
  ) -> MarkupBatch.Cell {
    var writer = CellWriter(self)
    for hit in hits {
      writer.beginValue(separator, in: &self)
      var place = origin.place(tree, node: Int(hit.node))
      if hit.attribute >= 0 {
        place.attribute = tree.attributes[Int(hit.attribute)].name
        bytes.append(tree.value(Int(hit.attribute)))
      } else if hit.isDirectText {
        tree.forEachDirectText(of: Int(hit.node)) { bytes.append($0) }
      } else {
        bytes.append(tree.content(of: Int(hit.node)))
      }
      writer.endValue(place, in: &self)
    }
    return writer.cell(in: self)
  }
}

/// Collects the values of one cell.
struct CellWriter {
  private let start: Int
  private let firstValue: Int
  private var valueStart = 0
  private var count = 0
  private var place = MarkupBatch.Place()

  init(_ content: borrowing MarkupBatch.Content) {
    start = content.bytes.count
    firstValue = content.values.count
  }

  mutating func beginValue(_ separator: String, in content: inout MarkupBatch.Content) {
    if count > 0 { for byte in separator.utf8 { content.bytes.append(byte) } }
    valueStart = content.bytes.count
  }

  mutating func endValue(_ place: MarkupBatch.Place, in content: inout MarkupBatch.Content) {
    if count == 0 { self.place = place }
    count += 1
    content.values.append(
      MarkupBatch.Value(
        start: UInt32(truncatingIfNeeded: valueStart),
        count: UInt32(truncatingIfNeeded: content.bytes.count - valueStart),
        place: place
      )
    )
  }

  func cell(in content: borrowing MarkupBatch.Content) -> MarkupBatch.Cell {
    MarkupBatch.Cell(
      start: UInt32(truncatingIfNeeded: start),
      count: UInt32(truncatingIfNeeded: content.bytes.count - start),
      firstValue: UInt32(truncatingIfNeeded: firstValue),
      valueCount: UInt32(truncatingIfNeeded: count),
      place: place
    )
  }
}

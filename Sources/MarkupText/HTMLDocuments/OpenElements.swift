/// The elements of a page that libxml2 has begun and not ended, and which of them a table has ended before.
///
/// In a table, libxml2 ends a cell where the next one begins only if nothing is open in it: `<td><ul><li>a<td>b` becomes a cell in a list
/// item. Browsers end everything up to the row, and so do we; the parser's end of such an element is then passed over.
/// See https://html.spec.whatwg.org/#parsing-main-intable and the sections after it.
struct OpenElements: ~Copyable {
  /// In the order in which libxml2 has them; what we have ended is -1.
  private var nodes = FlatBuffer<Int32>(capacity: 64)

  /// How many elements libxml2 has open.
  var count: Int { nodes.count }

  /// The innermost element that is open for us too, or -1.
  @inline(__always)
  var innermost: Int32 {
    var index = nodes.count - 1
    while index >= 0 {
      if nodes[index] >= 0 { return nodes[index] }
      index -= 1
    }
    return -1
  }

  @inline(__always)
  mutating func append(_ node: Int32) { nodes.append(node) }

  /// The element that libxml2 ends, `nil` if it has been ended before.
  @inline(__always)
  mutating func removeLast() -> Int32? {
    let node = nodes[nodes.count - 1]
    nodes.removeLast(downTo: nodes.count - 1)
    return node >= 0 ? node : nil
  }

  /// Ends what cannot be open where an element of a table begins.
  ///
  /// - Parameters:
  ///   - name: The number of the element's name.
  ///   - place: Where its tag stands.
  /// - Complexity: O(*n*) in the elements that are open in the table's cell or row.
  mutating func end(before name: Int32, at place: Int, in tree: inout NodeTree) {
    func isNamed(_ name: Int32, _ wanted: HTMLName) -> Bool { tree.names.passes(name, wanted.rawValue) }
    let isCell = isNamed(name, .td) || isNamed(name, .th)
    let isRow = isNamed(name, .tr)
    let isTable = isNamed(name, .table)
    var index = nodes.count - 1
    var last = -1
    while index >= 0 {
      let node = nodes[index]
      index -= 1
      guard node >= 0 else { continue }
      let around = tree.nodes[Int(node)].name
      guard isNamed(around, .tablePart) else { continue }
      if isTable {
        // A table stands in a cell or caption, or ends the table that it stands in.
        if isNamed(around, .td) || isNamed(around, .th) || isNamed(around, .caption) { return }
        if isNamed(around, .table) { last = index + 1 }
      }
      if isNamed(around, .table) { break }
      if isCell, isNamed(around, .tr) { break }
      if isCell || isRow, isNamed(around, .thead) || isNamed(around, .tbody) || isNamed(around, .tfoot) { break }
      last = index + 1
    }
    guard last >= 0 else { return }
    for index in (last..<nodes.count).reversed() where nodes[index] >= 0 {
      tree.close(nodes[index], end: max(place, tree.nodes[Int(nodes[index])].start))
      nodes[index] = -1
    }
  }
}

/// Names the fields that a record has when nobody said which are wanted.
///
/// Each attribute, and each element with text of its own or without content, is a field. Its name is the `FieldPath` that leads to
/// it, so that what `studbook read` shows can be written into a recipe. Equal paths in one record are one field with several values.
struct FieldDiscovery {
  private struct Key: Hashable {
    /// The path of the element around it, or -1 for the record.
    var parent: Int32
    /// The name, or -1 for the text of an element that also has children.
    var name: Int32
  }

  private var paths: [Key: Int32] = [:]
  /// The paths found so far, in the order in which they were first met.
  private(set) var names: [String] = []
  private var cells: [(path: Int32, hits: [NodeTree.Hit])] = []
  private var cellOfPath: [Int32: Int] = [:]

  private mutating func path(_ parent: Int32, _ name: Int32, _ tree: borrowing NodeTree) -> Int32 {
    let key = Key(parent: parent, name: name)
    if let known = paths[key] { return known }
    let before = parent < 0 ? "" : names[Int(parent)] + "/"
    let last: String
    if name < 0 {
      last = "text()"
    } else {
      let found = tree.names.names[Int(name)]
      last = (found.isAttribute ? "@" : "") + found.qualified
    }
    let number = Int32(names.count)
    names.append(before + last)
    paths[key] = number
    return number
  }

  private mutating func add(_ hit: NodeTree.Hit, _ path: Int32) {
    if let cell = cellOfPath[path] {
      cells[cell].hits.append(hit)
    } else {
      cellOfPath[path] = cells.count
      cells.append((path, [hit]))
    }
  }

  /// Appends the record of the element `root` with all that is in it.
  ///
  /// - Complexity: O(*n*) in the record's elements and attributes.
  mutating func append(
    _ root: Int,
    number: Int,
    of tree: borrowing NodeTree,
    separator: String,
    origin: MarkupBatch.Content.Origin,
    to content: inout MarkupBatch.Content
  ) {
    cells.removeAll(keepingCapacity: true)
    cellOfPath.removeAll(keepingCapacity: true)
    visit(root, path: -1, tree)
    let firstCell = content.cells.count
    for cell in cells {
      content.cells.append(content.makeCell(cell.hits, of: tree, separator: separator, origin: origin))
      content.cellNames.append(cell.path)
    }
    content.appendRecord(root, number: number, of: tree, firstCell: firstCell, origin: origin)
  }

  private mutating func visit(_ node: Int, path: Int32, _ tree: borrowing NodeTree) {
    let found = tree.nodes[node]
    for index in found.firstAttribute..<(found.firstAttribute + Int(found.attributeCount)) {
      let hit = NodeTree.Hit(node: Int32(node), attribute: Int32(index), isDirectText: false)
      add(hit, self.path(path, tree.attributes[index].name, tree))
    }
    if tree.hasChildren(node) || path < 0 {
      var hasText = false
      tree.forEachDirectText(of: node) { if $0.contains(where: { $0 > 0x20 }) { hasText = true } }
      if hasText {
        add(NodeTree.Hit(node: Int32(node), attribute: -1, isDirectText: true), self.path(path, -1, tree))
      }
    } else if found.attributeCount == 0 || !tree.content(of: node).isEmpty {
      add(NodeTree.Hit(node: Int32(node), attribute: -1, isDirectText: false), path)
    }
    var child = node + 1
    let end = tree.next(after: node)
    while child < end {
      visit(child, path: self.path(path, tree.nodes[child].name, tree), tree)
      child = tree.next(after: child)
    }
  }
}

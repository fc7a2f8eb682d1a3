/// Names the fields that a record has when nobody said which are wanted.
///
/// Each text, number and truth value is a field. Its name is the `JSONFieldPath` that leads to it, so that what `studbook read` shows can be
/// written into a recipe. The elements of an array are one field with several values, except in records that are arrays themselves.
struct JSONFieldDiscovery {
  private struct Key: Hashable {
    /// The path of what is around it, or -1 for the record.
    var parent: Int32
    var step: JSONPathStep
  }

  private var numbers: [Key: Int32] = [:]
  private var paths: [String] = []
  private var cells: [(path: Int32, nodes: [Int])] = []
  private var cellOfPath: [Int32: Int] = [:]
  /// For each path the value that counts in the object which is looked at: a name may stand there twice.
  private var lastOfPath: [Int] = []
  private let separator: [UInt8]

  init(separator: String) { self.separator = Array(separator.utf8) }

  /// Fills the cells of a record.
  ///
  /// - Complexity: O(*n*) in the record's values.
  mutating func read(_ node: Int, of unit: JSONUnit, into storage: JSONRecordStorage) {
    cells.removeAll(keepingCapacity: true)
    cellOfPath.removeAll(keepingCapacity: true)
    visit(node, path: -1, unit)
    storage.names = []
    if unit.tree.nodes[node].nameStart >= 0 {
      storage.names.append("~")
      storage.append([node], separator: separator, of: unit, takesName: true) { _ in }
    }
    for cell in cells {
      storage.names.append(cell.path < 0 ? "@" : paths[Int(cell.path)])
      storage.append(cell.nodes, separator: separator, of: unit) { _ in }
    }
  }

  private mutating func visit(_ node: Int, path: Int32, _ unit: JSONUnit) {
    let kind = unit.tree.nodes[node].kind
    guard kind == .beginObject || kind == .beginArray else { return add(node, path) }
    var children: [Int] = []
    unit.tree.forEachChild(of: node) { children.append($0) }
    let childPaths = children.map { child in
      let found = unit.tree.nodes[child]
      return number(
        path,
        found.nameStart >= 0
          ? .name(unit.decodedName(found)) : path < 0 ? .index(Int(found.position)) : .all
      )
    }
    for (child, path) in zip(children, childPaths) { lastOfPath[Int(path)] = child }
    for (child, path) in zip(children, childPaths) where kind == .beginArray || lastOfPath[Int(path)] == child {
      visit(child, path: path, unit)
    }
  }

  private mutating func number(_ parent: Int32, _ step: JSONPathStep) -> Int32 {
    let key = Key(parent: parent, step: step)
    if let known = numbers[key] { return known }
    let number = Int32(paths.count)
    numbers[key] = number
    lastOfPath.append(-1)
    let text = step.description
    if parent < 0 {
      paths.append(text.hasPrefix(".") ? String(text.dropFirst()) : "@" + text)
    } else {
      paths.append(paths[Int(parent)] + (text.hasPrefix(".[") ? String(text.dropFirst()) : text))
    }
    return number
  }

  private mutating func add(_ node: Int, _ path: Int32) {
    if let cell = cellOfPath[path] {
      cells[cell].nodes.append(node)
    } else {
      cellOfPath[path] = cells.count
      cells.append((path, [node]))
    }
  }
}

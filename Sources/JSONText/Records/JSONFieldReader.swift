internal import Findings

/// Takes the fields of a record from its tree.
struct JSONFieldReader {
  /// A value that is of another kind than its field needs.
  struct Mismatch {
    var field: Int
    var node: Int
    var kind: JSONFinding
  }

  let fields: [JSONFieldPath]
  private let names: [String]
  private let separators: [[UInt8]]
  private var hits: [Int] = []
  private(set) var mismatches: [Mismatch] = []

  init(_ fields: [JSONFieldPath]) {
    self.fields = fields
    names = fields.map(\.text)
    separators = fields.map { Array($0.separator.utf8) }
  }

  /// Fills the cells of a record.
  ///
  /// - Parameter chain: The nodes from the unit to the record.
  mutating func read(_ chain: ArraySlice<Int>, of unit: JSONUnit, into storage: JSONRecordStorage) {
    mismatches.removeAll(keepingCapacity: true)
    storage.names = names
    for (index, field) in fields.enumerated() {
      hits.removeAll(keepingCapacity: true)
      let origin = chain[chain.endIndex - 1 - field.stepsUp]
      follow(field.steps[...], from: origin, unit, index)
      storage.append(hits, field, separators[index], of: unit) { node, kind in
        mismatches.append(Mismatch(field: index, node: node, kind: kind))
      }
    }
  }

  private mutating func follow(_ steps: ArraySlice<JSONPathStep>, from node: Int, _ unit: JSONUnit, _ field: Int) {
    guard let step = steps.first else { return hits.append(node) }
    let rest = steps.dropFirst()
    let kind = unit.tree.nodes[node].kind
    switch (step, kind) {
    case (.name(let name), .beginObject):
      if let child = unit.member(name, of: node) { follow(rest, from: child, unit, field) }
    case (.index(let position), .beginArray):
      let wanted = position < 0 ? unit.tree.childCount(of: node) + position : position
      var found: Int?
      unit.tree.forEachChild(of: node) { if Int(unit.tree.nodes[$0].position) == wanted { found = $0 } }
      if let found { follow(rest, from: found, unit, field) }
    case (.all, .beginArray), (.all, .beginObject):
      for child in unit.countingChildren(of: node) { follow(rest, from: child, unit, field) }
    case (_, .null): break
    default:
      guard mismatches.last?.field != field else { return }
      let expected =
        switch step {
        case .name: "an object"
        case .index: "an array"
        case .all: "an array or object"
        }
      let mismatch = JSONFinding.step(found: kind.words, path: "\(fields[field])", needed: expected)
      mismatches.append(Mismatch(field: field, node: node, kind: mismatch))
    }
  }
}

extension JSONRecordStorage {
  /// Adds a cell with the values of nodes.
  fileprivate func append(
    _ nodes: [Int],
    _ field: JSONFieldPath,
    _ separator: [UInt8],
    of unit: JSONUnit,
    _ report: (Int, JSONFinding) -> Void
  ) {
    append(nodes, separator: separator, of: unit, takesName: field.takesName, takesText: field.takesText) { node in
      report(node, .noText(path: field.text, isArray: unit.tree.nodes[node].kind == .beginArray))
    }
  }

  func append(
    _ nodes: [Int],
    separator: [UInt8],
    of unit: JSONUnit,
    takesName: Bool = false,
    takesText: Bool = false,
    refuse: (Int) -> Void
  ) {
    var cell = Cell(start: values.count, firstPart: parts.count)
    for index in nodes {
      let node = unit.tree.nodes[index]
      if cell.placeStart < 0 { (cell.placeStart, cell.placeEnd) = (node.start, node.end) }
      let kind: JSONRecord.Value.Kind
      switch node.kind {
      case _ where takesName: kind = node.nameStart < 0 ? .number : .string
      case .string: kind = .string
      case .number: kind = .number
      case .true, .false: kind = .boolean
      case .beginObject where takesText, .beginArray where takesText: kind = .text
      case .null: continue
      default:
        refuse(index)
        continue
      }
      if cell.partCount > 0 { values.append(contentsOf: separator) }
      let start = values.count
      if takesName {
        appendName(of: node, unit)
        if node.nameStart >= 0 { (cell.placeStart, cell.placeEnd) = (node.nameStart, node.nameEnd) }
      } else {
        appendValue(of: node, unit)
      }
      parts.append(Part(kind: kind, start: start, count: values.count - start))
      cell.partCount += 1
    }
    cell.count = values.count - cell.start
    cells.append(cell)
  }

  private func appendName(of node: JSONTree.Node, _ unit: JSONUnit) {
    guard node.nameStart >= 0 else { return values.append(contentsOf: String(node.position).utf8) }
    unit.withText(node.nameStart, node.nameEnd) { JSONString.decode($0, to: &values) }
  }

  private func appendValue(of node: JSONTree.Node, _ unit: JSONUnit) {
    unit.withText(node.start, node.end) { text in
      if node.kind == .string, node.needsDecoding {
        JSONString.decode(text, to: &values)
      } else if node.kind == .string {
        values.append(contentsOf: UnsafeBufferPointer(rebasing: text[1..<text.count - 1]))
      } else if node.kind == .number || text.allSatisfy({ $0 < 0x80 }) {
        values.append(contentsOf: text)
      } else {
        // Bytes that are no text have been reported.
        values.append(contentsOf: String(decoding: text, as: UTF8.self).utf8)
      }
    }
  }
}

extension JSONUnit {
  /// The last member of an object that has a name.
  func member(_ name: [UInt8], of node: Int) -> Int? {
    var found: Int?
    tree.forEachChild(of: node) { if hasName(name, $0) { found = $0 } }
    return found
  }

  /// The elements of an array, or the members of an object; of several with one name the last.
  func countingChildren(of node: Int) -> [Int] {
    var children: [Int] = []
    tree.forEachChild(of: node) { children.append($0) }
    guard tree.nodes[node].kind == .beginObject else { return children }
    var names: Set<[UInt8]> = []
    return children.reversed().filter { names.insert(decodedName(tree.nodes[$0])).inserted }.reversed()
  }

  private func hasName(_ name: [UInt8], _ node: Int) -> Bool {
    let node = tree.nodes[node]
    if node.nameNeedsDecoding { return decodedName(node) == name }
    guard Int(node.nameEnd - node.nameStart) - 2 == name.count else { return false }
    return withText(node.nameStart + 1, node.nameEnd - 1) { $0.elementsEqual(name) }
  }

  /// The name of a member as UTF-8.
  func decodedName(_ node: JSONTree.Node) -> [UInt8] {
    var name: [UInt8] = []
    withText(node.nameStart, node.nameEnd) { JSONString.decode($0, to: &name) }
    return name
  }
}

extension JSONEvent.Kind {
  /// What a value of this kind is called.
  var words: String {
    switch self {
    case .beginObject, .endObject: "an object"
    case .beginArray, .endArray: "an array"
    case .name, .string: "a text"
    case .number: "a number"
    case .true, .false: "true or false"
    case .null: "null"
    case .end: "nothing"
    }
  }
}

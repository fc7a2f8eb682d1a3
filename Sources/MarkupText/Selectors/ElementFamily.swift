/// The positions of a page's elements among their siblings.
///
/// Browsers make a `tbody` around rows that stand directly in a table; such rows are counted in it.
struct ElementFamily {
  private struct Kind: Hashable {
    var parent: Int32
    /// The name, or -1 for all.
    var name: Int32
  }

  private var previousSibling: [Int32]
  private var positions: [Int32]
  private var positionsOfType: [Int32]
  private var counts: [Kind: Int32] = [:]
  private let document: HTMLDocument
  /// For each row that stands directly in a table the first row of its body.
  private var bodies: [Int32: Int32] = [:]
  private var bodyPositions: [Int32: (all: Int32, ofType: Int32)] = [:]
  /// The number of the name `tbody`.
  private var bodyName: Int32 = -2

  /// - Complexity: O(*n*) in the elements of the page.
  init(_ document: HTMLDocument) {
    self.document = document
    let count = document.tree.nodes.count
    previousSibling = Array(repeating: -1, count: count)
    positions = Array(repeating: 1, count: count)
    positionsOfType = positions
    var lastChild: [Int32: Int32] = [:]
    let bodyName =
      document.tree.names.names.firstIndex { $0.local == "tbody" && !$0.isAttribute }.map { Int32($0) } ?? -2
    var openBodies: [Int32: Int32] = [:]
    for index in 0..<count {
      let node = document.tree.nodes[index]
      previousSibling[index] = lastChild[node.parent] ?? -1
      lastChild[node.parent] = Int32(index)
      if isRowOfTable(index) {
        let first = openBodies[node.parent] ?? Int32(index)
        bodies[Int32(index)] = first
        if first == index {
          openBodies[node.parent] = first
          bodyPositions[first] = (
            take(Kind(parent: node.parent, name: -1)), take(Kind(parent: node.parent, name: bodyName))
          )
        }
      } else if !openBodies.isEmpty {
        openBodies[node.parent] = nil
      }
      positions[index] = take(kind(index, isOfType: false))
      positionsOfType[index] = take(kind(index, isOfType: true))
    }
    self.bodyName = bodyName
  }

  private func isRowOfTable(_ node: Int) -> Bool {
    let parent = Int(document.tree.nodes[node].parent)
    return parent >= 0 && document.tree.isElement(node, .tr) && document.tree.isElement(parent, .table)
  }

  /// What `node` is counted among.
  private func kind(_ node: Int, isOfType: Bool) -> Kind {
    let element = document.tree.nodes[node]
    let parent = bodies.isEmpty ? nil : bodies[Int32(node)].map { -2 - $0 }
    return Kind(parent: parent ?? element.parent, name: isOfType ? element.name : -1)
  }

  private mutating func take(_ kind: Kind) -> Int32 {
    let number = counts[kind, default: 0] + 1
    counts[kind] = number
    return number
  }

  /// The sibling before `node`, or -1.
  func previous(_ node: Int) -> Int { Int(previousSibling[node]) }

  /// The position of `node` among its siblings, from 1.
  func position(_ node: Int, isFromEnd: Bool, isOfType: Bool) -> Int {
    let position = isOfType ? positionsOfType[node] : positions[node]
    guard isFromEnd else { return Int(position) }
    return Int((counts[kind(node, isOfType: isOfType)] ?? position) - position + 1)
  }

  /// The first row of the body that browsers make around a row that stands directly in a table; `nil` for all other elements.
  func body(around node: Int) -> Int? { bodies[Int32(node)].map { Int($0) } }

  /// The position of such a body among the children of its table, from 1.
  func position(ofBody firstRow: Int, isFromEnd: Bool, isOfType: Bool) -> Int {
    guard let (all, ofType) = bodyPositions[Int32(firstRow)] else { return 1 }
    let position = isOfType ? ofType : all
    guard isFromEnd else { return Int(position) }
    let kind = Kind(parent: document.tree.nodes[firstRow].parent, name: isOfType ? bodyName : -1)
    return Int((counts[kind] ?? position) - position + 1)
  }
}

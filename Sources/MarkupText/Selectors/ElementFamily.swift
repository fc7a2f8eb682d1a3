/// The positions of a page's elements among their siblings.
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
  private let tree: NodeTree

  /// - Complexity: O(*n*) in the elements of the page.
  init(_ tree: NodeTree) {
    self.tree = tree
    let count = tree.nodes.count
    previousSibling = Array(repeating: -1, count: count)
    positions = Array(repeating: 1, count: count)
    positionsOfType = positions
    var lastChild: [Int32: Int32] = [:]
    for index in 0..<count {
      let node = tree.nodes[index]
      previousSibling[index] = lastChild[node.parent] ?? -1
      lastChild[node.parent] = Int32(index)
      positions[index] = take(Kind(parent: node.parent, name: -1))
      positionsOfType[index] = take(Kind(parent: node.parent, name: node.name))
    }
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
    let element = tree.nodes[node]
    let kind = Kind(parent: element.parent, name: isOfType ? element.name : -1)
    return Int((counts[kind] ?? position) - position + 1)
  }
}

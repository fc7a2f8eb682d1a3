/// A value of a JSON text with all that is in it, as nodes in the order of the text.
struct JSONTree: Sendable {
  struct Node: Sendable, BitwiseCopyable {
    var kind: JSONEvent.Kind
    var needsDecoding: Bool
    var nameNeedsDecoding: Bool
    /// Where it stands, from the beginning of the unit.
    var start: Int32
    var end: Int32
    /// Where its name stands, with the quotes; -1 for what has none.
    var nameStart: Int32
    var nameEnd: Int32
    /// The index of the node after all that is in it.
    var next: Int32
    /// Its place among the elements or members, from 0.
    var position: Int32

    /// Where it stands with its name.
    var wholeStart: Int { Int(nameStart >= 0 ? nameStart : start) }
  }

  private(set) var nodes: [Node] = []

  mutating func removeAll() { nodes.removeAll(keepingCapacity: true) }

  /// Adds a node; containers are closed by `close`.
  mutating func append(_ event: JSONEvent, name: JSONEvent?, position: Int, origin: Int) {
    nodes.append(
      Node(
        kind: event.kind,
        needsDecoding: event.needsDecoding,
        nameNeedsDecoding: name?.needsDecoding ?? false,
        start: Int32(clamping: event.range.lowerBound - origin),
        end: Int32(clamping: event.range.upperBound - origin),
        nameStart: name.map { Int32(clamping: $0.range.lowerBound - origin) } ?? -1,
        nameEnd: name.map { Int32(clamping: $0.range.upperBound - origin) } ?? -1,
        next: Int32(nodes.count + 1),
        position: Int32(clamping: position)
      )
    )
  }

  mutating func close(_ node: Int, end: Int, origin: Int) {
    nodes[node].end = Int32(clamping: end - origin)
    nodes[node].next = Int32(nodes.count)
  }

  /// Calls `body` with the index of each element or member of a container.
  func forEachChild(of node: Int, _ body: (Int) -> Void) {
    guard nodes[node].kind == .beginObject || nodes[node].kind == .beginArray else { return }
    var child = node + 1
    let end = Int(nodes[node].next)
    while child < end {
      body(child)
      child = Int(nodes[child].next)
    }
  }

  /// How many elements or members a container has.
  func childCount(of node: Int) -> Int {
    var count = 0
    forEachChild(of: node) { _ in count += 1 }
    return count
  }
}

/// Elements of a document in flat memory, in the order of their start tags.
///
/// ```
/// nodes           group  breed  name  country   breed …
/// next              5      4     3      4         …       the node after the element and all that is in it
/// text            "Cardigan Great Britain …"              one run of bytes: an element's text is one range of it
/// attributes      name=…  number=…                        of all elements, each element's side by side
/// ```
///
/// As texts are kept in the order of the document, the text of an element with everything in it needs no joining. Nodes leave at
/// the end only, so that a stream keeps no more than the open elements and the current record.
struct NodeTree: ~Copyable {
  struct Node: BitwiseCopyable {
    /// The number of its name in `names`.
    var name: Int32
    /// The node of the element around it, or -1.
    var parent: Int32
    /// The node after everything in it; 0 while the element is open.
    var next: Int32
    var attributeCount: Int32
    var firstAttributeNumber: UInt32
    var textStartOffset: UInt32
    var textEndOffset: UInt32
    /// How many bytes of attribute values there were before it.
    var valueStart: UInt32
    /// Where its `<` stands, in bytes of the document as UTF-8.
    var start: Int
    /// Where it ends, after the `>` of its end tag.
    var end: Int

    var firstAttribute: Int { Int(firstAttributeNumber) }
    var textStart: Int { Int(textStartOffset) }
    var textEnd: Int { Int(textEndOffset) }
  }

  /// A tree holds no more bytes of text, or of attribute values, than this.
  static let greatestLength = 1 << 30

  struct Attribute: BitwiseCopyable {
    var name: Int32
    var valueStart: UInt32
    var valueEnd: UInt32
  }

  var names: NameTable
  private(set) var nodes = FlatBuffer<Node>(capacity: 256)
  private(set) var attributes = FlatBuffer<Attribute>(capacity: 256)
  private(set) var text = FlatBuffer<UInt8>(capacity: 16 << 10)
  private(set) var values = FlatBuffer<UInt8>(capacity: 4 << 10)

  init(names: consuming NameTable) { self.names = names }

  /// Makes room for what a document of so many bytes probably holds; memory that is not used then is never touched.
  mutating func reserve(documentLength: Int) {
    nodes.reserve(documentLength / 24)
    attributes.reserve(documentLength / 96)
    text.reserve(documentLength)
    values.reserve(documentLength / 8)
  }

  // MARK: Building

  /// Opens an element; its attributes follow with `appendAttribute`.
  @inline(__always)
  mutating func open(name: Int32, parent: Int32, start: Int) -> Int32 {
    let number = Int32(truncatingIfNeeded: nodes.count)
    nodes.append(
      Node(
        name: name,
        parent: parent,
        next: 0,
        attributeCount: 0,
        firstAttributeNumber: UInt32(truncatingIfNeeded: attributes.count),
        textStartOffset: UInt32(truncatingIfNeeded: text.count),
        textEndOffset: UInt32(truncatingIfNeeded: text.count),
        valueStart: UInt32(truncatingIfNeeded: values.count),
        start: start,
        end: start
      )
    )
    return number
  }

  @inline(__always)
  mutating func appendAttribute(_ name: Int32, value: UnsafeBufferPointer<UInt8>, of node: Int32) {
    let start = values.count
    values.append(value)
    attributes.append(
      Attribute(
        name: name,
        valueStart: UInt32(truncatingIfNeeded: start),
        valueEnd: UInt32(truncatingIfNeeded: values.count)
      )
    )
    nodes.base[Int(node)].attributeCount &+= 1
  }

  @inline(__always)
  mutating func appendText(_ bytes: UnsafePointer<UInt8>, _ count: Int) { text.append(bytes, count) }

  @inline(__always)
  mutating func close(_ node: Int32, end: Int) {
    let pointer = nodes.base + Int(node)
    pointer.pointee.end = end
    pointer.pointee.textEndOffset = UInt32(truncatingIfNeeded: text.count)
    pointer.pointee.next = Int32(truncatingIfNeeded: nodes.count)
  }

  /// Removes `node` and all that came after it.
  @inline(__always)
  mutating func remove(from node: Int32) {
    let removed = nodes[Int(node)]
    attributes.removeLast(downTo: removed.firstAttribute)
    values.removeLast(downTo: Int(removed.valueStart))
    text.removeLast(downTo: removed.textStart)
    nodes.removeLast(downTo: Int(node))
  }

  /// Removes what came into the open element `node`, but not its attributes.
  mutating func removeContent(of node: Int32) {
    let kept = nodes[Int(node)]
    let first = Int(node) + 1
    if first < nodes.count {
      attributes.removeLast(downTo: nodes[first].firstAttribute)
      values.removeLast(downTo: Int(nodes[first].valueStart))
    }
    text.removeLast(downTo: kept.textStart)
    nodes.removeLast(downTo: first)
  }

  // MARK: Reading

  /// The node after `node` and everything in it.
  @inline(__always)
  func next(after node: Int) -> Int {
    let next = nodes[node].next
    return next == 0 ? nodes.count : Int(next)
  }

  @inline(__always)
  func content(of node: Int) -> UnsafeBufferPointer<UInt8> {
    let found = nodes[node]
    let end = found.next == 0 ? text.count : found.textEnd
    return UnsafeBufferPointer(start: text.base + found.textStart, count: end - found.textStart)
  }

  /// Where the text of `node` ends.
  func contentEnd(of node: Int) -> Int { nodes[node].next == 0 ? text.count : nodes[node].textEnd }

  @inline(__always)
  func value(_ attribute: Int) -> UnsafeBufferPointer<UInt8> {
    let found = attributes[attribute]
    return UnsafeBufferPointer(
      start: values.base + Int(found.valueStart),
      count: Int(found.valueEnd - found.valueStart)
    )
  }

  /// The attribute of `node` that passes the name test `slot`, or `nil`.
  @inline(__always)
  func attribute(of node: Int, passing slot: Int32) -> Int? {
    let found = nodes[node]
    var index = found.firstAttribute
    let end = index &+ Int(found.attributeCount)
    while index < end {
      if names.passes(attributes.base[index].name, slot) { return index }
      index &+= 1
    }
    return nil
  }

  /// Whether `node` has element children.
  func hasChildren(_ node: Int) -> Bool { next(after: node) > node + 1 }

  /// Calls `body` with each run of text that stands directly in `node`, in order.
  func forEachDirectText(of node: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var from = nodes[node].textStart
    let end = nodes[node].next == 0 ? text.count : nodes[node].textEnd
    var child = node + 1
    let after = next(after: node)
    while child < after {
      let range = nodes[child]
      if range.textStart > from { body(UnsafeBufferPointer(start: text.base + from, count: range.textStart - from)) }
      from = range.next == 0 ? end : range.textEnd
      child = next(after: child)
    }
    if end > from { body(UnsafeBufferPointer(start: text.base + from, count: end - from)) }
  }
}

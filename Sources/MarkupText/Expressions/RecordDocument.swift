internal import CLibXML2

/// A copy of a record, with the elements around it, as libxml2's own tree.
///
/// Each node knows its number in the `NodeTree`. Elements have a namespace only if an expression names it; all others have none, so that names without
/// a prefix fit them.
final class RecordDocument {
  private let document: xmlDocPtr
  /// The record's element.
  private(set) var record: xmlNodePtr?

  init?(_ root: Int, of tree: borrowing NodeTree, naming: NamespaceNaming) {
    guard let document = xmlNewDoc("1.0") else { return nil }
    self.document = document
    var chain: [Int] = []
    var parent = root
    while parent >= 0 {
      chain.append(parent)
      parent = Int(tree.nodes[parent].parent)
    }
    var outer: xmlNodePtr?
    for node in chain.reversed() where node != root {
      let element = makeElement(node, of: tree, naming)
      add(element, to: outer)
      addSurroundings(of: node, upTo: chain, tree, naming, to: element)
      outer = element
    }
    record = copy(root, of: tree, naming, into: outer)
  }

  deinit { xmlFreeDoc(document) }

  private func add(_ element: xmlNodePtr?, to outer: xmlNodePtr?) {
    if let outer { xmlAddChild(outer, element) } else { xmlDocSetRootElement(document, element) }
  }

  /// Copies the elements before the record that are kept for it.
  private func addSurroundings(
    of node: Int,
    upTo chain: [Int],
    _ tree: borrowing NodeTree,
    _ naming: NamespaceNaming,
    to element: xmlNodePtr?
  ) {
    var child = node + 1
    let end = tree.next(after: node)
    while child < end, !chain.contains(child) {
      _ = copy(child, of: tree, naming, into: element)
      child = tree.next(after: child)
    }
  }

  /// Copies an element with everything in it.
  private func copy(_ root: Int, of tree: borrowing NodeTree, _ naming: NamespaceNaming, into outer: xmlNodePtr?)
    -> xmlNodePtr?
  {
    let top = makeElement(root, of: tree, naming)
    add(top, to: outer)
    var open: [(node: Int, element: xmlNodePtr?)] = [(root, top)]
    var text = tree.nodes[root].textStart
    var node = root + 1
    let end = tree.next(after: root)
    while node < end || !open.isEmpty {
      if let last = open.last, node >= tree.next(after: last.node) {
        let textEnd = tree.contentEnd(of: last.node)
        addText(tree, text, textEnd, of: last.node, to: last.element)
        text = max(text, textEnd)
        open.removeLast()
        continue
      }
      guard let last = open.last else { break }
      let start = tree.nodes[node].textStart
      addText(tree, text, start, of: last.node, to: last.element)
      text = max(text, start)
      let element = makeElement(node, of: tree, naming)
      xmlAddChild(last.element, element)
      open.append((node, element))
      node += 1
    }
    return top
  }

  private func addText(_ tree: borrowing NodeTree, _ start: Int, _ end: Int, of node: Int, to element: xmlNodePtr?) {
    guard end > start, let text = xmlNewDocTextLen(document, tree.text.base + start, Int32(end - start)) else { return }
    text.pointee._private = UnsafeMutableRawPointer(bitPattern: node + 1)
    xmlAddChild(element, text)
  }

  private func makeElement(_ node: Int, of tree: borrowing NodeTree, _ naming: NamespaceNaming) -> xmlNodePtr? {
    let name = tree.names.names[Int(tree.nodes[node].name)]
    guard let element = xmlNewDocNode(document, nil, name.local, nil) else { return nil }
    element.pointee._private = UnsafeMutableRawPointer(bitPattern: node + 1)
    if let address = naming.address(of: name) { element.pointee.ns = xmlNewNs(element, address, "e") }
    let first = tree.nodes[node].firstAttribute
    for index in first..<(first + Int(tree.nodes[node].attributeCount)) {
      let name = tree.names.names[Int(tree.attributes[index].name)]
      let value = String(decoding: tree.value(index), as: UTF8.self)
      let attribute: xmlAttrPtr?
      if name.prefix == "xml" {
        attribute = xmlNewNsProp(element, xmlSearchNs(document, element, "xml"), name.local, value)
      } else if let address = naming.address(of: name) {
        attribute = xmlNewNsProp(element, xmlNewNs(element, address, "a\(index)"), name.local, value)
      } else {
        attribute = xmlNewNsProp(element, nil, name.local, value)
      }
      attribute?.pointee._private = UnsafeMutableRawPointer(bitPattern: index + 1)
    }
    return element
  }
}

/// What namespaces are called where expressions are evaluated.
struct NamespaceNaming {
  /// For each prefix of the expressions what it stands for.
  private(set) var addresses: [String: String] = [:]
  private let known: Set<String>
  private let defaultAddress: String?

  init(prefixes: Set<String>, map: [String: String]) {
    for prefix in prefixes { addresses[prefix] = map[prefix] ?? Self.written(prefix) }
    known = Set(prefixes.compactMap { map[$0] })
    defaultAddress = map[""]
  }

  /// What stands for a prefix that is compared as it is written.
  private static func written(_ prefix: String) -> String { "prefix:" + prefix }

  /// The namespace that a name has in the copy; `nil` for none.
  func address(of name: NameTable.Name) -> String? {
    if let namespace = name.namespace, known.contains(namespace) { return namespace }
    if let prefix = name.prefix, addresses[prefix] == Self.written(prefix) { return Self.written(prefix) }
    guard !name.isAttribute else { return name.prefix.map(Self.written) }
    if let defaultAddress, name.namespace ?? "" != defaultAddress { return "other:" }
    return nil
  }
}

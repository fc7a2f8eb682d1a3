/// Names the fields that an element of a page has when nobody said which are wanted.
///
/// Each name is the `HTMLFieldPath` that leads to its values.
struct HTMLFieldDiscovery {
  struct Found {
    var name: String
    var target: HTMLFieldPath.Target
    var nodes: [Int]
  }

  let document: HTMLDocument
  let writer: HTMLTextWriter

  /// The terms in `root` with the definitions that follow each.
  func definitions(_ root: Int) -> [(term: String, nodes: [Int])] {
    var found: [(term: String, nodes: [Int])] = []
    for node in root..<document.tree.next(after: root) {
      if document.tree.isElement(node, .dt) {
        found.append((document.text(of: node, writer.options), []))
      } else if document.tree.isElement(node, .dd), !found.isEmpty {
        found[found.count - 1].nodes.append(node)
      }
    }
    return found
  }

  /// What is in `root`, in the order in which it is first met.
  func fields(of root: Int) -> [Found] {
    var found = FoundFields()
    let definitions = definitions(root)
    for (term, values) in definitions { for value in values { found.add("dt:\(term)", .text, value) } }
    guard definitions.isEmpty else { return found.inOrder }
    var node = root
    while node < document.tree.next(after: root) {
      if writer.drops(node, of: document.tree) {
        node = document.tree.next(after: node)
        continue
      }
      add(node, node == root ? "" : mark(node), to: &found)
      node += 1
    }
    return found.inOrder
  }

  /// The selector of an element: its first class, or its name.
  private func mark(_ node: Int) -> String {
    return document.tree.text(of: .class, in: node)?.split(whereSeparator: \.isWhitespace).first.map { ".\($0)" }
      ?? document.tree.name(of: node)
  }

  /// Adds the values of one element.
  ///
  /// - Parameter mark: Its selector, empty for the record.
  private func add(_ node: Int, _ mark: String, to found: inout FoundFields) {
    if document.hasOwnText(node, writer.options) {
      if hasTextInside(node) {
        found.add(mark.isEmpty ? "text()" : "\(mark)/text()", .ownText, node)
      } else {
        found.add(mark.isEmpty ? "." : mark, .text, node)
      }
    }
    if document.tree.isElement(node, .a), document.tree.attribute(of: node, passing: HTMLName.href.rawValue) != nil {
      found.add("\(mark)@href", .attribute("href"), node)
    }
    if document.tree.isElement(node, .img), document.tree.attribute(of: node, passing: HTMLName.src.rawValue) != nil {
      found.add("\(mark)@src", .attribute("src"), node)
    }
  }

  /// Whether an element in `node` has text.
  private func hasTextInside(_ node: Int) -> Bool {
    var inner = node + 1
    while inner < document.tree.next(after: node) {
      if writer.drops(inner, of: document.tree) {
        inner = document.tree.next(after: inner)
      } else if document.hasOwnText(inner, writer.options) {
        return true
      } else {
        inner += 1
      }
    }
    return false
  }

  /// The fields of one record by their names.
  private struct FoundFields {
    private(set) var inOrder: [Found] = []
    private var numbers: [String: Int] = [:]

    mutating func add(_ name: String, _ target: HTMLFieldPath.Target, _ node: Int) {
      if let number = numbers[name] { return inOrder[number].nodes.append(node) }
      numbers[name] = inOrder.count
      inOrder.append(Found(name: name, target: target, nodes: [node]))
    }
  }
}

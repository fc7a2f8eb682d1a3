extension CSSSelector {
  /// The elements that the selector fits, in the order of the page.
  ///
  /// - Complexity: O(*n*) in the elements, times the ancestors for combinators.
  func elements(in tree: NodeTree, below root: Int? = nil) -> [Int] {
    let range = root.map { ($0 + 1)..<max($0 + 1, tree.next(after: $0)) } ?? 0..<tree.nodes.count
    return range.filter { node in chains.contains { matches($0, node, tree) } }
  }

  private func matches(_ chain: Chain, _ node: Int, _ tree: NodeTree) -> Bool {
    matches(chain.last, node, tree) && matches(chain.before[...], from: node, tree)
  }

  private func matches(
    _ links: ArraySlice<(combinator: Combinator, compound: Compound)>,
    from node: Int,
    _ tree: NodeTree
  ) -> Bool {
    guard let link = links.first else { return true }
    let rest = links.dropFirst()
    switch link.combinator {
    case .child:
      let parent = Int(tree.nodes[node].parent)
      return parent >= 0 && matches(link.compound, parent, tree) && matches(rest, from: parent, tree)
    case .descendant:
      var parent = Int(tree.nodes[node].parent)
      while parent >= 0 {
        if matches(link.compound, parent, tree), matches(rest, from: parent, tree) { return true }
        parent = Int(tree.nodes[parent].parent)
      }
      return false
    case .nextSibling:
      guard let sibling = siblings(of: node, tree).last(where: { $0 < node }) else { return false }
      return matches(link.compound, sibling, tree) && matches(rest, from: sibling, tree)
    case .laterSibling:
      return siblings(of: node, tree).contains {
        $0 < node && matches(link.compound, $0, tree) && matches(rest, from: $0, tree)
      }
    }
  }

  private func siblings(of node: Int, _ tree: NodeTree) -> [Int] {
    let parent = Int(tree.nodes[node].parent)
    var found: [Int] = []
    var child = parent < 0 ? 0 : parent + 1
    let end = parent < 0 ? tree.nodes.count : tree.next(after: parent)
    while child < end {
      found.append(child)
      child = tree.next(after: child)
    }
    return found
  }

  private func matches(_ compound: Compound, _ node: Int, _ tree: NodeTree) -> Bool {
    if let name = compound.name, tree.name(of: node) != name { return false }
    return compound.conditions.allSatisfy { holds($0, node, tree) }
  }

  private func value(_ name: String, _ node: Int, _ tree: NodeTree) -> String? {
    let found = tree.nodes[node]
    for index in found.firstAttribute..<(found.firstAttribute + Int(found.attributeCount))
    where tree.names.names[Int(tree.attributes[index].name)].local == name {
      return String(decoding: tree.value(index), as: UTF8.self)
    }
    return nil
  }

  private func holds(_ condition: Condition, _ node: Int, _ tree: NodeTree) -> Bool {
    switch condition {
    case .id(let id): return tree.text(of: .id, in: node) == id
    case .class(let name):
      return tree.text(of: .class, in: node)?.split(whereSeparator: \.isWhitespace).contains { $0 == name } ?? false
    case .attribute(let name, let match):
      guard let value = value(name, node, tree) else { return false }
      return Self.holds(match, value)
    case .empty: return tree.next(after: node) == node + 1 && tree.content(of: node).isEmpty
    case .root: return tree.nodes[node].parent < 0
    case .not(let compound): return !matches(compound, node, tree)
    case .position(let step, let offset, let isFromEnd, let isOfType):
      var family = siblings(of: node, tree)
      if isOfType { family = family.filter { tree.name(of: $0) == tree.name(of: node) } }
      guard let index = family.firstIndex(of: node) else { return false }
      let distance = (isFromEnd ? family.count - index : index + 1) - offset
      return step == 0 ? distance == 0 : distance % step == 0 && distance / step >= 0
    }
  }

  private static func holds(_ match: AttributeMatch, _ value: String) -> Bool {
    switch match {
    case .exists: true
    case .equals(let wanted): value == wanted
    case .hasWord(let wanted): value.split(whereSeparator: \.isWhitespace).contains { $0 == wanted }
    case .hasLanguage(let wanted): value == wanted || value.hasPrefix(wanted + "-")
    case .startsWith(let wanted): !wanted.isEmpty && value.hasPrefix(wanted)
    case .endsWith(let wanted): !wanted.isEmpty && value.hasSuffix(wanted)
    case .contains(let wanted): !wanted.isEmpty && value.contains(wanted)
    }
  }
}

extension CSSSelector {
  /// The elements that the selector fits, in the order of the page.
  ///
  /// - Complexity: O(*n*) in the elements, times the ancestors for combinators.
  func elements(in document: HTMLDocument) -> [Int] {
    elements(in: 0..<document.tree.nodes.count, CSSMatching(document))
  }

  /// The elements among `range` that the selector fits.
  ///
  /// - Parameter scope: The element that `:scope` stands for; the root for `nil`.
  func elements(in range: Range<Int>, _ matching: CSSMatching, scope: Int? = nil) -> [Int] {
    matching.scope = scope
    defer { matching.scope = nil }
    return range.filter { node in chains.contains { matching.matches($0, node) } }
  }

  /// The innermost element around `node` that the selector fits, or -1.
  func closest(around node: Int, _ matching: CSSMatching) -> Int {
    var node = node
    while node >= 0 {
      node = matching.parent(of: node)
      if node >= 0, chains.contains(where: { matching.matches($0, node) }) { return node }
    }
    return -1
  }
}

/// Matches selectors with the elements of one page.
final class CSSMatching {
  typealias Chain = CSSSelector.Chain
  typealias Combinator = CSSSelector.Combinator
  typealias Compound = CSSSelector.Compound
  typealias Condition = CSSSelector.Condition
  typealias AttributeMatch = CSSSelector.AttributeMatch

  private let document: HTMLDocument
  /// The element from which a selector is seen, if it is seen from one.
  fileprivate(set) var scope: Int?
  /// Made when a selector first asks for positions or neighbours.
  private lazy var family = ElementFamily(document)

  init(_ document: HTMLDocument) { self.document = document }

  /// The element around `node`, or -1.
  func parent(of node: Int) -> Int { Int(document.tree.nodes[node].parent) }

  /// Whether a chain fits `node`.
  func matches(_ chain: Chain, _ node: Int) -> Bool {
    matches(chain.last, node) && matches(chain.before[...], from: node)
  }

  private func matches(
    _ links: ArraySlice<(combinator: Combinator, compound: Compound)>,
    from node: Int
  ) -> Bool {
    guard let link = links.first else { return true }
    let rest = links.dropFirst()
    switch link.combinator {
    case .child:
      if let body = body(link.compound, around: node), matches(rest, from: body) { return true }
      let parent = Int(document.tree.nodes[node].parent)
      return parent >= 0 && matches(link.compound, parent) && matches(rest, from: parent)
    case .descendant:
      var inner = node
      while inner >= 0 {
        if let body = body(link.compound, around: inner), matches(rest, from: body) { return true }
        inner = Int(document.tree.nodes[inner].parent)
        if inner >= 0, matches(link.compound, inner), matches(rest, from: inner) { return true }
      }
      return false
    case .nextSibling:
      let sibling = family.previous(node)
      return sibling >= 0 && matches(link.compound, sibling) && matches(rest, from: sibling)
    case .laterSibling:
      var sibling = family.previous(node)
      while sibling >= 0 {
        if matches(link.compound, sibling), matches(rest, from: sibling) { return true }
        sibling = family.previous(sibling)
      }
      return false
    }
  }

  private func matches(_ compound: Compound, _ node: Int) -> Bool {
    if let name = compound.name, document.tree.name(of: node) != name { return false }
    return compound.conditions.allSatisfy { holds($0, node) }
  }

  private func value(_ name: String, _ node: Int) -> String? {
    let found = document.tree.nodes[node]
    for index in found.firstAttribute..<(found.firstAttribute + Int(found.attributeCount))
    where document.tree.names.names[Int(document.tree.attributes[index].name)].local == name {
      return String(decoding: document.tree.value(index), as: UTF8.self)
    }
    return nil
  }

  private func holds(_ condition: Condition, _ node: Int) -> Bool {
    switch condition {
    case .id(let id): return document.tree.text(of: .id, in: node) == id
    case .class(let name):
      return document.tree.text(of: .class, in: node)?.split(whereSeparator: \.isWhitespace).contains { $0 == name }
        ?? false
    case .attribute(let name, let match, let ignoresCase):
      guard let value = value(name, node) else { return false }
      return Self.holds(match, ignoresCase ? value.lowercased() : value)
    case .empty: return document.tree.next(after: node) == node + 1 && document.tree.content(of: node).isEmpty
    case .root: return document.tree.nodes[node].parent < 0
    case .scope: return scope.map { $0 == node } ?? (document.tree.nodes[node].parent < 0)
    case .not(let chains): return !chains.contains { matches($0, node) }
    case .any(let chains): return chains.contains { matches($0, node) }
    case .has(let relatives): return relatives.contains { hasRelative($0, node) }
    case .position(let step, let offset, let isFromEnd, let isOfType):
      return Self.stands(family.position(node, isFromEnd: isFromEnd, isOfType: isOfType), step, offset)
    }
  }

  private static func stands(_ position: Int, _ step: Int, _ offset: Int) -> Bool {
    let distance = position - offset
    return step == 0 ? distance == 0 : distance % step == 0 && distance / step >= 0
  }

  /// The first row of the body around `node` that browsers make though no tag says so, if `compound` fits it.
  ///
  /// As this row stands where the body would, what is around the body is around the row.
  private func body(_ compound: Compound, around node: Int) -> Int? {
    guard compound.name == "tbody", document.tree.isElement(node, .tr), let body = family.body(around: node) else {
      return nil
    }
    let fits = compound.conditions.allSatisfy { condition in
      guard case .position(let step, let offset, let isFromEnd, let isOfType) = condition else { return false }
      return Self.stands(family.position(ofBody: body, isFromEnd: isFromEnd, isOfType: isOfType), step, offset)
    }
    return fits ? body : nil
  }

  private func hasRelative(_ relative: CSSSelector.Relative, _ node: Int) -> Bool {
    let range: Range<Int>
    switch relative.combinator {
    case .descendant, .child: range = (node + 1)..<max(node + 1, document.tree.next(after: node))
    case .nextSibling, .laterSibling:
      let parent = Int(document.tree.nodes[node].parent)
      let end = parent < 0 ? document.tree.nodes.count : document.tree.next(after: parent)
      range = document.tree.next(after: node)..<max(end, document.tree.next(after: node))
    }
    return range.contains { candidate in
      matches(relative.chain, candidate)
        && stands(first(of: relative.chain, from: candidate), relative.combinator, to: node)
    }
  }

  /// The element that the first part of a chain fits, for chains of children and neighbours; the candidate itself otherwise.
  private func first(of chain: Chain, from candidate: Int) -> Int {
    var node = candidate
    for link in chain.before {
      switch link.combinator {
      case .child: node = Int(document.tree.nodes[node].parent)
      case .nextSibling: node = family.previous(node)
      case .descendant, .laterSibling: return candidate
      }
      if node < 0 { return candidate }
    }
    return node
  }

  private func stands(_ node: Int, _ combinator: Combinator, to other: Int) -> Bool {
    switch combinator {
    case .descendant: true
    case .child: Int(document.tree.nodes[node].parent) == other
    case .nextSibling: family.previous(node) == other
    case .laterSibling: document.tree.nodes[node].parent == document.tree.nodes[other].parent
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

extension NodeTree {
  /// A place that a path leads to.
  struct Hit: BitwiseCopyable {
    var node: Int32
    /// The attribute in `attributes`, or -1 for the element.
    var attribute: Int32
    /// Whether only the text that stands directly in the element is meant.
    var isDirectText: Bool
  }

  /// Appends what `field` leads to from `root`, in the order of the document.
  func find(_ field: FieldPath, from root: Int, into hits: inout [Hit]) {
    let first = hits.count
    for alternative in field.alternatives { walk(alternative, 0, root, &hits) }
    if field.alternatives.count > 1, hits.count - first > 1 {
      hits[first...].sort { ($0.node, $0.attribute) < ($1.node, $1.attribute) }
    }
  }

  private func walk(_ path: FieldPath.Alternative, _ index: Int, _ node: Int, _ hits: inout [Hit]) {
    guard index < path.steps.count else { return append(path.target, node, &hits) }
    let step = path.steps[index]
    if step.predicates.isEmpty {
      forEach(step, from: node) { walk(path, index + 1, $0, &hits) }
    } else {
      for selected in select(step, from: node) { walk(path, index + 1, selected, &hits) }
    }
  }

  private func append(_ target: FieldPath.Target, _ node: Int, _ hits: inout [Hit]) {
    switch target {
    case .content: hits.append(Hit(node: Int32(node), attribute: -1, isDirectText: false))
    case .text:
      // The white space with which a document sets off its elements is no text.
      let least: UInt8 = hasChildren(node) ? 0x21 : 0
      var hasText = false
      forEachDirectText(of: node) { if $0.contains(where: { $0 >= least }) { hasText = true } }
      if hasText { hits.append(Hit(node: Int32(node), attribute: -1, isDirectText: true)) }
    case .attribute(let test):
      let first = nodes[node].firstAttribute
      for index in first..<(first + Int(nodes[node].attributeCount))
      where names.passes(attributes[index].name, test.slot) {
        hits.append(Hit(node: Int32(node), attribute: Int32(index), isDirectText: false))
      }
    }
  }

  /// Calls `body` with the nodes that the step leads to, its predicates aside.
  private func forEach(_ step: PathStep, from node: Int, _ body: (Int) -> Void) {
    switch step.axis {
    case .itself: body(node)
    case .parent:
      let parent = Int(nodes[node].parent)
      if parent >= 0, names.passes(nodes[parent].name, step.test.slot) { body(parent) }
    case .ancestor:
      var parent = Int(nodes[node].parent)
      while parent >= 0 {
        if names.passes(nodes[parent].name, step.test.slot) { body(parent) }
        parent = Int(nodes[parent].parent)
      }
    case .child:
      let end = next(after: node)
      var child = node + 1
      while child < end {
        if names.passes(nodes[child].name, step.test.slot) { body(child) }
        child = next(after: child)
      }
    case .descendant:
      let end = next(after: node)
      for child in (node + 1)..<max(end, node + 1) where names.passes(nodes[child].name, step.test.slot) { body(child) }
    }
  }

  /// The nodes that the step leads to and whose predicates hold.
  private func select(_ step: PathStep, from node: Int) -> [Int] {
    var candidates: [Int] = []
    forEach(step, from: node) { candidates.append($0) }
    // `//note[2]` counts among the children of one element, as in XPath.
    guard step.axis == .descendant, step.predicates.contains(where: \.isPositional) else {
      return filter(candidates, step.predicates)
    }
    let groups = Dictionary(grouping: candidates) { nodes[$0].parent }
    return groups.values.flatMap { filter($0, step.predicates) }.sorted()
  }

  private func filter(_ candidates: [Int], _ predicates: [PathPredicate]) -> [Int] {
    var remaining = candidates
    for predicate in predicates {
      let count = remaining.count
      var kept: [Int] = []
      for (index, node) in remaining.enumerated() where holds(predicate, node, position: index + 1, count: count) {
        kept.append(node)
      }
      remaining = kept
    }
    return remaining
  }

  // MARK: Predicates

  /// Whether `predicate` holds for `node`, which is the one at `position` of `count`.
  func holds(_ predicate: PathPredicate, _ node: Int, position: Int, count: Int) -> Bool {
    switch predicate {
    case .exists(let operand): return exists(operand, node)
    case .not(let inner): return !holds(inner, node, position: position, count: count)
    case .and(let left, let right):
      return holds(left, node, position: position, count: count) && holds(right, node, position: position, count: count)
    case .or(let left, let right):
      return holds(left, node, position: position, count: count) || holds(right, node, position: position, count: count)
    case .parent(let test, let conditions):
      let parent = Int(nodes[node].parent)
      return parent >= 0 && names.passes(nodes[parent].name, test.slot)
        && conditions.allSatisfy { holds($0, parent, position: 0, count: 0) }
    case .contains(let whole, let part):
      guard let whole = texts(whole, node).first else { return false }
      return Self.firstRange(of: texts(part, node).first ?? [], in: whole)
    case .startsWith(let whole, let part):
      guard let whole = texts(whole, node).first else { return false }
      return whole.starts(with: texts(part, node).first ?? [])
    case .compare(let left, let comparison, let right):
      return compare(left, comparison, right, node, position: position, count: count)
    }
  }

  private func exists(_ operand: PathOperand, _ node: Int) -> Bool {
    switch operand {
    case .attribute(let test): attribute(of: node, passing: test.slot) != nil
    case .number(let number): number != 0
    default: texts(operand, node).contains { !$0.isEmpty } || isChild(operand) && !texts(operand, node).isEmpty
    }
  }

  private func isChild(_ operand: PathOperand) -> Bool {
    if case .child = operand { true } else { false }
  }

  /// The texts that an operand stands for; children may give several, of which one has to do.
  private func texts(_ operand: PathOperand, _ node: Int) -> [[UInt8]] {
    switch operand {
    case .attribute(let test): return attribute(of: node, passing: test.slot).map { [Array(value($0))] } ?? []
    case .text: return [Array(content(of: node))]
    case .literal(let bytes): return [bytes]
    case .number(let number): return [Array((Int64(exactly: number).map { "\($0)" } ?? "\(number)").utf8)]
    case .position, .last: return []
    case .child(let test):
      var found: [[UInt8]] = []
      forEach(PathStep(axis: .child, test: test), from: node) { found.append(Array(content(of: $0))) }
      return found
    }
  }

  private func numbers(_ operand: PathOperand, _ node: Int, position: Int, count: Int) -> [Double] {
    switch operand {
    case .position: [Double(position)]
    case .last: [Double(count)]
    case .number(let number): [number]
    default: texts(operand, node).compactMap { Self.number($0) }
    }
  }

  private func compare(
    _ left: PathOperand,
    _ comparison: PathPredicate.Comparison,
    _ right: PathOperand,
    _ node: Int,
    position: Int,
    count: Int
  ) -> Bool {
    let isNumeric: Bool
    switch (left, right) {
    case (.number, _), (_, .number), (.position, _), (_, .position), (.last, _), (_, .last): isNumeric = true
    default: isNumeric = comparison != .equal && comparison != .notEqual
    }
    if isNumeric {
      let lefts = numbers(left, node, position: position, count: count)
      let rights = numbers(right, node, position: position, count: count)
      return lefts.contains { one in rights.contains { Self.compare(one, comparison, $0) } }
    }
    let lefts = texts(left, node)
    let rights = texts(right, node)
    return lefts.contains { one in rights.contains { (one == $0) == (comparison == .equal) } }
  }

  private static func compare(_ left: Double, _ comparison: PathPredicate.Comparison, _ right: Double) -> Bool {
    switch comparison {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  /// The number that the text is, white space around it aside.
  private static func number(_ bytes: [UInt8]) -> Double? {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return nil }
    return Double(String(decoding: bytes[first...last], as: UTF8.self))
  }

  private static func firstRange(of part: [UInt8], in whole: [UInt8]) -> Bool {
    guard !part.isEmpty else { return true }
    guard part.count <= whole.count else { return false }
    return (0...(whole.count - part.count)).contains { whole[$0..<($0 + part.count)].elementsEqual(part) }
  }
}

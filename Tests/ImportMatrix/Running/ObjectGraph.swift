package import AttributeValues

/// The objects of a store with their values and relationships, without their keys: two stores hold the same when their graphs do.
package struct ObjectGraph: Sendable, Equatable {
  /// One object; members are places among all objects.
  package struct Node: Sendable, Equatable {
    package var entity: String
    package var values: [String: AttributeValue]
    package var links: [String: [Int]]
    /// The relationships whose order counts.
    package var ordered: Set<String>
  }

  package var nodes: [Node]

  package init(_ nodes: [Node]) { self.nodes = nodes }

  /// The graph of a reference import.
  package init(_ world: ReferenceWorld) {
    nodes = world.objects.indices.map { index in
      let object = world.objects[index]
      var values: [String: AttributeValue] = [:]
      for attribute in world.model.attributes(of: object.entity) {
        values[attribute.name] = world.value(index, attribute.name)
      }
      let ordered = world.model.relationships(of: object.entity).filter { $0.isToMany && $0.isOrdered }.map(\.name)
      return Node(entity: object.entity, values: values, links: object.links, ordered: Set(ordered))
    }
  }

  /// Each object as a line, sorted: its values, and for each relationship the values of its members.
  package var lines: [String] {
    let own = nodes.map { node in
      let values = node.values.filter { !$0.value.isNull }.sorted { $0.key < $1.key }
      return "\(node.entity)(\(values.map { "\($0.key): \($0.value.sourceText)" }.joined(separator: ", ")))"
    }
    return nodes.indices.map { index in
      own[index] + text(of: index) { own[$0] }
    }
    .sorted()
  }

  private func text(of index: Int, _ name: (Int) -> String) -> String {
    nodes[index].links.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { key, members in
      let names = members.map(name)
      let list = nodes[index].ordered.contains(key) ? names : names.sorted()
      return "\n    \(key) = [\(list.joined(separator: ", "))]"
    }
    .joined()
  }

  /// Each object as a number that stands for all that can be reached from it within as many steps as there are objects.
  private var colours: [Int] {
    var colours = nodes.map { "\($0.entity)\($0.values.sorted { $0.key < $1.key })".hashValue }
    for _ in nodes.indices {
      let known = colours
      colours = nodes.indices.map { index in "\(known[index])\(text(of: index) { String(known[$0]) })".hashValue }
    }
    return colours.sorted()
  }

  /// What differs from another graph; empty if nothing does.
  package func differences(from other: ObjectGraph, named name: String, _ otherName: String) -> [String] {
    let (own, others) = (lines, other.lines)
    if own == others {
      return colours == other.colours ? [] : ["the same objects, but connected otherwise in \(name) and \(otherName)"]
    }
    var rest = others
    var surplus: [String] = []
    for line in own {
      if let place = rest.firstIndex(of: line) { rest.remove(at: place) } else { surplus.append(line) }
    }
    return surplus.map { "only in \(name): \($0)" } + rest.map { "only in \(otherName): \($0)" }
  }
}

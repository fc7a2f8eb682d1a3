/// Which entity inherits from which, by name, while a model is read: without circles, and no deeper than any real model.
///
/// An entity has all properties of its parents, and its hash holds all of theirs, so that a chain of entities costs the square of its length.
package struct ParentTree {
  /// How many parents one above the other an entity may have.
  package static let deepest = 256

  private var parents: [String: String] = [:]
  /// A shorter way to the root of each entity that has a parent.
  private var shortcuts: [String: String] = [:]

  /// A tree without entities.
  package init() {}

  /// Makes `name`, which has no parent yet, a child of `parent`.
  ///
  /// - Returns: `false` if that would close a circle; nothing is linked then.
  /// - Complexity: nearly O(1) on average.
  package mutating func link(_ name: String, to parent: String) -> Bool {
    guard root(of: parent) != name else { return false }
    parents[name] = parent
    shortcuts[name] = parent
    return true
  }

  private mutating func root(of name: String) -> String {
    var current = name
    while let next = shortcuts[current] {
      // Each entity on the way points farther up from now on.
      if let farther = shortcuts[next] { shortcuts[current] = farther }
      current = next
    }
    return current
  }

  /// Takes the parents of entities that have too many of them; what inherits from these counts anew.
  ///
  /// - Returns: The entities that have lost their parents.
  /// - Complexity: O(*n*) in entities.
  package mutating func cutDeepEntities() -> Set<String> {
    var depths: [String: Int] = [:]
    var cut: Set<String> = []
    for name in parents.keys.sorted() where depths[name] == nil {
      var way = [name]
      while let last = way.last, depths[last] == nil, let parent = parents[last] { way.append(parent) }
      for entity in way.reversed() where depths[entity] == nil {
        guard let parent = parents[entity] else {
          depths[entity] = 0
          continue
        }
        let depth = (depths[parent] ?? 0) + 1
        if depth > Self.deepest { cut.insert(entity) }
        depths[entity] = depth > Self.deepest ? 0 : depth
      }
    }
    return cut
  }
}

/// Records inside records. A source stands before those inside it, and the recipe reads them in this order.
extension MatrixCase {
  /// The source with this name.
  func source(_ name: String) -> MatrixSource? { sources.first { $0.name == name } }

  /// The sources whose records stand right inside those of another.
  func sources(inside source: MatrixSource) -> [MatrixSource] { sources.filter { $0.nesting?.outer == source.name } }

  /// The sources whose records stand inside those of another, at any depth.
  func allSources(inside source: MatrixSource) -> [MatrixSource] {
    sources(inside: source).flatMap { [$0] + allSources(inside: $0) }
  }

  /// The source whose file a source is read from.
  func root(of source: MatrixSource) -> MatrixSource {
    source.nesting.flatMap { self.source($0.outer) }.map { root(of: $0) } ?? source
  }

  /// Takes a source away, and those inside it.
  mutating func removeSource(_ index: Int) {
    let gone = Set(([sources[index]] + allSources(inside: sources[index])).map(\.name))
    sources.removeAll { gone.contains($0.name) }
  }

  /// Takes a record away, and those inside it.
  mutating func removeRecord(_ index: Int, of source: Int) {
    sources[source].records.remove(at: index)
    let name = sources[source].name
    for other in sources.indices where sources[other].nesting?.outer == name {
      for inner in sources[other].records.indices.reversed() {
        if sources[other].records[inner].outer == index { removeRecord(inner, of: other) }
      }
      for inner in sources[other].records.indices where sources[other].records[inner].outer > index {
        sources[other].records[inner].outer -= 1
      }
    }
  }
}

extension MatrixSource.Format {
  /// Whether records can stand inside records.
  var nests: Bool { self == .xml || self == .html || self == .json || self == .jsonlines }
}

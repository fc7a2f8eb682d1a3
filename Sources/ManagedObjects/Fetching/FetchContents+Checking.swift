internal import ObjectModel
internal import PredicateLanguage

extension FetchContents {
  /// Holds the request against the model.
  ///
  /// - Throws: `FetchKeyError` for the first key that objects of `entity` do not have, or by which no store can select.
  /// - Complexity: O(keys), each a look-up; requests with one plain comparison allocate nothing.
  func check(for entity: EntityDescription) throws(FetchKeyError) {
    if let predicate {
      try Self.require(entity.problem(inFetch: predicate), in: .predicate, of: entity)
    }
    if !sortDescriptors.isEmpty, !isGrouped {
      for key in sortDescriptors {
        try Self.require(entity.problem(inSortKeyPath: key.keyPath.keys), in: .sortKey, of: entity)
      }
    }
    for property in propertiesToFetch {
      switch property {
      case .keyPath(let path):
        try Self.require(entity.problem(inSortKeyPath: path.keys), in: .fetchedProperty, of: entity)
      case .expression(_, let expression):
        try Self.require(entity.problem(in: expression), in: .fetchedProperty, of: entity)
      }
    }
    for path in propertiesToGroupBy {
      try Self.require(entity.problem(inSortKeyPath: path.keys), in: .groupKey, of: entity)
    }
    for path in relationshipKeyPathsForPrefetching {
      try Self.require(entity.problem(inKeyPath: path.keys), in: .prefetchedRelationship, of: entity)
    }
    if isGrouped { try checkNamesOfGroups(of: entity) }
  }

  /// Whether rows are put together, so that sort keys and the having predicate are about groups.
  private var isGrouped: Bool { !propertiesToGroupBy.isEmpty || propertiesToFetch.contains(where: \.isStatistic) }

  private func checkNamesOfGroups(of entity: EntityDescription) throws(FetchKeyError) {
    let names = propertiesToFetch.map(\.name) + propertiesToGroupBy
    for key in sortDescriptors where !names.contains(key.keyPath) {
      throw FetchKeyError(unknownGroupValue: key.keyPath, among: names, in: .sortKey, of: entity)
    }
    guard let havingPredicate else { return }
    let having = GroupPredicate(havingPredicate, names: names)
    for statistic in having.statistics {
      guard case .expression(_, let expression) = statistic else { continue }
      try Self.require(entity.problem(in: expression), in: .havingPredicate, of: entity)
    }
    for path in having.predicate.keyPaths where !names.contains(path.components[0]) {
      throw FetchKeyError(unknownGroupValue: path.dotted, among: names, in: .havingPredicate, of: entity)
    }
  }

  static func require(
    _ problem: KeyPathProblem?,
    in part: FetchKeyError.Part,
    of entity: EntityDescription
  ) throws(FetchKeyError) {
    if let problem { throw FetchKeyError(entity: entity.name, part: part, problem: problem) }
  }
}

extension FetchKeyError {
  fileprivate init(unknownGroupValue name: String, among names: [String], in part: Part, of entity: EntityDescription) {
    self.init(
      entity: entity.name,
      part: part,
      problem: KeyPathProblem(.unknownGroupValue(entity: entity.name), key: name, in: [name], candidates: names)
    )
  }
}

extension String {
  /// The keys of a key path.
  var keys: [String] { split(separator: ".", omittingEmptySubsequences: false).map(String.init) }
}

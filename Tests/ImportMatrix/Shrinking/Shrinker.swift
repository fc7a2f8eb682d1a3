internal import AttributeValues

/// Makes a failing case smaller as long as it fails.
package struct Shrinker {
  private let fails: (MatrixCase) -> Bool
  private var attemptsLeft: Int

  /// - Parameters:
  ///   - attempts: How many smaller cases are tried at most.
  ///   - fails: Whether a case still fails.
  package init(attempts: Int = 3000, fails: @escaping (MatrixCase) -> Bool) {
    self.fails = fails
    attemptsLeft = attempts
  }

  /// The smallest case that was found.
  package mutating func shrink(_ matrix: MatrixCase) -> MatrixCase {
    var best = matrix
    var hasChanged = true
    while hasChanged, attemptsLeft > 0 {
      hasChanged = false
      for step in SmallerCases.steps {
        var index = 0
        while attemptsLeft > 0, let smaller = step(best, index) {
          attemptsLeft -= 1
          if smaller != best, fails(smaller) {
            best = smaller
            hasChanged = true
          } else {
            index += 1
          }
        }
      }
    }
    return best
  }
}

/// The ways to make a case smaller: each gives the case with its part number `index` left out, or `nil` if there is no such part.
enum SmallerCases {
  typealias Step = @Sendable (MatrixCase, Int) -> MatrixCase?

  static let steps: [Step] = [
    withoutSource, withoutRecord, withoutRule, withoutSeverity, withoutLookupEntry, withoutEntity, withoutRelationship,
    withoutColumn,
    withoutAttribute, withoutConstraint, plainSource, plainCell, plainColumn, plainAttribute, plainRelationship,
    plainEntity, plainBatch,
  ]

  // MARK: Parts of the recipe

  private static func withoutSource(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    guard matrix.sources.indices.contains(index) else { return nil }
    var copy = matrix
    copy.removeSource(index)
    return copy
  }

  private static func withoutRecord(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    var rest = index
    for place in matrix.sources.indices {
      let count = matrix.sources[place].records.count
      if rest < count {
        var copy = matrix
        copy.removeRecord(rest, of: place)
        return copy
      }
      rest -= count
    }
    return nil
  }

  private static func withoutRule(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    guard matrix.rules.indices.contains(index) else { return nil }
    var copy = matrix
    copy.rules.remove(at: index)
    return copy
  }

  private static func withoutSeverity(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    let own = matrix.severities.keys.sorted()
    var copy = matrix
    if own.indices.contains(index) {
      copy.severities[own[index]] = nil
      return copy
    }
    return changingPart(matrix, index - own.count, \.severities.count) { source, index in
      source.severities[source.severities.keys.sorted()[index]] = nil
    }
  }

  private static func withoutColumn(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    changingPart(matrix, index, \.columns.count) { $0.removeColumn($1) }
  }

  /// Changes the part number `index` of all sources' parts, counted through.
  private static func changingPart(
    _ matrix: MatrixCase,
    _ index: Int,
    _ count: (MatrixSource) -> Int,
    _ change: (inout MatrixSource, Int) -> Void
  ) -> MatrixCase? {
    var rest = index
    for place in matrix.sources.indices {
      let parts = count(matrix.sources[place])
      if rest < parts {
        var copy = matrix
        change(&copy.sources[place], rest)
        return copy
      }
      rest -= parts
    }
    return nil
  }

  private static func plainSource(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    changingPart(matrix, index, { _ in 6 }) { source, index in
      switch index {
      case 0:
        // A record inside another has the format of that one.
        guard source.nesting == nil else { return }
        source.format = .csv
        source.dialect = MatrixSource.Dialect()
      case 1: source.mergesRepeats = false
      case 2: source.ignoresCase = false
      case 3: source.unmatched = .error
      case 4: source.files = .one
      default: source.removeKey()
      }
    }
  }

  private static func plainCell(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    changingPart(matrix, index, { $0.records.count * $0.columns.count }) { source, index in
      let (record, column) = index.quotientAndRemainder(dividingBy: source.columns.count)
      switch source.records[record].cells[column] {
      case .values(let values) where values.count > 1:
        source.records[record].cells[column] = .values(Array(values.dropLast()))
      default: source.records[record].cells[column] = .empty
      }
      source.records[record].isBroken = false
    }
  }

  private static func plainColumn(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    changingPart(matrix, index, { $0.columns.count * 6 }) { source, index in
      let (column, part) = index.quotientAndRemainder(dividingBy: 6)
      switch part {
      case 0: source.columns[column].defaultValue = .null
      case 1: source.columns[column].reference?.unknown = .error
      case 2: source.columns[column].reference?.replacesTaken = false
      case 3: source.columns[column].reference?.ignoresCase = false
      case 4: source.removeLookup(column)
      default:
        let hasLists = source.records.contains { record in
          if case .values(let values) = record.cells[column] { values.count > 1 } else { false }
        }
        if !hasLists { source.columns[column].separator = nil }
      }
    }
  }

  private static func withoutLookupEntry(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    changingPart(matrix, index, { $0.columns.reduce(0) { $0 + ($1.lookup?.entries.count ?? 0) } }) { source, index in
      var rest = index
      for column in source.columns.indices {
        let count = source.columns[column].lookup?.entries.count ?? 0
        // A table needs an entry.
        if rest < count, count > 1 { source.columns[column].lookup?.entries.remove(at: rest) }
        rest -= count
        if rest < 0 { return }
      }
    }
  }

  private static func plainBatch(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    guard index == 0 else { return nil }
    var copy = matrix
    copy.batchSize = 1000
    return copy
  }
}

extension MatrixSource {
  /// Takes a column away, and what stands in it.
  mutating func removeColumn(_ index: Int) {
    let property = columns[index].property
    columns.remove(at: index)
    for record in records.indices { records[record].cells.remove(at: index) }
    if key.contains(property) { removeKey() }
  }

  /// Takes a lookup away, so that what it gives stands in the file itself.
  mutating func removeLookup(_ column: Int) {
    guard let lookup = columns[column].lookup else { return }
    columns[column].lookup = nil
    for record in records.indices {
      let values = records[record].cells[column].values.flatMap { value in
        let targets = lookup.targets(of: value.sourceText)
        return targets.isEmpty ? [value] : targets
      }
      let isList = columns[column].separator != nil
      records[record].cells[column] = values.isEmpty ? .empty : .values(isList ? values : Array(values.prefix(1)))
    }
  }

  /// Takes the key away, and the lists that only a key may have.
  mutating func removeKey() {
    key = []
    mode = .insert
    unmatched = .error
    mergesRepeats = false
    ignoresCase = false
    for index in columns.indices where columns[index].reference == nil {
      columns[index].separator = nil
      for record in records.indices {
        if case .values(let values) = records[record].cells[index] {
          records[record].cells[index] = .values(Array(values.prefix(1)))
        }
      }
    }
  }
}

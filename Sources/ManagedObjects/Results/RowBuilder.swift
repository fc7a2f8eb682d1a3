internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage

/// A value that equals another only if a store takes both for the same: texts by their scalars, not by what they look like.
struct ExactValue: Hashable {
  let value: FetchedValue

  static func == (left: ExactValue, right: ExactValue) -> Bool {
    guard case .value(.string(let text)) = left.value, case .value(.string(let other)) = right.value else {
      return left.value == right.value
    }
    return text.utf8.elementsEqual(other.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// What the rows of a request consist of.
struct RowTable {
  let properties: [FetchedProperty]
  let groupKeys: [String]
  let having: GroupPredicate?
  let isGrouped: Bool
  /// What has to be known of a group: the properties and the statistics of the having predicate.
  let groupProperties: [FetchedProperty]

  init(_ request: FetchRequest<FetchedDictionary>, entity: EntityDescription) {
    let layout = entity.layout
    properties =
      request.propertiesToFetch.isEmpty
      ? (layout.attributes.filter { !$0.isTransient }.map(\.name) + layout.toOneRelationships.map(\.name))
        .map { .keyPath($0) }
      : request.propertiesToFetch
    groupKeys = request.propertiesToGroupBy
    isGrouped = !groupKeys.isEmpty || properties.contains(where: \.isStatistic)
    let names = properties.map(\.name) + groupKeys
    having = request.havingPredicate.map { GroupPredicate($0, names: names) }
    groupProperties = properties + (having?.statistics ?? [])
  }
}

/// Turns stored rows into rows of named values, one by one or group by group.
struct RowBuilder {
  let table: RowTable
  private(set) var rows: [FetchedDictionary] = []
  /// Makes rows of the entity whose row came last.
  private var maker: FetchedDictionaryMaker?
  /// One for each entity that rows have been of; the rows of one table may be of several in turn.
  private var makers: [EntityDescription: FetchedDictionaryMaker] = [:]
  /// The members of each group, and the groups' keys in the order of their first rows.
  private var groups: [[ExactValue]: [PredicateValue]] = [:]
  private var order: [[ExactValue]] = []
  private let failure = ReadFailure()

  init(table: RowTable) { self.table = table }

  mutating func add(_ row: borrowing FetchedRow, from store: any PersistentStore) throws {
    guard table.isGrouped else {
      if let maker, row.isOf(maker.entity) {
        rows.append(try maker.dictionary(of: row, from: store))
      } else {
        rows.append(try maker(row.objectID.entity).dictionary(of: row, from: store))
      }
      return
    }
    let subject = StoredRowSubject(row: row.storeRow, store: store, failure: failure)
    let key = try failure.checking {
      try table.groupKeys.map { ExactValue(value: try FetchedProperty.keyPath($0).value(of: subject)) }
    }
    if groups[key] == nil { order.append(key) }
    groups[key, default: []].append(.object(subject))
  }

  private mutating func maker(_ entity: EntityDescription) -> FetchedDictionaryMaker {
    let maker = makers[entity] ?? FetchedDictionaryMaker(table.properties, of: entity, failure)
    makers[entity] = maker
    self.maker = maker
    return maker
  }

  /// The named values of each group.
  func groupValues() throws -> [[String: FetchedValue]] {
    // Statistics without groups are about all rows, even when there are none.
    let keys = order.isEmpty && table.groupKeys.isEmpty ? [[]] : order
    return try failure.checking {
      try keys.map { key in
        let members = groups[key] ?? []
        var values: [String: FetchedValue] = [:]
        for property in table.groupProperties { values[property.name] = try value(property, ofGroup: key, members) }
        for (name, key) in zip(table.groupKeys, key) where values[name] == nil { values[name] = key.value }
        return values
      }
    }
  }

  private func value(
    _ property: FetchedProperty,
    ofGroup key: [ExactValue],
    _ members: [PredicateValue]
  ) throws -> FetchedValue {
    if case .keyPath(let path) = property, let index = table.groupKeys.firstIndex(of: path) { return key[index].value }
    if case .expression(_, let expression) = property, property.isStatistic {
      return FetchedValue(try expression.value(withValue: .collection(members, isOrdered: false)))
    }
    guard case .object(let first as StoredRowSubject)? = members.first else { return .value(.null) }
    return try property.value(of: first)
  }
}

/// Makes rows of named values of the stored rows of one entity.
private struct FetchedDictionaryMaker {
  let entity: EntityDescription
  private let properties: [FetchedProperty]
  private let layout: FetchedDictionaryLayout
  /// Whether every value stands in the stored row itself.
  private let areValuesStored: Bool
  private let failure: ReadFailure

  init(_ properties: [FetchedProperty], of entity: EntityDescription, _ failure: ReadFailure) {
    self.entity = entity
    self.failure = failure
    self.properties = properties
    let sources = properties.compactMap { property -> FetchedDictionaryLayout.Source? in
      guard case .keyPath(let path) = property else { return nil }
      switch entity.layout.slot(named: path) {
      case .attribute(let slot): return .attribute(slot)
      case .toOne(let slot): return .toOne(slot)
      default: return nil
      }
    }
    areValuesStored = sources.count == properties.count
    layout = FetchedDictionaryLayout(names: properties.map(\.name), sources: areValuesStored ? sources : [])
  }

  /// - Complexity: O(1) if every value stands in the row.
  func dictionary(of row: borrowing FetchedRow, from store: any PersistentStore) throws -> FetchedDictionary {
    if areValuesStored { return FetchedDictionary(copy row, layout) }
    let subject = StoredRowSubject(row: row.storeRow, store: store, failure: failure)
    return FetchedDictionary(try failure.checking { try properties.map { try $0.value(of: subject) } }, layout)
  }
}

extension FetchedProperty {
  fileprivate func value(of subject: StoredRowSubject) throws -> FetchedValue {
    switch self {
    case .keyPath(let path):
      if !path.contains("."), let value = subject.directValue(forKey: path) { return value }
      return FetchedValue(try ObjectExpression.keyPath(ObjectKeyPath(path)).value(with: subject))
    case .expression(_, let expression): return FetchedValue(try expression.value(with: subject))
    }
  }
}

extension StoredRowSubject {
  /// The value of a property that stands in the row itself.
  fileprivate func directValue(forKey key: String) -> FetchedValue? {
    switch row.objectID.entity.layout.slot(named: key) {
    case .attribute(let slot): .value(row.attributes[slot])
    case .toOne(let slot): row.toOne[slot].map { .objectID($0) } ?? .value(.null)
    default: nil
    }
  }
}

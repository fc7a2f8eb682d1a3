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

  init(_ request: FetchRequest<[String: FetchedValue]>, entity: EntityDescription) {
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

  /// The fetched properties among the named values of a group.
  func row(_ values: [String: FetchedValue]) -> [String: FetchedValue] {
    var row: [String: FetchedValue] = [:]
    row.reserveCapacity(properties.count)
    for property in properties { row[property.name] = values[property.name] }
    return row
  }
}

/// Turns stored rows into rows of named values, one by one or group by group.
struct RowBuilder {
  let table: RowTable
  private var template: RowTemplate
  private(set) var rows: [[String: FetchedValue]] = []
  /// The members of each group, and the groups' keys in the order of their first rows.
  private var groups: [[ExactValue]: [PredicateValue]] = [:]
  private var order: [[ExactValue]] = []

  init(table: RowTable) {
    self.table = table
    template = RowTemplate(table.properties)
  }

  mutating func add(_ row: borrowing FetchedRow, from store: any PersistentStore) throws {
    guard table.isGrouped else {
      rows.append(try template.values(of: row, from: store))
      return
    }
    let subject = StoredRowSubject(row: row.storeRow, store: store)
    let key = try table.groupKeys.map { ExactValue(value: try FetchedProperty.keyPath($0).value(of: subject)) }
    if groups[key] == nil { order.append(key) }
    groups[key, default: []].append(.object(subject))
  }

  /// The named values of each group.
  func groupValues() throws -> [[String: FetchedValue]] {
    // Statistics without groups are about all rows, even when there are none.
    let keys = order.isEmpty && table.groupKeys.isEmpty ? [[]] : order
    return try keys.map { key in
      let members = groups[key] ?? []
      var values: [String: FetchedValue] = [:]
      for property in table.groupProperties { values[property.name] = try value(property, ofGroup: key, members) }
      for (name, key) in zip(table.groupKeys, key) where values[name] == nil { values[name] = key.value }
      return values
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

/// A row with all its names; each row is a copy of it with values in the same places, so that no name is looked up.
private struct RowTemplate {
  /// Where a value comes from in the rows of one entity; plain numbers, so that a copy counts no references.
  private enum Source {
    case attribute(Int)
    case toOne(Int)
    /// The place of the property among all.
    case other(Int)
  }

  private let properties: [FetchedProperty]
  private var entity: EntityDescription?
  private var sources: [String: Source] = [:]
  /// The sources for the entities that rows have been of; the rows of one table may be of several in turn.
  private var known: [ObjectIdentifier: [String: Source]] = [:]
  private var texts = TextPool()

  init(_ properties: [FetchedProperty]) { self.properties = properties }

  /// - Complexity: O(properties); one allocation, apart from the values.
  mutating func values(
    of row: borrowing FetchedRow,
    from store: any PersistentStore
  ) throws -> [String: FetchedValue] {
    if !row.isOf(entity) { resolve(row.objectID.entity) }
    return try sources.mapValues { source in
      switch source {
      case .attribute(let slot): .value(row.attribute(slot, sharing: &texts))
      case .toOne(let slot): row.toOne(slot).map { .objectID($0) } ?? .value(.null)
      case .other(let place):
        try properties[place].value(of: StoredRowSubject(row: row.storeRow, store: store))
      }
    }
  }

  private mutating func resolve(_ entity: EntityDescription) {
    self.entity = entity
    if let known = known[ObjectIdentifier(entity)] {
      sources = known
      return
    }
    sources = [:]
    sources.reserveCapacity(properties.count)
    for (place, property) in properties.enumerated() {
      var source = Source.other(place)
      if case .keyPath(let path) = property {
        switch entity.layout.slot(named: path) {
        case .attribute(let slot): source = .attribute(slot)
        case .toOne(let slot): source = .toOne(slot)
        default: break
        }
      }
      sources[property.name] = source
    }
    known[ObjectIdentifier(entity)] = sources
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

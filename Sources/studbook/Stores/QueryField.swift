import Findings
import AttributeValues
import ManagedObjects
import ObjectModel
import PredicateLanguage

/// A field that a query prints: an attribute, a relationship, or what a key path leads to, such as `group.name` and `breeds.@count`.
///
/// Names are looked up once; a row is then read by slots.
struct QueryField {
  private enum Step {
    case attribute(Int)
    /// An element of a composite attribute.
    case element(String)
    case toOne(Int)
    case toMany(Int)
    /// How many members the relationship before it has.
    case count
    /// What an operator makes of the values that the rest of the path leads to.
    case operation(CollectionOperator)
    /// The object's URI.
    case objectID

    /// Whether it makes one value of the objects that the steps before it lead to.
    var isOperator: Bool {
      switch self {
      case .count, .operation: true
      default: false
      }
    }
  }

  /// The path as the user wrote it.
  let text: String
  /// Whether the values are numbers.
  let isNumeric: Bool
  /// Whether an object has one value at most.
  let isSingle: Bool
  /// Whether the values are those of an attribute, or of an element of one.
  let isAttribute: Bool
  private let steps: [Step]

  /// Looks up `text` in `entity`.
  ///
  /// - Throws: `CommandFailure` that says which name is unknown, with the one that was probably meant.
  init(_ text: String, in entity: EntityDescription) throws {
    var steps: [Step] = []
    var entity: EntityDescription? = entity
    var composite: CompositeAttributeDescription?
    var isNumeric = false
    for name in text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      if let parent = composite {
        guard let element = parent.elements.first(where: { $0.name == name }) else {
          throw Self.unknown(name, of: parent.name, among: parent.elements.map(\.name))
        }
        steps.append(.element(name))
        composite = element as? CompositeAttributeDescription
        if composite == nil { entity = nil }
        isNumeric = element.attributeType.isNumeric
        continue
      }
      guard let current = entity else { throw CommandFailure("the field ‘\(text)’ goes on after a value") }
      switch (current.layout.slot(named: name), name) {
      case (.attribute(let slot)?, _):
        let attribute = current.layout.attributes[slot]
        steps.append(.attribute(slot))
        composite = attribute as? CompositeAttributeDescription
        if composite == nil { entity = nil }
        isNumeric = attribute.attributeType.isNumeric
      case (.toOne(let slot)?, _):
        steps.append(.toOne(slot))
        entity = current.layout.toOneRelationships[slot].destinationEntity
      case (.toMany(let slot)?, _):
        steps.append(.toMany(slot))
        entity = current.layout.toManyRelationships[slot].destinationEntity
      case (_, "@count"):
        guard case .toMany? = steps.last else {
          throw CommandFailure("‘@count’ in ‘\(text)’ does not follow a to-many relationship")
        }
        steps.append(.count)
        entity = nil
        isNumeric = true
      case (_, _) where name.hasPrefix("@"):
        guard let operation = CollectionOperator(rawValue: name) else {
          throw Self.unknown(name, of: current.name, among: CollectionOperator.allCases.map(\.rawValue))
        }
        guard case .toMany? = steps.last else {
          throw CommandFailure("‘\(name)’ in ‘\(text)’ does not follow a to-many relationship")
        }
        steps.append(.operation(operation))
      case (_, "objectID"):
        steps.append(.objectID)
        entity = nil
      default:
        throw Self.unknown(name, of: current.name, among: Array(current.propertiesByName.keys))
      }
    }
    if let operation = steps.lazy.compactMap({ if case .operation(let operation) = $0 { operation } else { nil } })
      .first
    {
      try Self.check(operation, in: text, steps: steps, isNumeric: isNumeric)
    }
    let isSingle = !steps.contains { if case .toMany = $0 { true } else { false } }
    let isAttribute =
      switch steps.last {
      case .attribute, .element: composite == nil
      default: false
      }
    // A list of numbers is a text.
    if !isSingle {
      isNumeric =
        switch steps.first(where: { if case .toMany = $0 { false } else if case .toOne = $0 { false } else { true } }) {
        case .count: true
        case .operation(let operation): isNumeric && operation.givesOneValue
        default: false
        }
    }
    self.text = text
    self.isSingle = isSingle
    self.isAttribute = isAttribute
    self.steps = steps
    self.isNumeric = isNumeric
  }

  /// Whether an operator can make something of what the path leads to.
  private static func check(_ operation: CollectionOperator, in text: String, steps: [Step], isNumeric: Bool) throws {
    let name = operation.rawValue
    switch steps.last {
    case .operation: throw CommandFailure("‘\(text)’ needs an attribute after ‘\(name)’")
    case .attribute, .element, .objectID, .toOne, .toMany, .count, nil: break
    }
    guard steps.count(where: { if case .operation = $0 { true } else { false } }) == 1 else {
      throw CommandFailure("‘\(text)’ has more than one operator")
    }
    switch operation {
    case .sum, .average:
      if !isNumeric { throw CommandFailure("‘\(name)’ in ‘\(text)’ needs numbers") }
    case .minimum, .maximum:
      switch steps.last {
      case .attribute, .element: break
      default: throw CommandFailure("‘\(name)’ in ‘\(text)’ needs an attribute")
      }
    default: break
    }
  }

  private static func unknown(_ name: String, of owner: String, among names: [String]) -> CommandFailure {
    let suggestion = EditDistance.suggestion(for: name, among: names.sorted()).map { "; did you mean ‘\($0)’?" } ?? ""
    return CommandFailure("\(owner) has no property ‘\(name)’\(suggestion)")
  }

  /// What a query prints unless it is told: every attribute, and for each to-one relationship the attribute that names its object.
  static func all(of entity: EntityDescription) throws -> [QueryField] {
    let attributes = entity.layout.attributes.filter { !$0.isTransient }.map(\.name)
    let related = entity.layout.toOneRelationships.map { relationship in
      let texts =
        relationship.destinationEntity?.layout.attributes.filter { $0.attributeType == .string && !$0.isTransient }
        .map(\.name) ?? []
      let name = texts.first { $0 == "name" } ?? texts.first { $0 == "title" } ?? texts.first
      return relationship.name + (name.map { "." + $0 } ?? "")
    }
    return try (attributes + related).map { try QueryField($0, in: entity) }
  }

  /// The value for a row.
  ///
  /// - Complexity: O(1) for an attribute; a row is read for each relationship on the way unless `rows` has it.
  func value(of row: StoreRow, rows: inout RowCache) throws -> ResultValue { try value(of: row, from: 0, rows: &rows) }

  private func value(of row: StoreRow, from index: Int, rows: inout RowCache) throws -> ResultValue {
    if let place = steps[index...].firstIndex(where: \.isOperator) {
      // It is about all the objects together that the steps before it lead to.
      let members = try objects(behind: row, from: index, to: place, rows: &rows)
      guard case .operation(let operation) = steps[place] else { return .integer(Int64(members.count)) }
      var values: [PredicateValue] = []
      for member in members {
        guard let memberRow = try rows.row(for: member) else { continue }
        values += try rawValues(of: memberRow, from: place + 1, rows: &rows)
      }
      return try Self.value(of: operation, values)
    }
    switch steps[index] {
    case .attribute(let slot):
      var value = row.attributes[slot]
      for case .element(let name) in steps[(index + 1)...] {
        if case .composite(let elements) = value { value = elements[name] ?? .null } else { value = .null }
      }
      return ResultValue(value)
    case .toOne(let slot):
      guard let related = row.toOne[slot] else { return .null }
      guard index + 1 < steps.count else { return .text(related.uriRepresentation()) }
      guard let relatedRow = try rows.row(for: related) else { return .null }
      return try value(of: relatedRow, from: index + 1, rows: &rows)
    case .toMany(let slot):
      let members = try rows.store.members(of: row.objectID, toManySlot: slot)
      guard index + 1 < steps.count else { return .list(members.map { .text($0.uriRepresentation()) }) }
      var values: [ResultValue] = []
      for member in members {
        guard let memberRow = try rows.row(for: member) else { continue }
        values.append(try value(of: memberRow, from: index + 1, rows: &rows))
      }
      return .list(values)
    case .objectID: return .text(row.objectID.uriRepresentation())
    case .element, .count, .operation: return .null
    }
  }

  /// The objects that relationships lead to, from the step at `index` to the one before `end`.
  private func objects(
    behind row: StoreRow,
    from index: Int,
    to end: Int,
    rows: inout RowCache
  ) throws -> [ManagedObjectID] {
    let related =
      switch steps[index] {
      case .toOne(let slot): row.toOne[slot].map { [$0] } ?? []
      case .toMany(let slot): try rows.store.members(of: row.objectID, toManySlot: slot)
      case .attribute, .element, .count, .operation, .objectID: [ManagedObjectID]()
      }
    if index + 1 == end { return related }
    var objects: [ManagedObjectID] = []
    for object in related {
      guard let row = try rows.row(for: object) else { continue }
      objects += try self.objects(behind: row, from: index + 1, to: end, rows: &rows)
    }
    return objects
  }

  /// The values that the rest of the path leads to, one after the other.
  private func rawValues(of row: StoreRow, from index: Int, rows: inout RowCache) throws -> [PredicateValue] {
    if case .count? = steps.last, index < steps.count - 1 {
      return [.value(.integer(Int64(try objects(behind: row, from: index, to: steps.count - 1, rows: &rows).count)))]
    }
    switch steps[index] {
    case .attribute(let slot):
      var value = row.attributes[slot]
      for case .element(let name) in steps[(index + 1)...] {
        if case .composite(let elements) = value { value = elements[name] ?? .null } else { value = .null }
      }
      return [.value(value)]
    case .toOne(let slot):
      guard let related = row.toOne[slot] else { return [.null] }
      guard index + 1 < steps.count else { return [.value(.string(related.uriRepresentation()))] }
      guard let relatedRow = try rows.row(for: related) else { return [.null] }
      return try rawValues(of: relatedRow, from: index + 1, rows: &rows)
    case .toMany(let slot):
      let members = try rows.store.members(of: row.objectID, toManySlot: slot)
      guard index + 1 < steps.count else { return members.map { .value(.string($0.uriRepresentation())) } }
      var values: [PredicateValue] = []
      for member in members {
        guard let memberRow = try rows.row(for: member) else { continue }
        values += try rawValues(of: memberRow, from: index + 1, rows: &rows)
      }
      return values
    case .objectID: return [.value(.string(row.objectID.uriRepresentation()))]
    case .element, .count, .operation: return []
    }
  }

  /// What the predicate language makes of values with an operator.
  private static func value(of operation: CollectionOperator, _ values: [PredicateValue]) throws -> ResultValue {
    let path = ObjectExpression.keyPath(ObjectKeyPath([operation.rawValue, "self"]))
    switch try path.value(withValue: .collection(values, isOrdered: true)) {
    case .value(let value): return ResultValue(value)
    case .collection(let elements, _):
      return .list(elements.map { if case .value(let value) = $0 { ResultValue(value) } else { .null } })
    case .object, .identity: return .null
    }
  }
}

/// Rows that key paths lead to, kept because many objects share them.
struct RowCache {
  let store: any PersistentStore
  private var rows: [ManagedObjectID: StoreRow] = [:]
  private static let limit = 10_000

  init(_ store: any PersistentStore) { self.store = store }

  mutating func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    if let row = rows[objectID] { return row }
    guard let row = try store.row(for: objectID) else { return nil }
    if rows.count >= Self.limit { rows.removeAll(keepingCapacity: true) }
    rows[objectID] = row
    return row
  }
}

extension CollectionOperator {
  /// Whether the operator makes one value of many.
  fileprivate var givesOneValue: Bool {
    switch self {
    case .count, .sum, .average, .minimum, .maximum: true
    default: false
    }
  }
}

extension AttributeType {
  /// Whether tables align the values at the right.
  var isNumeric: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: true
    default: false
    }
  }
}

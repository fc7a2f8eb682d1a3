internal import AttributeValues
internal import ObjectModel

/// Lays out a `StoreSchema`, step by step: numbers, tables, join tables, indexes, triggers, and last the slots of each entity.
struct StoreSchemaBuilder {
  let model: ManagedObjectModel
  let era: StoreEra
  /// The entities of the store in the order of their numbers.
  let order: [EntityDescription]
  /// The root entities in that order.
  let roots: [EntityDescription]
  let numbers: [ObjectIdentifier: Int64]
  /// Where each entity and its descendants stand in `order`.
  private let subtrees: [ObjectIdentifier: Range<Int>]
  /// Each root's place among `roots`.
  let rootPlaces: [ObjectIdentifier: Int]
  /// The to-many relationships without an inverse, by the entity that they lead to.
  let oneWayRelationships: [ObjectIdentifier: [RelationshipDescription]]

  var entities: [StoreEntity] = []
  var tables: [StoreTable] = []
  var joinTables: [JoinTable] = []
  /// The join tables by the numbers of the entities that own them, once all are there.
  private(set) var joinTablesByOwner: [Int64: [JoinTable]] = [:]
  var indexes: [StoreIndex] = []
  /// The indexes' names in lower case: SQLite's names do not differ by case.
  var indexNames: Set<String> = []
  var rangeIndexes: [StoreRangeIndex] = []
  var derivationTriggers: [DerivationTrigger] = []
  var unprovenFeatures: [UnprovenFeature] = []

  /// The names of tables that are taken, Core Data's own among them.
  var tableNames: Set<String> = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]

  /// What takes a column, by the description that asked for it.
  enum ColumnOwner: Hashable {
    case property(ObjectIdentifier)
    /// A leaf of a composite attribute, by the attribute and the leaf's names from the outside in.
    case leaf(ObjectIdentifier, [String])
    case destinationEntity(ObjectIdentifier)
    case place(ObjectIdentifier)
    case backPointer(ObjectIdentifier)
    case backPointerEntity(ObjectIdentifier)
    case backPointerPlace(ObjectIdentifier)
  }

  /// The table and name of each column.
  var columns: [ColumnOwner: (table: Int, name: String)] = [:]
  /// The column in a join table that holds the key of a relationship's owner, and the table's index.
  var joins: [ObjectIdentifier: (table: Int, isFirst: Bool)] = [:]

  init(model: ManagedObjectModel, era: StoreEra, configuration: String?, entityNumbers: [String: Int64]?) {
    self.model = model
    self.era = era
    var included: Set<EntityDescription> = []
    for entity in model.entities(forConfiguration: configuration) {
      var next: EntityDescription? = entity
      while let entity = next, included.insert(entity).inserted { next = entity.superentity }
    }
    var order: [EntityDescription] = []
    var subtrees: [ObjectIdentifier: Range<Int>] = [:]
    func visit(_ entity: EntityDescription) {
      let start = order.count
      order.append(entity)
      for child in entity.subentities.filter(included.contains).sorted(by: Self.precedes) { visit(child) }
      subtrees[ObjectIdentifier(entity)] = start..<order.count
    }
    roots = included.filter { $0.superentity == nil }.sorted(by: Self.precedes)
    roots.forEach(visit)
    self.subtrees = subtrees
    rootPlaces = Dictionary(uniqueKeysWithValues: roots.enumerated().map { (ObjectIdentifier($1), $0) })
    var oneWay: [ObjectIdentifier: [RelationshipDescription]] = [:]
    for relationship in order.flatMap(Self.storedRelationships)
    where relationship.isToMany && relationship.inverseRelationship == nil {
      if let destination = relationship.destinationEntity {
        oneWay[ObjectIdentifier(destination), default: []].append(relationship)
      }
    }
    oneWayRelationships = oneWay
    var numbers: [ObjectIdentifier: Int64] = [:]
    for (index, entity) in order.enumerated() {
      numbers[ObjectIdentifier(entity)] = entityNumbers?[entity.name] ?? Int64(index + 1)
    }
    self.numbers = numbers
    self.order = order
  }

  private static func precedes(_ left: EntityDescription, _ right: EntityDescription) -> Bool {
    NameOrder.entities(left.name, right.name)
  }

  mutating func build() {
    if order.count < model.entities.count {
      unprovenFeatures.append(
        UnprovenFeature(
          entity: "",
          property: "",
          explanation: "a store of one configuration, with the entities of that configuration alone"
        )
      )
    }
    for root in roots { addTable(of: root) }
    addJoinTables()
    joinTablesByOwner = Dictionary(grouping: joinTables) { $0.ownerNumber }
    for (table, root) in roots.enumerated() { addIndexes(ofTable: table, root: root) }
    if era.hasDerivedAttributes { addDerivationTriggers() }
    resolveSlots()
  }

  // MARK: Look-ups

  func number(_ entity: EntityDescription) -> Int64 { numbers[ObjectIdentifier(entity)] ?? 0 }

  func holds(_ entity: EntityDescription) -> Bool { numbers[ObjectIdentifier(entity)] != nil }

  /// The entity and its descendants in the order of their numbers.
  ///
  /// - Complexity: O(1).
  func subtree(_ entity: EntityDescription) -> ArraySlice<EntityDescription> {
    order[subtrees[ObjectIdentifier(entity)] ?? 0..<0]
  }

  func hasSubentities(_ entity: EntityDescription) -> Bool { entity.subentities.contains(where: holds) }

  /// The relationships that an entity declares and a store keeps, by name.
  func storedRelationships(_ entity: EntityDescription) -> [RelationshipDescription] {
    Self.storedRelationships(entity)
  }

  private static func storedRelationships(_ entity: EntityDescription) -> [RelationshipDescription] {
    entity.declaredProperties.compactMap { $0 as? RelationshipDescription }
      .filter { !$0.isTransient }
      .sorted { NameOrder.properties($0.name, $1.name) }
  }

  /// The attributes that an entity declares and a store keeps, by name.
  func storedAttributes(_ entity: EntityDescription) -> [AttributeDescription] {
    entity.declaredProperties.compactMap { $0 as? AttributeDescription }
      .filter { !$0.isTransient }
      .sorted { NameOrder.properties($0.name, $1.name) }
  }

  /// The column of a property of an entity or its parents, by the property's name or the path of a composite's leaf.
  func column(of entity: EntityDescription, path: String) -> String? {
    let names = path.split(separator: ".").map(String.init)
    guard let first = names.first, let property = entity.propertiesByName[first] else { return nil }
    let owner: ColumnOwner =
      names.count == 1
      ? .property(ObjectIdentifier(property)) : .leaf(ObjectIdentifier(property), Array(names.dropFirst()))
    return columns[owner]?.name
  }

  mutating func note(
    _ property: PropertyDescription,
    _ explanation: String,
    valueColumn: UnprovenFeature.ValueColumn? = nil
  ) {
    unprovenFeatures.append(
      UnprovenFeature(
        entity: property.entity?.name ?? "",
        property: property.name,
        explanation: explanation,
        valueColumn: valueColumn
      )
    )
  }
}

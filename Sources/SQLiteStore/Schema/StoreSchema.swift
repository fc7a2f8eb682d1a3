package import ObjectModel

/// The tables, columns and indexes that Core Data makes for a model, and where each property of it is kept: a plain value.
///
/// The rules were established from real stores. They decide everything by names and by the numbers of the entities, so the same model
/// gives the same schema everywhere.
package struct StoreSchema: Sendable {
  /// How many entities a store has numbers for: those from 16,000 on are of Core Data's own entities, such as a history's transactions.
  static let mostEntities = 15_999

  package let era: StoreEra
  /// The entities in the order of their numbers.
  package internal(set) var entities: [StoreEntity]
  /// The tables of the root entities, in the order of their numbers.
  package internal(set) var tables: [StoreTable]
  package internal(set) var joinTables: [JoinTable]
  /// The indexes in the order of their creation.
  package internal(set) var indexes: [StoreIndex]
  package internal(set) var rangeIndexes: [StoreRangeIndex]
  /// The statements that make the triggers of derived attributes, in order.
  package internal(set) var derivationTriggers: [DerivationTrigger]
  /// The names of further triggers of an existing store that keep derived attributes in ways that are not known.
  var otherDerivationTriggers: Set<String> = []
  /// What the model asks for that no real store has shown how Core Data does it.
  package internal(set) var unprovenFeatures: [UnprovenFeature]

  private let indexByEntity: [ObjectIdentifier: Int]
  private let indexByNumber: [Int64: Int]

  /// Lays out the store of a model.
  ///
  /// - Parameters:
  ///   - model: The model; it is frozen.
  ///   - configuration: The configuration whose entities the store holds; `nil` for all.
  ///   - entityNumbers: The numbers of the entities by name, as an existing store has them; `nil` numbers them by the rule.
  package init(
    model: ManagedObjectModel,
    era: StoreEra = .modern,
    configuration: String? = nil,
    entityNumbers: [String: Int64]? = nil
  ) {
    model.freeze()
    var builder = StoreSchemaBuilder(model: model, era: era, configuration: configuration, entityNumbers: entityNumbers)
    builder.build()
    self.era = era
    entities = builder.entities
    tables = builder.tables
    joinTables = builder.joinTables
    indexes = builder.indexes
    rangeIndexes = builder.rangeIndexes
    derivationTriggers = builder.derivationTriggers
    unprovenFeatures = builder.unprovenFeatures
    indexByEntity = Dictionary(
      builder.entities.enumerated().map { (ObjectIdentifier($1.entity), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    indexByNumber = Dictionary(
      builder.entities.enumerated().map { ($1.number, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The index of an entity among `entities`; `nil` if the store does not hold it.
  ///
  /// - Complexity: O(1), one dictionary look-up.
  package func index(of entity: EntityDescription) -> Int? { indexByEntity[ObjectIdentifier(entity)] }

  /// The index of the entity with a number; `nil` if there is none.
  package func index(ofNumber number: Int64) -> Int? { indexByNumber[number] }

  /// Where an entity's objects stand; `nil` if the store does not hold it.
  package func entity(_ entity: EntityDescription) -> StoreEntity? { index(of: entity).map { entities[$0] } }

  /// Whether an index over the whole table begins with a column.
  package func leadsIndex(_ column: String, of table: StoreTable) -> Bool {
    indexes.contains { $0.table == table.name && $0.condition == nil && $0.columns.first?.name == column }
  }

  /// The uniqueness constraints of a table, however its era keeps them.
  package func uniqueConstraints(ofTable table: Int) -> [UniqueConstraint] {
    tables[table].uniqueConstraints
      + indexes.filter { $0.isUnique && $0.table == tables[table].name }.map {
        UniqueConstraint(columns: $0.columns.map(\.name), attributes: $0.uniqueAttributes)
      }
  }
}

/// A feature of a model for which the way Core Data stores it is inferred, not measured.
package struct UnprovenFeature: Sendable, Hashable {
  package var entity: String
  package var property: String
  /// What is not proven, as a sentence without a full stop.
  package var explanation: String
  /// The column whose values are in question, when an empty one is stored in a known way.
  var valueColumn: ValueColumn?

  /// A column, by the place of its table among the schema's tables.
  struct ValueColumn: Hashable {
    var table: Int
    var name: String
  }
}

extension StoreSchema {
  /// The attribute slots of an entity that triggers keep.
  func keptDerivations(of entity: StoreEntity) -> [Int] {
    entity.entity.layout.attributes.enumerated().compactMap { slot, attribute in
      guard attribute is DerivedAttributeDescription, let owner = attribute.entity else { return nil }
      let mark = "_\(owner.name)_\(attribute.name)_"
      let isKept =
        derivationTriggers.contains { $0.name.contains(mark) }
        || otherDerivationTriggers.contains { $0.contains(mark) }
      return isKept ? slot : nil
    }
  }
}

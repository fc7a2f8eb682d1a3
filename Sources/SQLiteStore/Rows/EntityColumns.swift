internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// The columns of one entity behind the keys, in the order of its table, and where the cells of a row come from: worked out once.
final class EntityColumns {
  let entity: StoreEntity
  let table: StoreTable
  /// Where each cell comes from.
  let sources: [ParameterSource]
  /// The columns' indexes in the table.
  let indexes: [Int]
  /// The columns of attributes; `nil` for those of relationships.
  let attributes: [AttributeColumn?]
  /// Whether some value may be kept in a file.
  let hasExternalColumns: Bool
  /// The names from the outside in of each composite leaf that `sources` refers to.
  private let paths: [[String]]
  /// The table's name in SQL, from which the names of external files follow, too.
  let tableName: String
  private let schema: StoreSchema

  init(_ entity: StoreEntity, in schema: StoreSchema) {
    self.entity = entity
    self.schema = schema
    table = schema.tables[entity.table]
    tableName = SQLIdentifier.spelled(table.name)
    var columns: [(index: Int, source: ParameterSource, attribute: AttributeColumn?)] = []
    var paths: [[String]] = []
    func add(_ storage: AttributeStorage, slot: Int, path: [String]) {
      switch storage {
      case .none: break
      case .column(let column) where !path.isEmpty:
        columns.append((column.index, .compositeLeaf(slot: slot, path: paths.count), column))
        paths.append(path)
      case .column(let column):
        let source: ParameterSource =
          column.allowsExternalStorage ? .externalBinary(slot: slot) : .attribute(slot: slot)
        columns.append((column.index, source, column))
      case .composite(let elements):
        for element in elements { add(element.storage, slot: slot, path: path + [element.name]) }
      }
    }
    for (slot, storage) in entity.attributes.enumerated() { add(storage, slot: slot, path: []) }
    for (slot, storage) in entity.toOne.enumerated() {
      guard let storage else { continue }
      columns.append((storage.column, .toOne(slot: slot), nil))
      if let column = storage.entityColumn { columns.append((column, .toOneEntity(slot: slot), nil)) }
    }
    columns.sort { $0.index < $1.index }
    sources = columns.map(\.source)
    indexes = columns.map(\.index)
    attributes = columns.map(\.attribute)
    hasExternalColumns = columns.contains { if case .externalBinary = $0.source { true } else { false } }
    self.paths = paths
  }

  /// The names of the columns in SQL.
  var names: [String] { indexes.map { SQLIdentifier.spelled(table.columns[$0].name) } }

  /// Gives a cell of a row to whoever takes it.
  ///
  /// - Parameters:
  ///   - attributes: The row's attributes.
  ///   - toOne: The row's to-one relationships.
  ///   - files: Where large values go; `nil` keeps all of them in their cells.
  /// - Complexity: O(bytes of the cell); allocates nothing but for decimals, URIs and composites.
  @inline(__always)
  func bind(
    _ source: ParameterSource,
    _ attributes: Span<AttributeValue>,
    _ toOne: Span<ManagedObjectID?>,
    ofRow key: Int64,
    to target: some CellTarget,
    at place: Int,
    files: ExternalDataFolder?
  ) throws {
    switch source {
    case .attribute(let slot):
      try target.bind(attributes[slot], at: place)
    case .toOne(let slot):
      if let destination = toOne[slot] {
        try target.bind(destination.reference, at: place)
      } else {
        try target.bindNull(at: place)
      }
    case .toOneEntity(let slot):
      if let destination = toOne[slot], let index = schema.index(of: destination.entity) {
        try target.bind(schema.entities[index].number, at: place)
      } else {
        try target.bindNull(at: place)
      }
    case .externalBinary(let slot):
      try target.bindExternal(attributes[slot], at: place, files: files) {
        ExternalDataFolder.seed(table: tableName, key: key, slot: slot)
      }
    case .compositeLeaf(let slot, let path):
      try target.bind(leaf(path, of: attributes[slot]), at: place)
    }
  }

  /// The attribute value that a cell holds; `.null` for relationships.
  func value(_ source: ParameterSource, of attributes: [AttributeValue]) -> AttributeValue {
    switch source {
    case .attribute(let slot), .externalBinary(let slot): attributes[slot]
    case .compositeLeaf(let slot, let path): leaf(path, of: attributes[slot])
    case .toOne, .toOneEntity: .null
    }
  }

  /// The value of a composite attribute's leaf.
  ///
  /// - Parameter path: The leaf's path, as `ParameterSource` has it.
  func leaf(_ path: Int, of value: AttributeValue) -> AttributeValue {
    paths[path].reduce(value) { value, name in
      if case .composite(let elements) = value { elements[name] ?? .null } else { .null }
    }
  }
}

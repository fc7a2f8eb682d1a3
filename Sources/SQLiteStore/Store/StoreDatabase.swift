internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// The open file of a store: the connection, and where the model's objects lie in it.
///
/// All parts of a store share it. It alone knows whether the store may still be used.
final class StoreDatabase {
  let location: String
  /// The number that the IDs of the store's objects have.
  let number: UInt32
  let isReadOnly: Bool
  let schema: StoreSchema
  let connection: SQLiteConnection
  private var isClosed = false

  init(location: String, number: UInt32, isReadOnly: Bool, schema: StoreSchema, connection: SQLiteConnection) {
    self.location = location
    self.number = number
    self.isReadOnly = isReadOnly
    self.schema = schema
    self.connection = connection
  }

  /// Throws if the store was closed.
  func requireUsable() throws {
    if isClosed { throw SQLiteStoreError(.unusable(reason: "it is closed"), path: location) }
  }

  /// Throws if the store was closed, or was opened for reading only.
  func requireWritable() throws {
    try requireUsable()
    guard !isReadOnly else { throw SQLiteStoreError(.readOnly, path: location) }
  }

  /// Closes the connection, once `release` has let the statements go. The second call does nothing.
  func close(after release: () -> Void) {
    guard !isClosed else { return }
    release()
    connection.close()
    isClosed = true
  }

  /// Runs `body` and turns what SQLite refuses into a store's error.
  func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    try SQLiteStore.translatingErrors(path: location, body)
  }

  // MARK: Entities and objects

  /// The index of an entity in the schema.
  ///
  /// - Throws: `SQLiteStoreError.unknownEntity`.
  func entityIndex(_ entity: EntityDescription) throws -> Int {
    guard let index = schema.index(of: entity) else {
      throw SQLiteStoreError(.unknownEntity(entity.name), path: location)
    }
    return index
  }

  /// The index of the object's own entity, even when its ID was made for a parent entity.
  func ownEntityIndex(of objectID: ManagedObjectID) throws -> Int {
    let index = try entityIndex(objectID.entity)
    guard schema.entities[index].subtreeNumbers.count > 1 else { return index }
    let own = try self.objectID(ofKey: objectID.reference, inTable: schema.entities[index].table)
    return own.flatMap { schema.index(of: $0.entity) } ?? index
  }

  /// The ID of the object with a key; `nil` if there is none.
  func objectID(ofKey key: Int64, inTable table: Int) throws -> ManagedObjectID? {
    let name = SQLIdentifier.spelled(schema.tables[table].name)
    guard
      let entityNumber = try connection.firstValue("SELECT Z_ENT FROM \(name) WHERE Z_PK = ?1", [.integer(key)])?
        .integer,
      let index = schema.index(ofNumber: entityNumber)
    else { return nil }
    return ManagedObjectID(entity: schema.entities[index].entity, storeNumber: number, reference: key)
  }
}

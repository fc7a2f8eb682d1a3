public import ManagedObjects
public import ObjectModel

extension SQLiteStore: KeyKeepingStore {
  public func obtainPermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
    try database.requireUsable()
    return try keys.obtain(count, for: entity)
  }

  /// The last key that was ever given to objects of an entity and of those that share its table.
  ///
  /// - Throws: `SQLiteStoreError`, also if the store does not hold the entity.
  package func lastKey(of entity: EntityDescription) throws -> Int64 {
    try database.requireUsable()
    return try lastKey(inTable: database.schema.entities[database.entityIndex(entity)].table)
  }

  /// Gives no key up to this one to new objects of an entity, and writes that to `Z_PRIMARYKEY`, in a transaction of its own.
  package func skipKeys(through key: Int64, for entity: EntityDescription) throws {
    try database.requireWritable()
    try keys.skip(through: key, for: entity)
  }

  func lastKey(inTable table: Int) throws -> Int64 {
    try database.translatingErrors { try keys.lastKey(inTable: table) }
  }

  /// Hands out keys and writes to `Z_PRIMARYKEY` that they are taken, in a transaction of its own.
  public func reservePermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
    if bulkLoad.isActive { return try obtainPermanentIDs(for: entity, count: count) }
    try database.requireWritable()
    return try keys.reserve(count, for: entity)
  }
}

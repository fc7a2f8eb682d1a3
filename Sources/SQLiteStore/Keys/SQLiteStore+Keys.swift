public import ManagedObjects
public import ObjectModel

extension SQLiteStore {
  public func obtainPermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
    try database.requireUsable()
    return try keys.obtain(count, for: entity)
  }

  /// Hands out keys and writes to `Z_PRIMARYKEY` that they are taken, in a transaction of its own.
  public func reservePermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
    if bulkLoad.isActive { return try obtainPermanentIDs(for: entity, count: count) }
    try database.requireWritable()
    return try keys.reserve(count, for: entity)
  }
}

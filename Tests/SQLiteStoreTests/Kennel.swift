package import AttributeValues
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// A store of a small model in a folder of its own, with short words for what tests do to it.
final class Kennel {
  let folder: TemporaryFolder
  let path: String
  let model: ManagedObjectModel
  let store: SQLiteStore

  init(model: ManagedObjectModel = KennelModel.make(), options: SQLiteStoreOptions = SQLiteStoreOptions()) throws {
    folder = try TemporaryFolder()
    path = folder.file("Kennel.sqlite")
    self.model = model
    store = try SQLiteStore.create(at: path, model: model, options: options)
  }

  private init(reopening kennel: Kennel, options: SQLiteStoreOptions) throws {
    folder = kennel.folder
    path = kennel.path
    model = kennel.model
    store = try SQLiteStore.open(at: path, model: model, options: options)
  }

  func reopened(options: SQLiteStoreOptions = SQLiteStoreOptions()) throws -> Kennel {
    try Kennel(reopening: self, options: options)
  }

  struct Inserted {
    var objectID: ManagedObjectID
    var values: [String: AttributeValue]
  }

  func entity(_ name: String) throws -> EntityDescription { try #require(model.entitiesByName[name]) }

  /// The same object's ID in this store.
  func id(_ inserted: Inserted) -> ManagedObjectID {
    ManagedObjectID(
      entity: inserted.objectID.entity,
      storeNumber: store.number,
      reference: inserted.objectID.reference
    )
  }

  func slot(_ attribute: String, _ entityName: String) throws -> Int {
    guard case .attribute(let slot)? = try entity(entityName).layout.slot(named: attribute) else {
      throw Missing(name: attribute)
    }
    return slot
  }

  func toManySlot(_ relationship: String, _ entityName: String) throws -> Int {
    guard case .toMany(let slot)? = try entity(entityName).layout.slot(named: relationship) else {
      throw Missing(name: relationship)
    }
    return slot
  }

  struct Missing: Error { var name: String }

  func row(
    _ entityName: String,
    _ values: [String: AttributeValue],
    toOne: [String: ManagedObjectID] = [:]
  ) throws -> StoreRow {
    let entity = try entity(entityName)
    let objectID = try #require(try store.obtainPermanentIDs(for: entity, count: 1).first)
    return StoreRow(
      objectID: objectID,
      version: 1,
      attributes: entity.layout.attributes.map { values[$0.name] ?? .null },
      toOne: entity.layout.toOneRelationships.map { toOne[$0.name] }
    )
  }

  @discardableResult
  func insert(
    _ entityName: String,
    _ values: [String: AttributeValue],
    toOne: [String: ManagedObjectID] = [:]
  ) throws -> Inserted {
    let row = try row(entityName, values, toOne: toOne)
    try save { $0.inserted = [row] }
    return Inserted(objectID: row.objectID, values: values)
  }

  func save(_ change: (inout StoreSaveRequest) throws -> Void) throws {
    var request = StoreSaveRequest()
    try change(&request)
    try store.save(request)
  }

  func link(
    _ owner: ManagedObjectID,
    _ relationship: String,
    _ entityName: String,
    _ members: [ManagedObjectID],
    order: [ManagedObjectID]? = nil
  ) throws {
    let slot = try toManySlot(relationship, entityName)
    try save {
      $0.toManyChanges = [StoreToManyChange(owner: owner, slot: slot, added: members, removed: [], order: order)]
    }
  }

  func order(_ owner: ManagedObjectID, _ relationship: String, _ entityName: String, _ members: [ManagedObjectID])
    throws
  {
    try link(owner, relationship, entityName, [], order: members)
  }

  func members(_ relationship: String, _ entityName: String, _ owner: ManagedObjectID) throws -> [ManagedObjectID] {
    try store.members(of: owner, toManySlot: try toManySlot(relationship, entityName))
  }

  func value(_ attribute: String, of objectID: ManagedObjectID) throws -> AttributeValue {
    let row = try #require(try store.row(for: objectID))
    return row.attributes[try slot(attribute, objectID.entity.name)]
  }

  /// The values of a row that are not null, by name.
  func values(of row: StoreRow) -> [String: AttributeValue] {
    var values: [String: AttributeValue] = [:]
    for (attribute, value) in zip(row.objectID.entity.layout.attributes, row.attributes) where !value.isNull {
      values[attribute.name] = value
    }
    return values
  }
}

extension SQLiteStore {
  /// What stands in the file, read past the store.
  func raw(_ sql: String) throws -> [[SQLiteValue]] { try SQLiteConnection(path: location, mode: .readOnly).rows(sql) }
}

extension AttributeValue: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}

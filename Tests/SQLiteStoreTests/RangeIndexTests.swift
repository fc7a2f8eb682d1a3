import AttributeValues
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// Stores with R-tree indexes, whose triggers write into a virtual table (issue 17).
@Suite struct RangeIndexTests {
  private static func model(withIndex: Bool) -> ManagedObjectModel {
    let place = EntityDescription(name: "Place")
    place.declaredProperties = [
      KennelModel.attribute("latitude", .double), KennelModel.attribute("longitude", .double),
    ]
    if withIndex {
      place.indexes = [
        FetchIndexDescription(
          name: "byRect",
          elements: ["latitude", "longitude"].map { .init(propertyName: $0, collationType: .rTree) }
        )
      ]
    }
    return ManagedObjectModel(entities: [place])
  }

  /// What the index holds.
  private func tree(_ store: SQLiteStore) throws -> [[SQLiteValue]] {
    try store.raw("SELECT Z_PK, CAST(ZLATITUDE_MIN AS INTEGER) FROM Z_RT_Place_byRect ORDER BY Z_PK")
  }

  private func edit(_ kennel: Kennel) throws {
    let first = try kennel.insert("Place", ["latitude": .double(50), "longitude": .double(14)]).objectID
    let second = try kennel.insert("Place", ["latitude": .double(49), "longitude": .double(16)]).objectID
    var row = try #require(try kennel.store.row(for: second))
    row.attributes[try kennel.slot("latitude", "Place")] = .double(48)
    try kennel.save {
      $0.updated = [row]
      $0.deleted = [(objectID: first, version: 1)]
    }
  }

  @Test func aNewStoreCanBeEdited() throws {
    let kennel = try Kennel(model: Self.model(withIndex: true))
    try edit(kennel)
    #expect(try tree(kennel.store) == [[2, 48]])
  }

  /// The model that a store carries does not list the index.
  @Test func aStoreOfAModelWithoutTheIndexCanBeEdited() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Places.sqlite")
    try SQLiteStore.create(at: path, model: Self.model(withIndex: true)).close()
    let model = Self.model(withIndex: false)
    let store = try SQLiteStore.open(at: path, model: model)
    let place = try #require(model.entitiesByName["Place"])
    let objectID = try #require(try store.obtainPermanentIDs(for: place, count: 1).first)
    var request = StoreSaveRequest()
    request.inserted = [StoreRow(objectID: objectID, version: 1, attributes: [.double(50), .double(14)], toOne: [])]
    try store.save(request)
    #expect(try tree(store) == [[1, 50]])
  }

  @Test func aStoreThatWasLoadedInBulkCanBeEdited() throws {
    var options = SQLiteStoreOptions()
    options.bulkLoading = true
    let kennel = try Kennel(model: Self.model(withIndex: true), options: options)
    try kennel.store.finishBulkLoading()
    try edit(kennel)
    #expect(try tree(kennel.store) == [[2, 48]])
  }

  /// As in libraries of Photos, whose triggers keep counts in other tables.
  @Test func aTriggerOfTheApplicationsMayStandBesideThem() throws {
    let kennel = try Kennel(model: Self.model(withIndex: true))
    try kennel.store.close()
    let connection = try SQLiteConnection(path: kennel.path)
    try connection.execute(
      """
      CREATE TRIGGER ZT_ZPLACE_INSERT AFTER INSERT ON ZPLACE FOR EACH ROW BEGIN UPDATE ZPLACE SET ZLONGITUDE = 1 WHERE Z_PK = NEW.Z_PK; \
      SELECT NSCoreDataTriggerUpdateAffectedObjectValue('ZPLACE', Z_ENT, Z_PK, 'ZLONGITUDE', ZLONGITUDE) FROM ZPLACE; END
      """
    )
    connection.close()
    let reopened = try kennel.reopened()
    try reopened.insert("Place", ["latitude": .double(50), "longitude": .double(14)])
    #expect(try reopened.store.raw("SELECT ZLONGITUDE FROM ZPLACE") == [[1.0]])
    #expect(try tree(reopened.store) == [[1, 50]])
  }

  /// As in newer libraries of Photos.
  @Test func anIndexWithoutTriggersIsKeptTrue() throws {
    let kennel = try Kennel(model: Self.model(withIndex: true))
    try kennel.store.close()
    let connection = try SQLiteConnection(path: kennel.path)
    for event in ["INSERT", "UPDATE", "DELETE"] { try connection.execute("DROP TRIGGER Z_RT_Place_byRect_\(event)") }
    connection.close()
    let reopened = try kennel.reopened()
    try edit(reopened)
    #expect(try tree(reopened.store) == [[2, 48]])
    #expect(try reopened.store.raw("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'") == [[0]])
  }

  /// A trigger that is not Core Data's is not trusted with the virtual table, nor is a file with virtual tables of another kind.
  @Test func anotherTriggerIsNotTrusted() throws {
    let kennel = try Kennel(model: Self.model(withIndex: true))
    try kennel.store.close()
    let connection = try SQLiteConnection(path: kennel.path)
    try connection.execute(
      "CREATE TRIGGER Z_RT_Place_byRect_CLEAR AFTER INSERT ON ZPLACE BEGIN DELETE FROM Z_RT_Place_byRect ; END"
    )
    connection.close()
    let reopened = try kennel.reopened()
    #expect(throws: SQLiteStoreError.self) { try reopened.insert("Place", ["latitude": .double(50)]) }
    try reopened.store.close()
    let other = try SQLiteConnection(path: kennel.path)
    try other.execute("DROP TRIGGER Z_RT_Place_byRect_CLEAR")
    try other.execute("CREATE VIRTUAL TABLE words USING fts5 (word)")
    other.close()
    let again = try kennel.reopened()
    #expect(throws: SQLiteStoreError.self) { try again.insert("Place", ["latitude": .double(50)]) }
  }
}

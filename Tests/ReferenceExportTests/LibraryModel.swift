import AttributeValues
import FoundationEssentials
import ManagedObjects
import ModelReading
import ObjectModel

/// A small library: a model with every kind of property, and a store with a few objects of it.
enum LibraryModel {
  static func model() throws -> ManagedObjectModel {
    let model = try ModelReader.parse(Array(contents.utf8), file: "Library.xcdatamodel").model
    model.freeze()
    return model
  }

  static let contents = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
      <entity name="Author" representedClassName="Author" parentEntity="Person" syncable="YES">
        <attribute name="penName" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade" ordered="YES" destinationEntity="Book" \
    inverseName="author" inverseEntity="Book"/>
      </entity>
      <entity name="Book" representedClassName="Book" syncable="YES">
        <attribute name="title" attributeType="String" minValueString="1" maxValueString="80"/>
        <attribute name="pages" optional="YES" attributeType="Integer 16" minValueString="1" maxValueString="5000"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="weight" optional="YES" attributeType="Float"/>
        <attribute name="isLent" attributeType="Boolean" defaultValueString="NO"/>
        <attribute name="published" optional="YES" attributeType="Date"/>
        <attribute name="isbn" optional="YES" attributeType="String"/>
        <attribute name="cover" optional="YES" attributeType="Binary"/>
        <attribute name="link" optional="YES" attributeType="URI"/>
        <attribute name="rank" optional="YES" attributeType="String"/>
        <relationship name="author" maxCount="1" deletionRule="Nullify" destinationEntity="Author" \
    inverseName="books" inverseEntity="Author"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" ordered="YES" destinationEntity="Tag" \
    inverseName="books" inverseEntity="Tag"/>
        <fetchIndex name="byPages">
          <fetchIndexElement property="pages" type="Binary" order="descending"/>
        </fetchIndex>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="isbn"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      <entity name="Person" representedClassName="Person" isAbstract="YES" syncable="YES">
        <attribute name="id" attributeType="UUID"/>
        <attribute name="name" attributeType="String"/>
      </entity>
      <entity name="Tag" representedClassName="Tag" syncable="YES">
        <attribute name="word" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book" \
    inverseName="tags" inverseEntity="Book"/>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="word"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
    </model>
    """

  /// A store with an author, three books and two tags; `change` may spoil the rows before they are saved.
  static func store(
    of model: ManagedObjectModel,
    change: (inout StoreSaveRequest) throws -> Void = { _ in }
  ) throws -> any PersistentStore {
    let store = InMemoryStore()
    try fill(store, of: model, change: change)
    return store
  }

  /// Puts the library's objects into an empty store.
  static func fill(
    _ store: any PersistentStore,
    of model: ManagedObjectModel,
    change: (inout StoreSaveRequest) throws -> Void = { _ in }
  ) throws {
    let entities = model.entitiesByName
    guard let author = entities["Author"], let book = entities["Book"], let tag = entities["Tag"] else { return }
    let authorID = try store.obtainPermanentIDs(for: author, count: 1)[0]
    let bookIDs = try store.obtainPermanentIDs(for: book, count: 3)
    let tagIDs = try store.obtainPermanentIDs(for: tag, count: 2)
    var request = StoreSaveRequest()
    request.inserted = [
      row(
        authorID,
        [
          "id": .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
          "name": .string("Žižka, Ána"),
        ]
      ),
      row(
        bookIDs[0],
        [
          "title": .string("Das Rätsel"), "pages": .integer(320), "price": .decimal(Decimal(string: "19.95") ?? 0),
          "weight": .float(0.1), "isLent": .boolean(true), "published": .date(736_257_600.25), "isbn": .string("1"),
          "cover": .binary(Data([0, 255])), "rank": .string("high"),
        ],
        ["author": authorID]
      ),
      row(
        bookIDs[1],
        ["title": .string("Second"), "isLent": .boolean(false), "pages": .integer(12)],
        ["author": authorID]
      ),
      row(bookIDs[2], ["title": .string("Third"), "isLent": .boolean(false)], ["author": authorID]),
      row(tagIDs[0], ["word": .string("crime")]),
      row(tagIDs[1], ["word": .string("old")]),
    ]
    request.toManyChanges = [
      StoreToManyChange(
        owner: authorID,
        slot: 0,
        added: bookIDs,
        removed: [],
        order: [bookIDs[2], bookIDs[0], bookIDs[1]]
      ),
      StoreToManyChange(owner: bookIDs[0], slot: 0, added: tagIDs, removed: [], order: [tagIDs[1], tagIDs[0]]),
    ]
    try change(&request)
    try store.save(request)
  }

  /// A new object's row with these values; the others are empty.
  static func row(
    _ objectID: ManagedObjectID,
    _ values: [String: AttributeValue],
    _ related: [String: ManagedObjectID] = [:]
  ) -> StoreRow {
    let layout = objectID.entity.layout
    return StoreRow(
      objectID: objectID,
      version: 1,
      attributes: layout.attributes.map { values[$0.name] ?? .null },
      toOne: layout.toOneRelationships.map { related[$0.name] }
    )
  }
}

import AttributeValues
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import Testing

/// What the history says of updates (issue 17): who is recorded, with which version, and which bits of `ZCOLUMNS`.
@Suite struct HistoryColumnsTests {
  /// Lists of ordered items, items with a kind that has sub-entities, and tags shared by items.
  private static func model() -> ManagedObjectModel {
    let list = EntityDescription(name: "List")
    let item = EntityDescription(name: "Item")
    let task = EntityDescription(name: "Task")
    let kind = EntityDescription(name: "Kind")
    let special = EntityDescription(name: "Special")
    let tag = EntityDescription(name: "Tag")
    list.declaredProperties = [
      KennelModel.attribute("name", .string), KennelModel.relationship("items", to: item, many: true),
    ]
    item.declaredProperties = [
      KennelModel.attribute("title", .string), KennelModel.attribute("Done", .boolean),
      KennelModel.transient("draft", .string),
      KennelModel.relationship("list", to: list), KennelModel.relationship("kind", to: kind),
      KennelModel.relationship("tags", to: tag, many: true),
    ]
    task.declaredProperties = [
      KennelModel.attribute("alarm", .date), KennelModel.relationship("after", to: item),
      KennelModel.relationship("steps", to: task, many: true), KennelModel.relationship("partOf", to: task),
    ]
    kind.declaredProperties = [
      KennelModel.attribute("name", .string), KennelModel.relationship("items", to: item, many: true),
    ]
    tag.declaredProperties = [
      KennelModel.attribute("word", .string), KennelModel.relationship("items", to: item, many: true),
    ]
    item.subentities = [task]
    kind.subentities = [special]
    KennelModel.inverse(list, "items", item, "list")
    KennelModel.inverse(kind, "items", item, "kind")
    KennelModel.inverse(item, "tags", tag, "items")
    KennelModel.inverse(task, "steps", task, "partOf")
    KennelModel.ordered(list, "items")
    return ManagedObjectModel(entities: [list, item, task, kind, special, tag])
  }

  private struct Stack {
    let kennel: Kennel
    let coordinator: PersistentStoreCoordinator
    let context: ManagedObjectContext

    init() throws {
      var options = SQLiteStoreOptions()
      options.tracksHistory = true
      kennel = try Kennel(model: HistoryColumnsTests.model(), options: options)
      coordinator = PersistentStoreCoordinator(managedObjectModel: kennel.model)
      try coordinator.addPersistentStore(kennel.store)
      context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    }

    func make(_ entity: String, _ values: [String: Any] = [:]) throws -> ManagedObject {
      let object = ManagedObjectContext.insertNewObject(forEntityName: entity, into: context)
      for (key, value) in values { try object.setValue(value, forKey: key) }
      return object
    }

    /// What the last save has recorded: kind, entity, key, version and bits of each change.
    func saved() throws -> [String] {
      try context.save()
      let rows = try kennel.store.raw(
        """
        SELECT ZCHANGETYPE, (SELECT Z_NAME FROM Z_PRIMARYKEY AS p WHERE p.Z_ENT = c.ZENTITY), ZENTITYPK, hex(ZCOLUMNS) \
        FROM ACHANGE AS c WHERE ZTRANSACTIONID = (SELECT max(Z_PK) FROM ATRANSACTION) ORDER BY Z_PK
        """
      )
      return try rows.map { row in
        let name = row[1].text ?? ""
        let root = kennel.model.entitiesByName[name]?.rootEntity.name ?? name
        let key = row[2].integer ?? 0
        let version = try kennel.store.raw("SELECT Z_OPT FROM Z\(root.uppercased()) WHERE Z_PK = \(key)")
        let kind = ["+", "~", "-"][Int(row[0].integer ?? 0)]
        return "\(kind)\(name) \(key) v\(version.first?[0].integer ?? 0) \(row[3].text ?? "")"
      }
    }

    /// The names of the properties that the last save has changed, as the history gives them.
    func properties() throws -> [String] {
      let changes = try kennel.store.execute(.fetchHistory(after: nil)).last?.changes ?? []
      return changes.map { change in
        change.updatedProperties.map { $0.sorted().joined(separator: " ") } ?? "-"
      }
    }
  }

  /// The bits of an item are kind, list; kind's entity; list's place; Done, title; tags. Those of a task: kind, list, after, partOf; the entities of kind
  /// and after; list's place; Done, title, alarm; steps, tags.
  @Test func namesTheChangedPropertiesInTheOrderOfRealStores() throws {
    let stack = try Stack()
    let kind = try stack.make("Kind")
    let special = try stack.make("Special")
    let item = try stack.make("Item", ["title": "A", "kind": kind])
    let task = try stack.make("Task", ["title": "B"])
    #expect(
      try stack.saved().map { String($0.split(separator: " ")[0]) } == ["+Kind", "+Special", "+Item", "+Task"]
    )
    try item.setValue("AA", forKey: "title")
    #expect(try stack.saved() == ["~Item 1 v2 04"])
    #expect(try stack.properties() == ["title"])
    try item.setValue(true, forKey: "Done")
    try task.setValue(item, forKey: "after")
    #expect(try stack.saved() == ["~Item 1 v3 08", "~Task 2 v2 2400"])
    try item.setValue(special, forKey: "kind")
    #expect(try stack.saved() == ["~Item 1 v4 A0", "~Kind 1 v2 40", "~Special 2 v2 40"])
    #expect(try stack.properties() == ["kind", "items", "items"])
  }

  @Test func recordsTheOwnerWithTheMember() throws {
    let stack = try Stack()
    let kind = try stack.make("Kind", ["name": "K"])
    _ = try stack.saved()
    let item = try stack.make("Item", ["title": "A", "kind": kind])
    #expect(try stack.saved() == ["+Item 1 v1 ", "~Kind 1 v2 40"])
    #expect(try stack.properties() == ["-", "items"])
    stack.context.delete(item)
    #expect(try stack.saved() == ["~Kind 1 v3 40", "-Item 1 v0 "])
    try kind.setValue("L", forKey: "name")
    #expect(try stack.saved() == ["~Kind 1 v4 80"])
  }

  @Test func recordsBothEndsOfAManyToManyLink() throws {
    let stack = try Stack()
    let item = try stack.make("Item")
    let tag = try stack.make("Tag")
    _ = try stack.saved()
    try tag.setValue(Set([item]), forKey: "items")
    #expect(try stack.saved().sorted() == ["~Item 1 v2 02", "~Tag 1 v2 40"])
    #expect(Set(try stack.properties()) == ["tags", "items"])
  }

  @Test func recordsWhoIsMovedAndWhoseMembersAreReordered() throws {
    let stack = try Stack()
    let items = try ["A", "B", "C"].map { try stack.make("Item", ["title": $0]) }
    let list = try stack.make("List", ["items": items])
    _ = try stack.saved()
    try list.setValue([items[2], items[0], items[1]], forKey: "items")
    // C goes before the others, which keep their places.
    #expect(try stack.saved() == ["~List 1 v2 40", "~Item 3 v2 10"])
    #expect(try stack.properties() == ["items", "list"])
    try items[2].setValue("CC", forKey: "title")
    #expect(try stack.saved() == ["~Item 3 v3 04"])
  }

  @Test func aStoreThatIsLoadedInBulkKeepsTheVersionsOfNewObjects() throws {
    var options = SQLiteStoreOptions()
    options.bulkLoading = true
    let kennel = try Kennel(model: Self.model(), options: options)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: kennel.model)
    try coordinator.addPersistentStore(kennel.store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let kind = ManagedObjectContext.insertNewObject(forEntityName: "Kind", into: context)
    try context.save()
    let item = ManagedObjectContext.insertNewObject(forEntityName: "Item", into: context)
    try item.setValue(kind, forKey: "kind")
    try context.save()
    try kind.setValue("K", forKey: "name")
    try context.save()
    try kennel.store.finishBulkLoading()
    #expect(try kennel.store.raw("SELECT DISTINCT Z_OPT FROM ZKIND") == [[1]])
  }
}

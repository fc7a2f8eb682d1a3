import AttributeValues
import ManagedObjects
import ObjectModel
import PredicateLanguage
import Testing

/// An inventory of one's belongings that the owner puts in order by dragging rows.
@Suite struct HomepwnerTests {
  final class Item: ManagedObject {
    var name: String { value(forKey: "itemName") as? String ?? "" }
    var order: Double { value(forKey: "orderingValue") as? Double ?? 0 }
  }

  /// The list and its order, as the app's item store keeps them.
  final class ItemStore {
    let context: ManagedObjectContext
    private(set) var items: [Item] = []

    init(_ context: ManagedObjectContext) throws {
      self.context = context
      var request = FetchRequest<Item>(entityName: "Item")
      request.sortDescriptors = [SortKey("orderingValue")]
      items = try context.fetch(request)
    }

    @discardableResult
    func createItem(_ name: String, value: Int) throws -> Item {
      let item = Item(context: context)
      try item.setValue(name, forKey: "itemName")
      try item.setValue(value, forKey: "valueInDollars")
      try item.setValue((items.last?.order ?? 0) + 1, forKey: "orderingValue")
      items.append(item)
      return item
    }

    func move(from source: Int, to destination: Int) throws {
      let item = items.remove(at: source)
      items.insert(item, at: destination)
      let lower = destination > 0 ? items[destination - 1].order : items[1].order - 2
      let upper = destination < items.count - 1 ? items[destination + 1].order : items[destination - 1].order + 2
      try item.setValue((lower + upper) / 2, forKey: "orderingValue")
    }

    func remove(_ item: Item) {
      context.delete(item)
      items.removeAll { $0 === item }
    }
  }

  private func stack(_ kind: TextbookStack.Kind) throws -> TextbookStack {
    let item = EntityDescription(name: "Item")
    let type = EntityDescription(name: "AssetType")
    let link = RelationshipDescription.pair(type, "items", .nullify, item, "assetType")
    item.declaredProperties = [
      AttributeDescription(name: "itemName", type: .string), .required("orderingValue", .double, default: .double(0)),
      .required("valueInDollars", .integer32, default: .integer(0)), link.one,
    ]
    type.declaredProperties = [.required("label", .string), link.many]
    let stack = try TextbookStack(
      kind,
      model: ManagedObjectModel(entities: [item, type]),
      classes: ["Item": Item.self]
    )
    let store = try ItemStore(stack.viewContext)
    for (name, value) in [("Sofa", 900), ("Lamp", 40), ("Piano", 5000), ("Mug", 4)] {
      try store.createItem(name, value: value)
    }
    for label in ["Furniture", "Jewelry"] {
      let type = ManagedObjectContext.insertNewObject(forEntityName: "AssetType", into: stack.viewContext)
      try type.setValue(label, forKey: "label")
    }
    try store.items[0].setValue(try assetType("Furniture", stack.viewContext), forKey: "assetType")
    try stack.viewContext.save()
    return stack
  }

  private func assetType(_ label: String, _ context: ManagedObjectContext) throws -> ManagedObject? {
    var request = FetchRequest<ManagedObject>(entityName: "AssetType")
    request.predicate = try ObjectPredicate(format: "label == %@", label)
    return try context.fetch(request).first
  }

  @Test(arguments: TextbookStack.Kind.allCases) func theOrderThatTheOwnerMadeSurvives(_ kind: TextbookStack.Kind) throws
  {
    let stack = try stack(kind)
    let store = try ItemStore(stack.viewContext)
    #expect(store.items.map(\.name) == ["Sofa", "Lamp", "Piano", "Mug"])
    try store.move(from: 3, to: 0)
    try store.move(from: 1, to: 3)
    try store.move(from: 1, to: 2)
    #expect(store.items.map(\.name) == ["Mug", "Piano", "Lamp", "Sofa"])
    try stack.viewContext.save()
    #expect(try ItemStore(stack.relaunch()).items.map(\.name) == ["Mug", "Piano", "Lamp", "Sofa"])
  }

  @Test(arguments: TextbookStack.Kind.allCases) func removingAnItemLeavesTheOthersAndItsType(
    _ kind: TextbookStack.Kind
  ) throws {
    let stack = try stack(kind)
    let store = try ItemStore(stack.viewContext)
    store.remove(store.items[0])
    try stack.viewContext.save()
    let context = stack.relaunch()
    #expect(try ItemStore(context).items.map(\.name) == ["Lamp", "Piano", "Mug"])
    let furniture = try #require(try assetType("Furniture", context))
    #expect((furniture.value(forKey: "items") as? Set<ManagedObject>)?.isEmpty == true)
  }

  @Test(arguments: TextbookStack.Kind.allCases) func valuableItemsAreFoundBySumsAndComparisons(
    _ kind: TextbookStack.Kind
  ) throws {
    let stack = try stack(kind)
    let context = stack.relaunch()
    var request = FetchRequest<Item>(entityName: "Item")
    request.predicate = try ObjectPredicate(format: "valueInDollars >= 50 AND itemName CONTAINS[c] 'P'")
    #expect(try context.fetch(request).map(\.name) == ["Piano"])
    let furniture = try #require(try assetType("Furniture", context))
    for item in try ItemStore(context).items { try item.setValue(furniture, forKey: "assetType") }
    var types = FetchRequest<ManagedObject>(entityName: "AssetType")
    types.predicate = try ObjectPredicate(format: "items.@sum.valueInDollars > 5000")
    try context.save()
    #expect(try context.fetch(types) == [furniture])
  }

  @Test(arguments: TextbookStack.Kind.allCases) func deletingATypeLeavesItsItemsWithout(_ kind: TextbookStack.Kind)
    throws
  {
    let stack = try stack(kind)
    let store = try ItemStore(stack.viewContext)
    stack.viewContext.delete(try #require(try assetType("Furniture", stack.viewContext)))
    try stack.viewContext.save()
    #expect(store.items[0].value(forKey: "assetType") == nil && store.items.count == 4)
  }
}

import ManagedObjects
import PredicateLanguage

/// The items in their order.
final class ItemStore {
  private let context: ManagedObjectContext
  private(set) var all: [Item]

  init(_ context: ManagedObjectContext) throws {
    self.context = context
    var request = FetchRequest<Item>(entityName: "Item")
    request.sortDescriptors = [SortKey("orderingValue")]
    all = try context.fetch(request)
  }

  func add(_ name: String, dollars: Int32, type: String) throws {
    let item = Item(context: context)
    item.itemName = name
    item.valueInDollars = dollars
    item.assetType = try assetType(type)
    item.orderingValue = (all.last?.orderingValue ?? 0) + 1
    all.append(item)
  }

  /// An item gets a value between those of its new neighbours, so that one object changes however long the list is.
  func move(from source: Int, to destination: Int) {
    let item = all.remove(at: source)
    let after = destination > 0 ? all[destination - 1].orderingValue : (all.first?.orderingValue ?? 0) - 2
    let before = destination < all.count ? all[destination].orderingValue : after + 2
    item.orderingValue = (after + before) / 2
    all.insert(item, at: destination)
  }

  func delete(_ number: Int) { context.delete(all.remove(at: number)) }

  private func assetType(_ label: String) throws -> AssetType {
    var request = FetchRequest<AssetType>(entityName: "AssetType")
    request.predicate = try ObjectPredicate(format: "label == %@", label)
    if let known = try context.fetch(request).first { return known }
    let type = AssetType(context: context)
    type.label = label
    return type
  }
}

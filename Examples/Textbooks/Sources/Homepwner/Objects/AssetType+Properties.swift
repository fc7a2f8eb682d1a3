// Made by `studbook model swift` and made anew by it: write your own code in AssetType.swift.

import ManagedObjects

extension AssetType {
  var label: String {
    get { attribute("label") ?? "" }
    set { setAttribute("label", to: newValue) }
  }

  var items: Set<Item> {
    get { Set(relatedObjects("items") as [Item]) }
    set { setProperty("items", to: newValue) }
  }
}

// MARK: - items

extension AssetType {
  func addToItems(_ value: Item) {
    mutableSetValue(forKey: "items").add(value)
  }

  func removeFromItems(_ value: Item) {
    mutableSetValue(forKey: "items").remove(value)
  }

  func addToItems(_ values: some Sequence<Item>) {
    mutableSetValue(forKey: "items").formUnion(values)
  }

  func removeFromItems(_ values: some Sequence<Item>) {
    mutableSetValue(forKey: "items").subtract(values)
  }
}

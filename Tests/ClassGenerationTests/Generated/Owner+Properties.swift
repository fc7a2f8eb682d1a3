// Made by `studbook model swift` and made anew by it: write your own code in Owner.swift.

import ManagedObjects

extension Owner {
  var count: Int32 {
    get { attribute("count") ?? 0 }
    set { setAttribute("count", to: newValue) }
  }

  var name: String {
    get { attribute("name") ?? "" }
    set { setAttribute("name", to: newValue) }
  }

  var addresses: Set<URL> {
    get { Set(relatedObjects("addresses") as [URL]) }
    set { setProperty("addresses", to: newValue) }
  }

  var dogs: [Hound] {
    get { relatedObjects("dogs") }
    set { setProperty("dogs", to: newValue) }
  }
}

// MARK: - addresses

extension Owner {
  func addToAddresses(_ value: URL) {
    mutableSetValue(forKey: "addresses").add(value)
  }

  func removeFromAddresses(_ value: URL) {
    mutableSetValue(forKey: "addresses").remove(value)
  }

  func addToAddresses(_ values: some Sequence<URL>) {
    mutableSetValue(forKey: "addresses").formUnion(values)
  }

  func removeFromAddresses(_ values: some Sequence<URL>) {
    mutableSetValue(forKey: "addresses").subtract(values)
  }
}

// MARK: - dogs

extension Owner {
  func addToDogs(_ value: Hound) {
    mutableOrderedSetValue(forKey: "dogs").add(value)
  }

  func removeFromDogs(_ value: Hound) {
    mutableOrderedSetValue(forKey: "dogs").remove(value)
  }

  func addToDogs(_ values: some Sequence<Hound>) {
    mutableOrderedSetValue(forKey: "dogs").formUnion(values)
  }

  func removeFromDogs(_ values: some Sequence<Hound>) {
    mutableOrderedSetValue(forKey: "dogs").subtract(values)
  }

  func insertIntoDogs(_ value: Hound, at index: Int) {
    mutableOrderedSetValue(forKey: "dogs").insert(value, at: index)
  }

  func insertIntoDogs(_ values: [Hound], at indexes: some Sequence<Int>) {
    mutableOrderedSetValue(forKey: "dogs").insert(values, at: indexes)
  }

  func removeFromDogs(at index: Int) {
    mutableOrderedSetValue(forKey: "dogs").remove(at: index)
  }

  func removeFromDogs(at indexes: some Sequence<Int>) {
    mutableOrderedSetValue(forKey: "dogs").remove(at: indexes)
  }

  func replaceDogs(at index: Int, with value: Hound) {
    mutableOrderedSetValue(forKey: "dogs").replace(at: index, with: value)
  }

  func replaceDogs(at indexes: some Sequence<Int>, with values: [Hound]) {
    mutableOrderedSetValue(forKey: "dogs").replace(at: indexes, with: values)
  }
}

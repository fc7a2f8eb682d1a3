// Made by `studbook model swift` and made anew by it: write your own code in AKCGroup.swift.

import Foundation
import ManagedObjects

extension AKCGroup {
  var code: String {
    get { attribute("code") ?? "" }
    set { setAttribute("code", to: newValue) }
  }

  var emblem: Data? {
    get { attribute("emblem") }
    set { setAttribute("emblem", to: newValue) }
  }

  var emblemThumbnail: Data? {
    get { attribute("emblemThumbnail") }
    set { setAttribute("emblemThumbnail", to: newValue) }
  }

  var groupDescription: String {
    get { attribute("groupDescription") ?? "" }
    set { setAttribute("groupDescription", to: newValue) }
  }

  var name: String {
    get { attribute("name") ?? "" }
    set { setAttribute("name", to: newValue) }
  }

  var yearEstablished: Int16? {
    get { attribute("yearEstablished") }
    set { setAttribute("yearEstablished", to: newValue) }
  }

  var breeds: Set<Breed> {
    get { Set(relatedObjects("breeds") as [Breed]) }
    set { setProperty("breeds", to: newValue) }
  }
}

// MARK: - breeds

extension AKCGroup {
  func addToBreeds(_ value: Breed) {
    mutableSetValue(forKey: "breeds").add(value)
  }

  func removeFromBreeds(_ value: Breed) {
    mutableSetValue(forKey: "breeds").remove(value)
  }

  func addToBreeds(_ values: some Sequence<Breed>) {
    mutableSetValue(forKey: "breeds").formUnion(values)
  }

  func removeFromBreeds(_ values: some Sequence<Breed>) {
    mutableSetValue(forKey: "breeds").subtract(values)
  }
}

// Made by `studbook model swift` and made anew by it: write your own code in Hound.swift.

import Foundation
import ManagedObjects

extension Hound {
  var height: Double? {
    get { attribute("height") }
    set { setAttribute("height", to: newValue) }
  }

  var identifier: UUID? {
    get { attribute("identifier") }
    set { setAttribute("identifier", to: newValue) }
  }

  var isGood: Bool {
    get { attribute("isGood") ?? false }
    set { setAttribute("isGood", to: newValue) }
  }

  /// Derived by the store at each save: `canonical:(name)`.
  var key: String? { attribute("key") }

  /// Kept in memory only.
  var mood: Any? {
    get { value(forKey: "mood") }
    set { setProperty("mood", to: newValue) }
  }

  var page: Foundation.URL? {
    get { attribute("page") }
    set { setAttribute("page", to: newValue) }
  }

  var photo: Data? {
    get { attribute("photo") }
    set { setAttribute("photo", to: newValue) }
  }

  var price: Decimal {
    get { attribute("price") ?? 0 }
    set { setAttribute("price", to: newValue) }
  }

  var rank: Int16 {
    get { attribute("rank") ?? 0 }
    set { setAttribute("rank", to: newValue) }
  }

  var share: Float? {
    get { attribute("share") }
    set { setAttribute("share", to: newValue) }
  }

  var size: [String: Any]? {
    get { value(forKey: "size") as? [String: Any] }
    set { setProperty("size", to: newValue) }
  }

  var toys: [String]? {
    get { value(forKey: "toys") as? [String] }
    set { setProperty("toys", to: newValue) }
  }

  var weight: Int64? {
    get { attribute("weight") }
    set { setAttribute("weight", to: newValue) }
  }

  var friends: Set<Hound> {
    get { Set(relatedObjects("friends") as [Hound]) }
    set { setProperty("friends", to: newValue) }
  }

  var owner: Owner? {
    get { related("owner") }
    set { setProperty("owner", to: newValue) }
  }

  /// Fetched whenever it is asked for.
  var namesakes: [Hound] { relatedObjects("namesakes") }
}

// MARK: - friends

extension Hound {
  func addToFriends(_ value: Hound) {
    mutableSetValue(forKey: "friends").add(value)
  }

  func removeFromFriends(_ value: Hound) {
    mutableSetValue(forKey: "friends").remove(value)
  }

  func addToFriends(_ values: some Sequence<Hound>) {
    mutableSetValue(forKey: "friends").formUnion(values)
  }

  func removeFromFriends(_ values: some Sequence<Hound>) {
    mutableSetValue(forKey: "friends").subtract(values)
  }
}

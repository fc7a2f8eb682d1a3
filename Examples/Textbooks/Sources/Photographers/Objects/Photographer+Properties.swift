// Made by `studbook model swift` and made anew by it: write your own code in Photographer.swift.

import ManagedObjects

extension Photographer {
  var name: String {
    get { attribute("name") ?? "" }
    set { setAttribute("name", to: newValue) }
  }

  var photos: Set<Photo> {
    get { Set(relatedObjects("photos") as [Photo]) }
    set { setProperty("photos", to: newValue) }
  }
}

// MARK: - photos

extension Photographer {
  func addToPhotos(_ value: Photo) {
    mutableSetValue(forKey: "photos").add(value)
  }

  func removeFromPhotos(_ value: Photo) {
    mutableSetValue(forKey: "photos").remove(value)
  }

  func addToPhotos(_ values: some Sequence<Photo>) {
    mutableSetValue(forKey: "photos").formUnion(values)
  }

  func removeFromPhotos(_ values: some Sequence<Photo>) {
    mutableSetValue(forKey: "photos").subtract(values)
  }
}

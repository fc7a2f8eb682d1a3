// Made by `studbook model swift` and made anew by it: write your own code in Breed.swift.

import Foundation
import ManagedObjects

extension Breed {
  var breedDescription: String {
    get { attribute("breedDescription") ?? "" }
    set { setAttribute("breedDescription", to: newValue) }
  }

  var country: String? {
    get { attribute("country") }
    set { setAttribute("country", to: newValue) }
  }

  var emblem: Data? {
    get { attribute("emblem") }
    set { setAttribute("emblem", to: newValue) }
  }

  var emblemThumbnail: Data? {
    get { attribute("emblemThumbnail") }
    set { setAttribute("emblemThumbnail", to: newValue) }
  }

  var fciNumber: Int16? {
    get { attribute("fciNumber") }
    set { setAttribute("fciNumber", to: newValue) }
  }

  var fciSection: String? {
    get { attribute("fciSection") }
    set { setAttribute("fciSection", to: newValue) }
  }

  var heightMax: Double? {
    get { attribute("heightMax") }
    set { setAttribute("heightMax", to: newValue) }
  }

  var heightMin: Double? {
    get { attribute("heightMin") }
    set { setAttribute("heightMin", to: newValue) }
  }

  var isProvisional: Bool {
    get { attribute("isProvisional") ?? false }
    set { setAttribute("isProvisional", to: newValue) }
  }

  var lifeMax: Int16? {
    get { attribute("lifeMax") }
    set { setAttribute("lifeMax", to: newValue) }
  }

  var lifeMin: Int16? {
    get { attribute("lifeMin") }
    set { setAttribute("lifeMin", to: newValue) }
  }

  var name: String {
    get { attribute("name") ?? "" }
    set { setAttribute("name", to: newValue) }
  }

  var photoURL: String? {
    get { attribute("photoURL") }
    set { setAttribute("photoURL", to: newValue) }
  }

  var popularityRank: Int16? {
    get { attribute("popularityRank") }
    set { setAttribute("popularityRank", to: newValue) }
  }

  var provisionalSince: Date? {
    get { attribute("provisionalSince") }
    set { setAttribute("provisionalSince", to: newValue) }
  }

  var standardURL: String? {
    get { attribute("standardURL") }
    set { setAttribute("standardURL", to: newValue) }
  }

  var temperament: String? {
    get { attribute("temperament") }
    set { setAttribute("temperament", to: newValue) }
  }

  var weightMax: Double? {
    get { attribute("weightMax") }
    set { setAttribute("weightMax", to: newValue) }
  }

  var weightMin: Double? {
    get { attribute("weightMin") }
    set { setAttribute("weightMin", to: newValue) }
  }

  var yearRecognized: Int16? {
    get { attribute("yearRecognized") }
    set { setAttribute("yearRecognized", to: newValue) }
  }

  var group: AKCGroup? {
    get { related("group") }
    set { setProperty("group", to: newValue) }
  }
}

// Made by `studbook model swift` and made anew by it: write your own code in Photo.swift.

import ManagedObjects

extension Photo {
  var title: String? {
    get { attribute("title") }
    set { setAttribute("title", to: newValue) }
  }

  var unique: String {
    get { attribute("unique") ?? "" }
    set { setAttribute("unique", to: newValue) }
  }

  var whoTook: Photographer? {
    get { related("whoTook") }
    set { setProperty("whoTook", to: newValue) }
  }
}

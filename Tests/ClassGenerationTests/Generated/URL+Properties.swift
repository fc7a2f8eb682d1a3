// Made by `studbook model swift` and made anew by it: write your own code in URL.swift.

import ManagedObjects

extension URL {
  var text: String {
    get { attribute("text") ?? "" }
    set { setAttribute("text", to: newValue) }
  }

  var owner: Owner? {
    get { related("owner") }
    set { setProperty("owner", to: newValue) }
  }
}

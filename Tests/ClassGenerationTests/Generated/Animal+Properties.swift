// Made by `studbook model swift` and made anew by it: write your own code in Animal.swift.

import Foundation
import ManagedObjects

extension Animal {
  var born: Date? {
    get { attribute("born") }
    set { setAttribute("born", to: newValue) }
  }

  var `class`: String? {
    get { attribute("class") }
    set { setAttribute("class", to: newValue) }
  }

  var entityValue: String? {
    get { attribute("entity") }
    set { setAttribute("entity", to: newValue) }
  }

  var name: String {
    get { attribute("name") ?? "" }
    set { setAttribute("name", to: newValue) }
  }
}

// Made by `studbook model swift` and made anew by it: write your own code in Event.swift.

import Foundation
import ManagedObjects

extension Event {
  var timeStamp: Date? {
    get { attribute("timeStamp") }
    set { setAttribute("timeStamp", to: newValue) }
  }
}

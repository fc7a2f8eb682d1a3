// Made by `studbook model swift` and made anew by it: write your own code in Color.swift.

import ManagedObjects

extension Color {
  var blue: Double {
    get { attribute("blue") ?? 0 }
    set { setAttribute("blue", to: newValue) }
  }

  var green: Double {
    get { attribute("green") ?? 0 }
    set { setAttribute("green", to: newValue) }
  }

  /// Kept in memory only.
  var hexadecimal: String? {
    get { attribute("hexadecimal") }
    set { setAttribute("hexadecimal", to: newValue) }
  }

  var name: String {
    get { attribute("name") ?? "" }
    set { setAttribute("name", to: newValue) }
  }

  var red: Double {
    get { attribute("red") ?? 0 }
    set { setAttribute("red", to: newValue) }
  }
}

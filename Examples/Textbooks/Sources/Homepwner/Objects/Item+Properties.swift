// Made by `studbook model swift` and made anew by it: write your own code in Item.swift.

import ManagedObjects

extension Item {
  var itemName: String {
    get { attribute("itemName") ?? "" }
    set { setAttribute("itemName", to: newValue) }
  }

  var orderingValue: Double {
    get { attribute("orderingValue") ?? 0 }
    set { setAttribute("orderingValue", to: newValue) }
  }

  var valueInDollars: Int32 {
    get { attribute("valueInDollars") ?? 0 }
    set { setAttribute("valueInDollars", to: newValue) }
  }

  var assetType: AssetType? {
    get { related("assetType") }
    set { setProperty("assetType", to: newValue) }
  }
}

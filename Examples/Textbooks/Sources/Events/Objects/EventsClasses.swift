// Made by `studbook model swift` and made anew by it.

import ManagedObjects

/// The classes of the model's objects by their entities' names: what a coordinator or container takes as `objectClasses`.
enum EventsClasses {
  static let byEntityName: [String: ManagedObject.Type] = [
    "Event": Event.self
  ]
}

import ManagedObjects

/// An object of the entity Item. Its properties stand in `Item+Properties.swift`; what else it can do belongs here.
class Item: ManagedObject {}

import ManagedObjects

/// An object of the entity AKCGroup. Its properties stand in `AKCGroup+Properties.swift`; what else it can do belongs here.
class AKCGroup: ManagedObject {}

import ManagedObjects

/// An object of the entity Owner. Its properties stand in `Owner+Properties.swift`; what else it can do belongs here.
class Owner: ManagedObject {}

import ManagedObjects

/// An object of the entity Animal. Its properties stand in `Animal+Properties.swift`; what else it can do belongs here.
class Animal: ManagedObject {}

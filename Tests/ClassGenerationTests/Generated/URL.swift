import ManagedObjects

/// An object of the entity URL. Its properties stand in `URL+Properties.swift`; what else it can do belongs here.
class URL: ManagedObject {}

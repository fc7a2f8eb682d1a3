import ManagedObjects

/// An object of the entity Breed. Its properties stand in `Breed+Properties.swift`; what else it can do belongs here.
class Breed: ManagedObject {}

import ManagedObjects

/// An object of the entity Dog. Its properties stand in `Hound+Properties.swift`; what else it can do belongs here.
class Hound: Animal {}

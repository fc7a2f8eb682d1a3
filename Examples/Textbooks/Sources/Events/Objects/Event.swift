import ManagedObjects

/// An object of the entity Event. Its properties stand in `Event+Properties.swift`; what else it can do belongs here.
class Event: ManagedObject {}

import ManagedObjects

/// An object of the entity AssetType. Its properties stand in `AssetType+Properties.swift`; what else it can do belongs here.
class AssetType: ManagedObject {}

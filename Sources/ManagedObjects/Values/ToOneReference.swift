/// The value of a to-one relationship in memory.
enum ToOneReference {
  case none
  /// The related object, kept alive by the relationship.
  case object(ManagedObject)
  /// Read from the store and not asked for yet.
  case identifier(ManagedObjectID)

  /// A reference as a store reads it.
  init(_ identifier: ManagedObjectID?) { self = identifier.map { .identifier($0) } ?? .none }
}

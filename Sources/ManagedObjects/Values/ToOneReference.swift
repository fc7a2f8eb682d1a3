/// The value of a to-one relationship in memory.
enum ToOneReference {
  case none
  /// The related object, kept alive by the relationship.
  case object(ManagedObject)
  /// Read from the store and not asked for yet.
  case identifier(ManagedObjectID)
}

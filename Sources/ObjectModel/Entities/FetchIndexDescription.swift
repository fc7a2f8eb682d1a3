/// An index that stores make for an entity: Core Data's `NSFetchIndexDescription`.
///
/// ```swift
/// let heaviest = FetchIndexElementDescription(propertyName: "weightMax", isAscending: false)
/// breed.indexes = [FetchIndexDescription(name: "byHeaviest", elements: [heaviest])]
/// ```
public struct FetchIndexDescription: Sendable, Hashable {
  /// The index's name, unique within its entity.
  public var name: String
  /// What is indexed, in order.
  public var elements: [FetchIndexElementDescription]
  /// The predicate of a partial index, as the model spells it.
  public var partialIndexPredicateText: String?

  /// Makes an index over `elements`; a partial one, if it has a predicate.
  public init(name: String, elements: [FetchIndexElementDescription], partialIndexPredicateText: String? = nil) {
    self.name = name
    self.elements = elements
    self.partialIndexPredicateText = partialIndexPredicateText
  }
}

/// One element of a fetch index: Core Data's `NSFetchIndexElementDescription`.
///
/// ```swift
/// let heaviest = FetchIndexElementDescription(propertyName: "weightMax", isAscending: false)
/// breed.indexes = [FetchIndexDescription(name: "byHeaviest", elements: [heaviest])]
/// ```
public struct FetchIndexElementDescription: Sendable, Hashable {
  /// The kind of index that the element asks for.
  public enum CollationType: Int, Sendable, Hashable {
    case binary = 0
    case rTree = 1
  }

  /// The indexed property's name, or the text of an expression (`SELF`, `entity`).
  public var propertyName: String
  /// Whether `propertyName` is an expression's text rather than a property.
  public var isExpression: Bool
  /// The kind of index that the element asks for.
  public var collationType: CollationType
  /// Whether the smallest value comes first.
  public var isAscending: Bool

  /// Makes an element over a property or an expression.
  public init(
    propertyName: String,
    isExpression: Bool = false,
    collationType: CollationType = .binary,
    isAscending: Bool = true
  ) {
    self.propertyName = propertyName
    self.isExpression = isExpression
    self.collationType = collationType
    self.isAscending = isAscending
  }
}

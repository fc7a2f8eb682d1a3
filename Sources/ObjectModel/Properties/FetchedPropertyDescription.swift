/// A property that fetches its objects when asked: Core Data's `NSFetchedPropertyDescription`.
///
/// ```swift
/// let request = FetchRequestTemplate(
///   entityName: "Breed",
///   predicateText: "country == $FETCH_SOURCE.country AND SELF != $FETCH_SOURCE"
/// )
/// breed.declaredProperties.append(FetchedPropertyDescription(name: "compatriots", fetchRequest: request))
/// ```
public final class FetchedPropertyDescription: PropertyDescription, @unchecked Sendable {
  // `@unchecked` for the reason that its superclass gives: frozen descriptions do not change.

  /// What the property fetches; the predicate may use `$FETCH_SOURCE`.
  public var fetchRequest: FetchRequestTemplate { willSet { assertMutable() } }

  /// Makes a property that fetches by `fetchRequest`.
  public init(name: String, fetchRequest: FetchRequestTemplate) {
    self.fetchRequest = fetchRequest
    super.init(name: name)
  }
}

/// A fetch request as a model describes it, by names; `ManagedObjects` makes a fetch request of it.
///
/// ```swift
/// let template = FetchRequestTemplate(entityName: "Breed", predicateText: "heightMax > $height")
/// model.setFetchRequestTemplate(template, forName: "higherThan")
/// let request = try model.fetchRequestFromTemplate(
///   withName: "higherThan",
///   substitutionVariables: ["height": 50]
/// )
/// ```
public struct FetchRequestTemplate: Sendable {
  /// The fetched entity's name.
  public var entityName: String
  /// The predicate as the model spells it, with `$VARIABLES` to be substituted; `nil` fetches everything.
  public var predicateText: String?
  /// The most objects to return; 0 for no limit.
  public var fetchLimit = 0
  /// How many objects to fault in at a time; 0 for all.
  public var fetchBatchSize = 0
  /// Whether objects of sub-entities are included.
  public var includesSubentities = true
  /// Whether values are read along with the objects.
  public var includesPropertyValues = true
  /// Whether changes that are not saved yet count.
  public var includesPendingChanges = true
  /// Whether objects come as faults whose values are at hand.
  public var returnsObjectsAsFaults = true
  /// Whether equal rows are returned once; for dictionary results only.
  public var returnsDistinctResults = false
  /// Sort keys in order, each with its direction.
  public var sortKeys: [(key: String, ascending: Bool)] = []
  /// Where the predicate stands in the file that the model was read from; where the request does if it has none.
  public var sourceLine: Int?

  /// Makes a request for the objects of an entity that a predicate holds for.
  public init(entityName: String, predicateText: String? = nil) {
    self.entityName = entityName
    self.predicateText = predicateText
  }
}

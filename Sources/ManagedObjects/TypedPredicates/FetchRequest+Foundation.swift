public import FoundationEssentials
public import FoundationInternationalization
internal import PredicateLanguage

extension FetchRequest where Result: ManagedObject {
  /// Makes a request for the objects of a class that a predicate of Swift's selects, in the order of Swift's sort descriptors.
  ///
  /// ```swift
  /// let request = try FetchRequest<Breed>(
  ///   predicate: #Predicate { $0.group?.name == "Hound Group" && !$0.isRare },
  ///   sortBy: [SortDescriptor(\.name)]
  /// )
  /// let hounds = try context.fetch(request)
  /// ```
  ///
  /// Both become the request's `predicate` and `sortDescriptors`, which a store carries out; see `ObjectPredicate.init(_:)` and `SortKey.init(_:)`.
  ///
  /// - Parameters:
  ///   - predicate: Which objects; `nil` for all.
  ///   - descriptors: The order; without any, the store's.
  ///   - entityName: The entity; that of the class unless given, as for `fetchRequest()`.
  /// - Throws: `QueryTranslationError` for what no store can be asked for.
  public init(
    predicate: Predicate<Result>? = nil,
    sortBy descriptors: [SortDescriptor<Result>] = [],
    entityName: String? = nil
  ) throws(QueryTranslationError) {
    self.init(entityName: entityName ?? ManagedObjectClasses.entityName(of: Result.self))
    if let predicate { self.predicate = try ObjectPredicate(predicate) }
    var keys: [SortKey] = []
    for descriptor in descriptors { keys.append(try SortKey(descriptor)) }
    sortDescriptors = keys
  }
}

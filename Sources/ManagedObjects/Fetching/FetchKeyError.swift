public import FoundationEssentials
public import ObjectModel

/// Why a request was refused: it names what the objects of its entity do not have.
///
/// ```swift
/// do {
///   var request = FetchRequest<ManagedObject>(entityName: "Breed")
///   request.predicate = try ObjectPredicate(format: "hieghtMax > 50")
///   _ = try context.fetch(request)
/// } catch let error as FetchKeyError {
///   message = error.problem.suggestion ?? ""  // "heightMax"
/// }
/// ```
///
/// Every fetch and batch request is held against the model before a store is asked, so that a mistake shows on an empty store, too.
public struct FetchKeyError: LocalizedError, Sendable, Hashable {
  /// The part of a request that names a key.
  public enum Part: String, Sendable, Hashable {
    case predicate = "predicate"
    case sortKey = "sort key"
    case fetchedProperty = "property to fetch"
    case groupKey = "property to group by"
    case havingPredicate = "having predicate"
    case prefetchedRelationship = "key path for prefetching"
    case updatedProperty = "new value"
    case sectionName = "section name"
  }

  /// The requested entity's name.
  public let entity: String
  /// Where the request names the key.
  public let part: Part
  /// Which key it is, and what is wrong with it.
  public let problem: KeyPathProblem
}

extension FetchKeyError: CustomStringConvertible {
  public var description: String {
    let end = problem.suggestion == nil ? "." : ""
    return "The \(part.rawValue) of a request for \(entity) names \"\(problem.keyPath)\": \(problem)\(end)"
  }
}

extension FetchKeyError {
  public var errorDescription: String? { description }
}

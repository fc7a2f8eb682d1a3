internal import Findings
public import FoundationEssentials

/// Why a key path cannot be followed from the objects of an entity, as the model alone tells it.
///
/// ```swift
/// do {
///   var request = FetchRequest<ManagedObject>(entityName: "Breed")
///   request.sortDescriptors = [SortKey("group.nmae")]
///   _ = try context.fetch(request)
/// } catch let error as FetchKeyError {
///   let problem: KeyPathProblem = error.problem
///   text = "\(problem.key) → \(problem.suggestion ?? "")"  // nmae → name
/// }
/// ```
public struct KeyPathProblem: LocalizedError, Sendable, Hashable {
  /// What the path's key is not.
  public enum Reason: Sendable, Hashable {
    /// The entity has no property of this name.
    case unknownProperty(entity: String)
    /// Only these sub-entities have a property of this name, so that not every object of the entity has one.
    case propertyOfSubentities(entity: String, subentities: [String])
    /// Values of the attribute have no key of this name.
    case unknownElement(attribute: String)
    /// There is no such collection operator.
    case unknownOperator
    /// The property is transient: no store has its values.
    case transientProperty(entity: String)
    /// The relationship has many objects where one value is needed.
    case toMany(entity: String)
    /// Groups of rows have no value of this name: it is neither fetched nor grouped by.
    case unknownGroupValue(entity: String)
  }

  /// The whole path, its keys joined by dots.
  public let keyPath: String
  /// The key at which the path ends.
  public let key: String
  /// Why the path ends there.
  public let reason: Reason
  /// The name that was probably meant.
  public let suggestion: String?

  package init(_ reason: Reason, key: String, in path: [String], candidates: some Sequence<String> = []) {
    self.reason = reason
    self.key = key
    keyPath = path.joined(separator: ".")
    suggestion = EditDistance.suggestion(for: key, among: candidates.sorted())
  }
}

extension KeyPathProblem: CustomStringConvertible {
  /// Says what is missing and what was probably meant, without the path around it.
  public var description: String { suggestion.map { "\(explanation); did you mean \"\($0)\"?" } ?? explanation }

  /// Says what is missing.
  package var explanation: String {
    switch reason {
    case .unknownProperty(let entity): "\(entity) has no property \"\(key)\""
    case .propertyOfSubentities(let entity, let subentities):
      "\(entity) has no property \"\(key)\", only \(subentities.joined(separator: " and ")) below it"
    case .unknownElement(let attribute): "values of \(attribute) have no key \"\(key)\""
    case .unknownOperator: "there is no operator \"\(key)\""
    case .transientProperty(let entity): "\(entity).\(key) is transient, so that no store can look for its values"
    case .toMany(let entity):
      "\(entity).\(key) has many objects, of which an operator such as @count or @max has to make one value"
    case .unknownGroupValue(let entity): "groups of \(entity) have no value \"\(key)\""
    }
  }
}

extension KeyPathProblem {
  public var errorDescription: String? { description }
}

internal import AttributeValues
public import PredicateLanguage

// A request and a context are arguments of `FETCH(%@, %@, FALSE)`: Core Data's `NSFetchRequestExpression`.

extension FetchRequest: PredicateArgument, PredicateValueConvertible {
  /// The request for `FETCH`, which carries it out each time the predicate is evaluated; a fetch does that once.
  public var predicateConstant: PredicateConstant { .object(ObjectIdentity(FetchInPredicate(self))) }
}

extension ManagedObjectContext: PredicateArgument {
  /// The context for `FETCH`. The predicate keeps it alive.
  public var predicateConstant: PredicateConstant { .object(ObjectIdentity(ContextInPredicate(context: self))) }
}

extension ObjectExpression {
  /// What a request finds in a context, or how many, each time the expression is evaluated: `FETCH(request, context, countOnly)`.
  public static func fetch<Result>(
    _ request: FetchRequest<Result>,
    context: ManagedObjectContext,
    countOnly: Bool = false
  ) -> ObjectExpression {
    .fetch(.value(request), context: .value(context), countOnly: countOnly)
  }
}

/// A request inside a predicate; equal only to itself, because requests are not compared.
private final class FetchInPredicate: PredicateFetch, @unchecked Sendable {
  // `@unchecked`: the request is not changed any more, and is used where the context is.
  private let entityName: String
  private let count: (ManagedObjectContext) throws -> Int
  private let results: (ManagedObjectContext) throws -> [PredicateValue]

  init<Result>(_ request: FetchRequest<Result>) {
    entityName = request.entityName
    count = { try $0.count(for: request) }
    results = { context in
      if let rows = request as? FetchRequest<FetchedDictionary> {
        return try context.fetch(rows).map { .object($0) }
      }
      if let identifiers = request as? FetchRequest<ManagedObjectID> {
        return try context.fetch(identifiers).map { .identity(ObjectIdentity($0)) }
      }
      return try context.fetch(FetchRequest<ManagedObject>(request)).map { .object($0) }
    }
  }

  func value(in context: ObjectIdentity, countOnly: Bool) throws(PredicateEvaluationError) -> PredicateValue {
    guard let context = (context.base as? ContextInPredicate)?.context else {
      throw .noFetch(found: "another object in its place")
    }
    do {
      return try context.performAndWait {
        if countOnly { return .value(.integer(Int64(try count(context)))) }
        return .collection(try results(context), isOrdered: true)
      }
    } catch {
      throw .fetchFailed(reason: "\(error)")
    }
  }

  static func == (left: FetchInPredicate, right: FetchInPredicate) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension FetchInPredicate: CustomStringConvertible {
  var description: String { "<request for \(entityName)>" }
}

/// A context inside a predicate.
private struct ContextInPredicate: Hashable, Sendable {
  let context: ManagedObjectContext

  static func == (left: ContextInPredicate, right: ContextInPredicate) -> Bool { left.context === right.context }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(context)) }
}

extension ContextInPredicate: CustomStringConvertible {
  var description: String { "<context \(context.name ?? "")>" }
}

extension FetchRequest where Result == ManagedObject {
  /// The same request with another kind of results.
  fileprivate init<Other>(_ other: FetchRequest<Other>) {
    contents = other.contents
  }
}

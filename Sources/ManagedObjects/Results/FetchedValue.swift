public import AttributeValues
public import PredicateLanguage

/// A value in a row that was fetched without making an object.
///
/// ```swift
/// var request = FetchRequest<FetchedDictionary>(entityName: "Breed")
/// request.propertiesToGroupBy = ["group.name"]
/// let heaviest = FetchedProperty.expression(name: "heaviest", try ObjectExpression(format: "max:(weightMax)"))
/// request.propertiesToFetch = ["group.name", heaviest]
/// request.sortDescriptors = [SortKey("group.name")]
/// for row in try context.fetch(request) {
///   if case .value(.double(let weight))? = row["heaviest"] { print(row["group.name"]?.anyValue ?? "", weight) }
/// }
/// ```
public enum FetchedValue: Sendable, Hashable {
  /// An attribute's value or an expression's.
  case value(AttributeValue)
  /// The object of a to-one relationship.
  case objectID(ManagedObjectID)
}

extension FetchedValue: PredicateValueConvertible {
  /// The value as key-value access shows it, a related object as its ID; `nil` for no value.
  public var anyValue: Any? {
    switch self {
    case .value(let value): value.anyValue
    case .objectID(let identifier): identifier
    }
  }

  /// The attribute's value; `.null` for a relationship.
  public var attributeValue: AttributeValue {
    if case .value(let value) = self { value } else { .null }
  }

  public var predicateValue: PredicateValue {
    switch self {
    case .value(let value): .value(value)
    case .objectID(let identifier): .identity(ObjectIdentity(identifier))
    }
  }

  init(_ value: PredicateValue) {
    switch value {
    case .value(let value): self = .value(value)
    case .collection(let elements, _): self = .value(.integer(Int64(elements.count)))
    case .object, .identity:
      self = (value.objectIdentity?.base as? ManagedObjectID).map { .objectID($0) } ?? .value(.null)
    }
  }
}

/// One part of the rows that a fetch returns.
///
/// ```swift
/// var request = FetchRequest<FetchedDictionary>(entityName: "Breed")
/// request.propertiesToGroupBy = ["group.name"]
/// let heaviest = FetchedProperty.expression(name: "heaviest", try ObjectExpression(format: "max:(weightMax)"))
/// request.propertiesToFetch = ["group.name", heaviest]
/// request.sortDescriptors = [SortKey("group.name")]
/// for row in try context.fetch(request) {
///   if case .value(.double(let weight))? = row["heaviest"] { print(row["group.name"]?.anyValue ?? "", weight) }
/// }
/// ```
public enum FetchedProperty: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A property, or a key path through relationships; the row has it under this name.
  case keyPath(String)
  /// A computed value with a name: Core Data's `NSExpressionDescription`. Statistics such as `max:(height)` are of all rows of a group, or
  /// of all rows that the request selects when it does not group.
  case expression(name: String, ObjectExpression)

  public init(stringLiteral value: String) { self = .keyPath(value) }

  var name: String {
    switch self {
    case .keyPath(let path): path
    case .expression(let name, _): name
    }
  }

  /// Whether the value belongs to a group of rows rather than to one.
  var isStatistic: Bool {
    if case .expression(_, let expression) = self { expression.isStatistic } else { false }
  }
}

extension ObjectExpression {
  fileprivate var isStatistic: Bool {
    switch self {
    case .function(let function, let arguments): function.isStatistic || arguments.contains(where: \.isStatistic)
    case .cast(let inner, _): inner.isStatistic
    case .conditional(_, let first, let second): first.isStatistic || second.isStatistic
    default: false
    }
  }
}

/// A component of a key path that makes something of a whole collection; the components after it are read from each element.
///
/// ```swift
/// let tallest = ObjectKeyPath(["heights", CollectionOperator.maximum.rawValue])
/// let first = ObjectExpression.element(of: .keyPath(ObjectKeyPath("heights")), CollectionIndex.first)
/// let either = ObjectExpression.setOperation(
///   SetOperation.union,
///   .keyPath(ObjectKeyPath("heights")),
///   .list([.value(40)])
/// )
/// let number = ObjectExpression.cast(.value("33"), CastType.number)
/// let found = try [.keyPath(tallest), first, either, number].map { try $0.value(with: breeds[0]) }
/// ```
public enum CollectionOperator: String, Sendable, Hashable, CaseIterable {
  /// How many elements there are; 0 where there is no collection.
  case count = "@count"
  /// The sum, `nil` counting as 0; 0 for an empty collection.
  case sum = "@sum"
  /// The average, `nil` counting as 0; `nil` for an empty collection.
  case average = "@avg"
  /// The least value that is not `nil`.
  case minimum = "@min"
  /// The greatest value that is not `nil`.
  case maximum = "@max"
  /// All values but `nil`s.
  case unionOfObjects = "@unionOfObjects"
  /// All values but `nil`s, each once.
  case distinctUnionOfObjects = "@distinctUnionOfObjects"
  /// The elements of collections in a collection.
  case unionOfArrays = "@unionOfArrays"
  case distinctUnionOfArrays = "@distinctUnionOfArrays"
  case unionOfSets = "@unionOfSets"
  case distinctUnionOfSets = "@distinctUnionOfSets"
}

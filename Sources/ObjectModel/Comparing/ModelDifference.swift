/// One thing that two models say differently.
///
/// ```swift
/// do {
///   _ = try ManagedObjectModel(mergedFrom: [older, newer])
/// } catch let error as ModelMergeError {
///   lines = error.differences.map { (difference: ModelDifference) in
///     "\(error.entityName).\(difference.propertyName ?? ""): \(difference.aspect)"
///   }
/// }
/// ```
public struct ModelDifference: Sendable, Hashable {
  /// The entity; `nil` for what belongs to the model as a whole.
  public var entityName: String?
  /// The property; `nil` for what belongs to the entity.
  public var propertyName: String?
  /// What differs, such as `optional` or `type`.
  public var aspect: String
  /// What the first model says; `nil` when it says nothing.
  public var first: String?
  /// What the second model says; `nil` when it says nothing.
  public var second: String?
  /// Whether the entity's version hash depends on it: a store of one model does not open with the other.
  public var changesVersionHash: Bool

  init(
    entity: String? = nil,
    property: String? = nil,
    _ aspect: String,
    _ first: String?,
    _ second: String?,
    changesVersionHash: Bool = false
  ) {
    entityName = entity
    propertyName = property
    self.aspect = aspect
    self.first = first
    self.second = second
    self.changesVersionHash = changesVersionHash
  }
}

extension ModelDifference {
  /// The same difference seen from the second model.
  public var reversed: ModelDifference {
    var other = self
    swap(&other.first, &other.second)
    return other
  }
}

extension ModelDifference: CustomStringConvertible {
  /// One line, such as `Breed.height: optional was no and is yes`.
  public var description: String {
    let place = [entityName, propertyName].compactMap(\.self).joined(separator: ".")
    let subject = place.isEmpty ? aspect : "\(place): \(aspect)"
    return switch (first, second) {
    case (let first?, let second?): "\(subject) was \(first) and is \(second)"
    case (nil, let second?): "\(subject) \(second) was added"
    case (let first?, nil): "\(subject) \(first) was removed"
    case (nil, nil): subject
    }
  }
}

/// What is wrong with what leads to other objects.
public enum ReferenceFinding: FindingKind {
  case unknown(NamedObject, wasRejected: Bool)
  case ambiguousKey(NamedObject)
  case ambiguous(NamedObject, count: Int)
  case severalValues(relationship: String, count: Int)
  /// The record around a record has no key.
  case noOuterKey(String, entity: String)
  case taken(entity: String, String, holder: String, relationship: String)
  /// `problem` is the model's limit that is not kept.
  case count(Int, object: String, problem: String)
  case fewer(than: Int, relationship: String)

  public var rule: RuleCode {
    switch self {
    case .unknown, .noOuterKey: .referenceUnknown
    case .ambiguousKey, .ambiguous, .severalValues: .referenceAmbiguous
    case .taken: .referenceTaken
    case .count: .referenceCount
    case .fewer(let least, _): least == 1 ? .referenceUnused : .referenceCount
    }
  }

  public var message: String {
    switch self {
    case .unknown(let object, let wasRejected):
      "There is no \(object)" + (wasRejected ? ", because its record was rejected" : "")
    case .ambiguousKey(let object): "There are several \(object), and nobody knows which is meant"
    case .ambiguous(let object, let count): "There are \(count) \(object), and nobody knows which is meant"
    case .severalValues(let relationship, let count): "\(relationship) takes one object, but here are \(count)"
    case .noOuterKey(let key, let entity): "The record around this one has no \(key), by which its \(entity) is found"
    case .taken(let entity, let value, let holder, let relationship):
      "The \(entity) “\(Finding.shortened(value))” belongs to \(holder) already, and \(relationship) gives each to one only"
    case .count(let count, let object, let problem):
      "\(object): \(problem), but there \(count == 1 ? "is" : "are") \(count)"
    case .fewer(let least, let relationship):
      least == 1 ? "There are no \(relationship)" : "There are fewer than \(least) \(relationship)"
    }
  }
}

/// An object as a source names it, by a value of its key.
public struct NamedObject: Sendable, Equatable, CustomStringConvertible {
  let entity: String
  let property: String
  let value: String

  /// Names the object of `entity` whose `property` has `value`.
  public init(_ entity: String, _ property: String, _ value: String) {
    (self.entity, self.property, self.value) = (entity, property, value)
  }

  public var description: String { "\(entity) whose \(property) is “\(Finding.shortened(value))”" }
}

public import AttributeValues
public import Findings
public import FoundationEssentials

/// A value that its property does not allow.
///
/// ```swift
/// let height = AttributeDescription(name: "heightMax", type: .double)
/// height.isOptional = false
/// var constraints = AttributeConstraints()
/// constraints.minimum = .double(10)
/// constraints.maximum = .double(120)
/// height.constraints = constraints
/// let failures: [ValidationFailure] = height.validate(.double(330))  // one of kind .tooLarge
/// ```
public struct ValidationFailure: LocalizedError, Sendable, Hashable {
  /// What is wrong with the value.
  public enum Kind: Sendable, Hashable {
    /// The property is required and has no value.
    case missing
    /// The value is not of the attribute's type.
    case type(expected: AttributeType)
    /// A number is less than the least, or a date too early.
    case tooSmall(minimum: AttributeValue)
    /// A number is greater than the greatest, or a date too late.
    case tooLarge(maximum: AttributeValue)
    /// A text is shorter than the model allows.
    case tooShort(minimum: Int)
    /// A text is longer than the model allows.
    case tooLong(maximum: Int)
    /// A text does not match the regular expression.
    case pattern(String)
    /// A validation predicate does not hold.
    case predicate(warning: String)
    /// There are fewer related objects than the model asks for.
    case tooFewRelated(minimum: Int)
    /// There are more related objects than the model allows.
    case tooManyRelated(maximum: Int)
  }

  /// What is wrong, for code.
  public let kind: Kind
  /// The attribute or relationship.
  public let propertyName: String
  /// Words of a validation's own.
  private let givenMessage: String?

  /// What is wrong, for people, as one sentence without a full stop at its end. It is made anew each time, since most are never read.
  public var message: String { givenMessage ?? Self.message(kind, of: propertyName) }

  /// Makes a failure; `message` is one sentence without a full stop at its end.
  public init(kind: Kind, propertyName: String, message: String) {
    self.kind = kind
    self.propertyName = propertyName
    givenMessage = message
  }

  init(_ kind: Kind, of propertyName: String) {
    self.kind = kind
    self.propertyName = propertyName
    givenMessage = nil
  }
}

extension ValidationFailure: FindingKind {
  public var rule: RuleCode {
    switch kind {
    case .missing: .valueRequired
    case .type: .valueType
    case .tooSmall, .tooLarge: .valueRange
    case .tooShort, .tooLong: .valueLength
    case .pattern: .valuePattern
    case .predicate: .valuePredicate
    case .tooFewRelated, .tooManyRelated: .referenceCount
    }
  }
}

extension ValidationFailure: CustomStringConvertible {
  public var description: String { message }
}

extension ValidationFailure {
  /// The number that Foundation's documentation gives the error, such as 1570 for a missing value.
  public var code: Int {
    switch kind {
    case .missing: 1570
    case .type, .predicate: 1550
    case .tooFewRelated: 1580
    case .tooManyRelated: 1590
    case .tooLarge(.date): 1630
    case .tooLarge: 1610
    case .tooSmall(.date): 1640
    case .tooSmall: 1620
    case .tooLong: 1660
    case .tooShort: 1670
    case .pattern: 1680
    }
  }

  /// What is wrong, with another name for the property: the one that people know it by.
  package func message(namingProperty name: String) -> String { Self.message(kind, of: name) }

  private static func message(_ kind: Kind, of name: String) -> String {
    switch kind {
    case .missing: "\(name) is required and has no value"
    case .type(let expected): "\(name) has a value that is not of the type \(expected.modelName)"
    case .tooSmall(let minimum): "\(name) is \(minimum.isDate ? "earlier" : "less") than \(minimum.textForPeople)"
    case .tooLarge(let maximum): "\(name) is \(maximum.isDate ? "later" : "greater") than \(maximum.textForPeople)"
    case .tooShort(let minimum):
      "\(name) is shorter than \(minimum) \(minimum == 1 ? "character" : "characters")"
    case .tooLong(let maximum):
      "\(name) is longer than \(maximum) \(maximum == 1 ? "character" : "characters")"
    case .pattern(let pattern): "\(name) does not match the pattern \(pattern)"
    case .predicate(let warning): warning
    case .tooFewRelated(let minimum):
      "\(name) has fewer than \(minimum) related \(minimum == 1 ? "object" : "objects")"
    case .tooManyRelated(let maximum):
      "\(name) has more than \(maximum) related \(maximum == 1 ? "object" : "objects")"
    }
  }
}

extension ValidationFailure {
  public var errorDescription: String? { description }
}

internal import AttributeValues
public import FoundationEssentials

/// A constant of a predicate that cannot be compared with what stands on the other side, so that the comparison would never hold.
///
/// ```swift
/// do {
///   _ = try model.fetchRequestFromTemplate(withName: "tall")
/// } catch let error as PredicateConstantError {
///   if error.kind == ComparedKind.type(.double) { found = error.constant }  // tall
/// }
/// ```
public struct PredicateConstantError: LocalizedError, Sendable, Hashable {
  /// What the constant is compared with, as it stands in the predicate; `nil` for a constant that is to be cast.
  public let operand: String?
  /// What the model says of that.
  public let kind: ComparedKind
  /// The constant as it stands in the predicate.
  public let constant: String
}

extension PredicateConstantError: CustomStringConvertible {
  /// Says what does not fit and how to write what does, as one sentence without a full stop at its end.
  public var description: String {
    guard let operand else { return "\(constant) cannot be cast to \(noun); \(advice)" }
    return "\(operand) is \(noun), and \(constant) cannot be read as one; \(advice)"
  }

  private var noun: String {
    switch kind {
    case .object(let entity): entity.map { "an object of \($0)" } ?? "an object"
    case .type(let type):
      switch type {
      case .date: "a date"
      case .uuid: "a UUID"
      case .string: "a text"
      case .uri: "a URI"
      case .boolean: "a Boolean"
      case .binaryData: "data"
      default: "a number"
      }
    }
  }

  private var advice: String {
    switch kind {
    case .object: "compare one of its attributes" + (operand.map { ", as in \($0).name" } ?? "")
    case .type(let type):
      switch type {
      case .date: "write a date as \"2020-01-31\" or \"2020-01-31T12:00:00Z\""
      case .uuid: "write a UUID as \"6BA7B810-9DAD-11D1-80B4-00C04FD430C8\""
      case .string, .uri: "put it in quotes"
      case .boolean: "write YES or NO"
      case .binaryData: "write data as CAST(\"…\", \"NSData\") with its bytes in Base64"
      default: "write a number as 12 or 12.5"
      }
    }
  }
}

extension PredicateConstantError {
  public var errorDescription: String? { description }
}

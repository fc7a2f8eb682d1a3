public import AttributeValues
internal import FoundationEssentials

/// What a constant is compared with, as far as the model tells it.
///
/// ```swift
/// do {
///   _ = try model.fetchRequestFromTemplate(withName: "tall")
/// } catch let error as PredicateConstantError {
///   if error.kind == ComparedKind.type(.double) { found = error.constant }  // tall
/// }
/// ```
public enum ComparedKind: Sendable, Hashable {
  /// Values of an attribute of this type, or of one that predicates compare alike.
  case type(AttributeType)
  /// Objects of the entity with this name; `nil` if the entity is not known.
  case object(entity: String?)
}

extension ComparedKind {
  /// The constant as a value that can be compared with this; `nil` if it can be read as none.
  ///
  /// Texts are read as dates (ISO 8601), UUIDs, numbers and Booleans; a number is never made a text, because its digits may be written in many ways.
  func value(of constant: AttributeValue) -> AttributeValue? {
    if constant.isNull { return constant }
    guard case .type(let type) = self else { return nil }
    switch (type, constant) {
    case (.transformable, _), (.undefined, _), (.composite, _): return constant
    case (.integer16, .string(let text)), (.integer32, .string(let text)), (.integer64, .string(let text)),
      (.decimal, .string(let text)), (.double, .string(let text)), (.float, .string(let text)):
      return Self.number(text)
    case (.boolean, .string(let text)): return Self.boolean(text)
    case (.integer16, _), (.integer32, _), (.integer64, _), (.decimal, _), (.double, _), (.float, _), (.boolean, _):
      return constant.number == nil ? nil : constant
    case (.string, .string), (.string, .uri), (.uri, .string), (.uri, .uri): return constant
    case (.date, .date), (.date, .string): return Self.nonNull(CastType.date.cast(constant))
    case (.uuid, .uuid), (.uuid, .string): return Self.nonNull(CastType.uuid.cast(constant))
    case (.binaryData, .binary): return constant
    default: return nil
    }
  }

  private static func nonNull(_ value: AttributeValue) -> AttributeValue? { value.isNull ? nil : value }

  /// A number as predicates write it, with a sign if need be.
  private static func number(_ text: String) -> AttributeValue? {
    let marks: [UInt8] = [".", "-", "+", "e", "E"].map { UInt8(ascii: $0) }
    guard text.utf8.allSatisfy({ $0 &- 48 < 10 || marks.contains($0) }) else { return nil }
    if let integer = Int64(text) { return .integer(integer) }
    return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
  }

  private static func boolean(_ text: String) -> AttributeValue? {
    switch text.lowercased() {
    case "yes", "true", "1": .boolean(true)
    case "no", "false", "0": .boolean(false)
    default: nil
    }
  }
}

public import AttributeValues
public import FoundationEssentials

/// One thing that is wrong with one object: which object, which property, which value, and why.
///
/// ```swift
/// let pug = ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context)
/// try pug.setValue(330.0, forKey: "heightMax")
/// do {
///   try context.save()
/// } catch let failure as ValidationErrors {
///   let missing = failure.errors.filter { (error: ValidationError) in error.code == .missingMandatoryProperty }
///   messages = missing.compactMap(\.key)  // "name"; the height is another error
/// }
/// ```
public struct ValidationError: LocalizedError, Sendable {
  /// The kind of failure, with the codes of Core Data's validation errors.
  public enum Code: Int, Sendable, Hashable {
    /// A rule set in code, or a subclass's own check, failed.
    case managedObjectValidation = 1550
    case missingMandatoryProperty = 1570
    case relationshipLacksMinimumCount = 1580
    case relationshipExceedsMaximumCount = 1590
    case relationshipDeniedDelete = 1600
    case numberTooLarge = 1610
    case numberTooSmall = 1620
    case dateTooLate = 1630
    case dateTooSoon = 1640
    case invalidDate = 1650
    case stringTooLong = 1660
    case stringTooShort = 1670
    case stringPatternMatching = 1680
    case invalidURI = 1690
  }

  /// Which kind of failure it is.
  public var code: Code
  /// The object; look it up with `ManagedObjectContext.registeredObject(for:)`.
  public var objectID: ManagedObjectID
  /// The property's name; `nil` when the object as a whole is wrong.
  public var key: String?
  /// The attribute's value; `.null` for a missing one and for relationships.
  public var value: AttributeValue
  /// What is wrong, as a sentence.
  public var message: String

  /// Makes the failure of one property, or of the object as a whole.
  public init(
    _ code: Code,
    objectID: ManagedObjectID,
    key: String? = nil,
    value: AttributeValue = .null,
    message: String
  ) {
    self.code = code
    self.objectID = objectID
    self.key = key
    self.value = value
    self.message = message
  }
}

extension ValidationError: CustomStringConvertible {
  public var description: String { message }
}

/// Everything that validation found wrong, together: what Core Data reports under `NSDetailedErrorsKey`.
///
/// ```swift
/// let pug = ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context)
/// try pug.setValue(330.0, forKey: "heightMax")
/// do {
///   try context.save()
/// } catch let failure as ValidationErrors {
///   let missing = failure.errors.filter { (error: ValidationError) in error.code == .missingMandatoryProperty }
///   messages = missing.compactMap(\.key)  // "name"; the height is another error
/// }
/// ```
public struct ValidationErrors: LocalizedError, Sendable {
  /// The failures in the order of the objects' insertion or change, each object's properties in the model's order.
  public var errors: [ValidationError]

  /// Makes an error that carries all of `errors`.
  public init(_ errors: [ValidationError]) { self.errors = errors }
}

extension ValidationErrors: CustomStringConvertible {
  public var description: String {
    guard let first = errors.first else { return "Validation failed." }
    if errors.count == 1 { return first.message }
    return "\(errors.count) values are not valid:\n" + errors.map { "- \($0.message)" }.joined(separator: "\n")
  }
}

extension ValidationError {
  public var errorDescription: String? { description }
}

extension ValidationErrors {
  public var errorDescription: String? { description }
}

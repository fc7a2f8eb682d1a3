public import AttributeValues

/// An attribute of an entity: Core Data's `NSAttributeDescription`.
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
public class AttributeDescription: PropertyDescription, @unchecked Sendable {
  // `@unchecked` for the reason that its superclass gives: frozen descriptions do not change.

  /// The type of the attribute's values.
  public final var attributeType: AttributeType { willSet { assertMutable() } }
  /// The value of a new object; `.null` when the model gives none.
  public final var defaultValue: AttributeValue = .null { willSet { assertMutable() } }
  /// Minimum, maximum, length and regular expression, as the model editor sets them.
  public final var constraints = AttributeConstraints() { willSet { assertMutable() } }
  /// The name of the value transformer of a transformable attribute.
  public final var valueTransformerName: String? { willSet { assertMutable() } }
  /// The class of a transformable attribute's values, as the model names it.
  public final var attributeValueClassName: String? { willSet { assertMutable() } }
  /// Whether Xcode gives the attribute's property a plain number's type rather than `NSNumber`; matters to generated classes alone.
  public final var usesScalarValueType = false { willSet { assertMutable() } }
  /// Whether large values may be stored in files beside the store.
  public final var allowsExternalBinaryDataStorage = false { willSet { assertMutable() } }
  /// Whether the value stays in persistent history when its object is deleted.
  public final var preservesValueInHistoryOnDeletion = false { willSet { assertMutable() } }
  /// Whether the value is encrypted in the cloud; no effect on a local store.
  public final var allowsCloudEncryption = false { willSet { assertMutable() } }
  /// Whether the model forbids assigning the attribute; derived attributes are read-only without saying so.
  public final var isReadOnly = false { willSet { assertMutable() } }
  /// The old way to ask for an index on this attribute (`indexed="YES"`).
  public final var isIndexed = false { willSet { assertMutable() } }

  /// Whether it is only assumed that the app's store keeps the attribute as this type; its version hash is not computed then.
  package final var isStorageAssumed = false { willSet { assertMutable() } }

  /// What the attribute allows, prepared when the model was frozen.
  package private(set) final var frozenChecks: AttributeChecks?

  /// Makes an attribute named `name`; it is optional unless made otherwise.
  public init(name: String, type: AttributeType) {
    attributeType = type
    super.init(name: name)
  }

  override func freeze() {
    super.freeze()
    frozenChecks = AttributeChecks(self)
  }
}

/// An attribute whose value the store derives from others: Core Data's `NSDerivedAttributeDescription`.
///
/// ```swift
/// let count = DerivedAttributeDescription(
///   name: "breedCount",
///   type: .integer64,
///   derivationExpressionText: "breeds.@count"
/// )
/// group.declaredProperties.append(count)
/// ```
public final class DerivedAttributeDescription: AttributeDescription, @unchecked Sendable {
  // `@unchecked` for the reason that its superclass gives: frozen descriptions do not change.

  /// The expression as the model spells it, such as `pages.@count` or `canonical:(name)`.
  public var derivationExpressionText: String { willSet { assertMutable() } }
  /// The predicate that objects have to meet to count, as the model spells it; `nil` when all do.
  public var filteringPredicateText: String? { willSet { assertMutable() } }

  /// Makes an attribute that is derived by the expression of this text.
  public init(name: String, type: AttributeType, derivationExpressionText: String) {
    self.derivationExpressionText = derivationExpressionText
    super.init(name: name, type: type)
  }
}

/// An attribute made of named elements: Core Data's `NSCompositeAttributeDescription`.
///
/// ```swift
/// let height = CompositeAttributeDescription(
///   name: "height",
///   elements: [
///     AttributeDescription(name: "min", type: .double), AttributeDescription(name: "max", type: .double),
///   ]
/// )
/// ```
public final class CompositeAttributeDescription: AttributeDescription, @unchecked Sendable {
  // `@unchecked` for the reason that its superclass gives: frozen descriptions do not change.

  /// The elements in the order of the model, which is the order of their columns.
  public var elements: [AttributeDescription] { willSet { assertMutable() } }
  /// Whether the attribute comes from a model file rather than from code. Version hashes are established for composites made in
  /// code only.
  public var isMadeByModelEditor = false { willSet { assertMutable() } }

  /// Makes an attribute of `elements`.
  public init(name: String, elements: [AttributeDescription]) {
    self.elements = elements
    super.init(name: name, type: .composite)
  }

  override func freeze() {
    for element in elements { element.freeze() }
    super.freeze()
  }

  /// The elements that are not themselves composite, depth first, in order.
  public var leaves: [AttributeDescription] {
    elements.flatMap { ($0 as? CompositeAttributeDescription)?.leaves ?? [$0] }
  }
}

/// The limits that the model editor can put on an attribute's value.
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
public struct AttributeConstraints: Sendable, Hashable {
  /// The least value of a number or date.
  public var minimum: AttributeValue?
  /// The greatest value of a number or date.
  public var maximum: AttributeValue?
  /// The least length of a string, in UTF-16 units, as `NSString.length` counts them.
  public var minimumLength: Int?
  /// The greatest length of a string, in UTF-16 units.
  public var maximumLength: Int?
  /// An ICU regular expression that the whole string has to match.
  public var regularExpression: String?

  /// Limits nothing.
  public init() {}

  /// Whether nothing is limited.
  public var isEmpty: Bool {
    minimum == nil && maximum == nil && minimumLength == nil && maximumLength == nil && regularExpression == nil
  }
}

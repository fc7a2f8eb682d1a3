public import PredicateLanguage

/// What an entity's attributes, relationships and fetched properties have in common; Core Data's `NSPropertyDescription`.
///
/// ```swift
/// for property: PropertyDescription in model.entitiesByName["Breed"]?.properties ?? [] where property.name == "name" {
///   let rule = ValidationRule(
///     predicate: try ObjectPredicate(format: "NOT SELF ENDSWITH ' '"),
///     warning: "A name ends with its last word"
///   )
///   property.validationRules.append(rule)
/// }
/// ```
///
/// A description may be changed until its model is used by a coordinator; from then on it is frozen, and a change is a programming
/// error. Frozen descriptions are shared between threads, which is why the class is `@unchecked Sendable`: the freeze is the
/// publication, and nothing mutable is read before it from another thread.
public class PropertyDescription: @unchecked Sendable {
  /// The property's name, unique within its entity.
  public final var name: String { willSet { assertMutable() } }
  /// Whether the property may be without a value when its object is saved.
  public final var isOptional = true { willSet { assertMutable() } }
  /// Whether the property is kept in memory only.
  public final var isTransient = false { willSet { assertMutable() } }
  /// Free key-value pairs from the model editor.
  public final var userInfo: [String: String] = [:] { willSet { assertMutable() } }
  /// The name under which earlier versions of the model know the property; its own name unless set.
  public final var renamingIdentifier: String? { willSet { assertMutable() } }
  /// A text that enters the version hash, to tell versions apart that are otherwise alike.
  public final var versionHashModifier: String? { willSet { assertMutable() } }
  /// Predicates over the value itself, checked when an object is validated, each with its warning.
  public final var validationRules: [ValidationRule] = [] { willSet { assertMutable() } }
  /// The entity that declares the property; `nil` until it is added to one.
  public final internal(set) unowned(unsafe) var entity: EntityDescription?
  /// Where the property stands in the file that the model was read from, for findings about the model.
  public final var sourceLine: Int? { willSet { assertMutable() } }

  private(set) final var isFrozen = false

  init(name: String) { self.name = name }

  /// Forbids changes from here on and prepares what is looked at per value.
  func freeze() { isFrozen = true }

  final func assertMutable() {
    precondition(!isFrozen, "A model cannot be changed once a coordinator uses it; change a copy.")
  }
}

/// A predicate that a property's value has to meet, with what to say when it does not.
///
/// ```swift
/// for property: PropertyDescription in model.entitiesByName["Breed"]?.properties ?? [] where property.name == "name" {
///   let rule = ValidationRule(
///     predicate: try ObjectPredicate(format: "NOT SELF ENDSWITH ' '"),
///     warning: "A name ends with its last word"
///   )
///   property.validationRules.append(rule)
/// }
/// ```
public struct ValidationRule: Sendable {
  /// Evaluated with the value as `SELF`.
  public var predicate: ObjectPredicate
  /// The message for people; Core Data's validation warning.
  public var warning: String

  /// Makes a rule; `warning` is said of values for which the predicate does not hold.
  public init(predicate: ObjectPredicate, warning: String) {
    self.predicate = predicate
    self.warning = warning
  }
}

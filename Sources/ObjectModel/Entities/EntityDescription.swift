/// An entity of a model: Core Data's `NSEntityDescription`.
///
/// ```swift
/// let group = EntityDescription(name: "AKCGroup")
/// group.declaredProperties = [AttributeDescription(name: "name", type: .string)]
/// group.uniquenessConstraints = [["name"]]
/// let model = ManagedObjectModel(entities: [group])
/// ```
///
/// As with properties, an entity may be changed until its model is frozen.
///
/// A model owns its entities and an entity owns its properties. References back (`superentity`, `entity`, `managedObjectModel`) are
/// unowned, because objects follow them millions of times; an owner clears those that lead to it when it goes. References across
/// (`destinationEntity`, `inverseRelationship`) are weak until the model is frozen. A frozen model stays for the life of the process,
/// so that no reference ever dangles. Entities that do not yet belong to a model have to be kept by whoever builds them.
public final class EntityDescription: @unchecked Sendable {
  // `@unchecked`: it is changed by one thread only until its model is frozen, and not at all afterwards, which `assertMutable` checks.

  /// The entity's name, unique within its model.
  public var name: String { willSet { assertMutable() } }
  /// The class of its objects as the model names it; `nil` for plain managed objects.
  public var managedObjectClassName: String? { willSet { assertMutable() } }
  /// Whether only sub-entities have objects.
  public var isAbstract = false { willSet { assertMutable() } }
  /// The parent, whose properties this entity inherits.
  public internal(set) unowned(unsafe) var superentity: EntityDescription?
  /// The model that the entity belongs to.
  public internal(set) unowned(unsafe) var managedObjectModel: ManagedObjectModel?
  /// The direct children; setting them makes this entity their parent. An entity cannot become a child of its own descendant.
  public var subentities: [EntityDescription] = [] {
    willSet {
      assertMutable()
      precondition(!newValue.contains { isKind(of: $0) }, "An entity cannot descend from itself.")
    }
    didSet {
      for child in oldValue where child.superentity === self { child.superentity = nil }
      for child in subentities { child.superentity = self }
    }
  }
  /// The properties that this entity itself declares, in the model's order; setting them makes it their owner.
  public var declaredProperties: [PropertyDescription] = [] {
    willSet { assertMutable() }
    didSet {
      for property in oldValue where property.entity === self { property.entity = nil }
      for property in declaredProperties { property.entity = self }
    }
  }
  /// Sets of attributes whose values together are unique, each in the model's order.
  public var uniquenessConstraints: [[String]] = [] { willSet { assertMutable() } }
  /// The indexes that the model asks for, in its order.
  public var indexes: [FetchIndexDescription] = [] { willSet { assertMutable() } }
  /// The old way to ask for indexes over several attributes.
  public var compoundIndexes: [[String]] = [] { willSet { assertMutable() } }
  /// Free key-value pairs from the model editor.
  public var userInfo: [String: String] = [:] { willSet { assertMutable() } }
  /// The name under which earlier versions of the model know the entity.
  public var renamingIdentifier: String? { willSet { assertMutable() } }
  /// A text that enters the version hash.
  public var versionHashModifier: String? { willSet { assertMutable() } }
  /// Which files of the entity's class Xcode makes while it builds an app.
  public var codeGeneration = CodeGeneration.manual { willSet { assertMutable() } }
  /// Where the entity stands in the file that the model was read from.
  public var sourceLine: Int? { willSet { assertMutable() } }

  var isFrozen = false
  private var frozenLayout: EntityLayout?

  /// Makes an entity without properties.
  public init(name: String) { self.name = name }

  deinit {
    for child in subentities where child.superentity === self { child.superentity = nil }
    for property in declaredProperties where property.entity === self { property.entity = nil }
  }

  func assertMutable() {
    precondition(!isFrozen, "A model cannot be changed once a coordinator uses it; change a copy.")
  }
}

extension EntityDescription {
  /// The model editor's setting "Codegen". It says nothing about objects and stores.
  public enum CodeGeneration: Sendable, Hashable {
    /// None: the app's own sources have the class and its properties.
    case manual
    /// The class and its properties.
    case classDefinition
    /// The properties; the app's own sources have the class.
    case categoryExtension
  }

  /// The slots of the entity's objects; the model must be frozen.
  ///
  /// - Complexity: O(1).
  package var layout: EntityLayout {
    guard let frozenLayout else { preconditionFailure("The model of entity \(name) is not frozen yet.") }
    return frozenLayout
  }

  func freeze(layout: EntityLayout) {
    for property in declaredProperties { property.freeze() }
    frozenLayout = layout
    isFrozen = true
  }

  /// All properties, inherited ones first, root entity's before its children's.
  public var properties: [PropertyDescription] { (superentity?.properties ?? []) + declaredProperties }

  /// All properties by name, inherited ones included; a redeclared property hides the inherited one.
  ///
  /// - Complexity: O(1) once the model is frozen, else O(properties); so for `attributesByName` and `relationshipsByName`.
  public var propertiesByName: [String: PropertyDescription] {
    frozenLayout?.propertiesByName ?? Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// All attributes by name, inherited ones included.
  public var attributesByName: [String: AttributeDescription] {
    frozenLayout?.attributesByName ?? propertiesByName.compactMapValues { $0 as? AttributeDescription }
  }

  /// All relationships by name, inherited ones included.
  public var relationshipsByName: [String: RelationshipDescription] {
    frozenLayout?.relationshipsByName ?? propertiesByName.compactMapValues { $0 as? RelationshipDescription }
  }

  /// The entity at the top of the chain of parents; itself when it has no parent.
  public var rootEntity: EntityDescription {
    var entity = self
    while let parent = entity.superentity { entity = parent }
    return entity
  }

  /// How many parents the entity has, theirs included.
  package var depth: Int { superentity.map { $0.depth + 1 } ?? 0 }

  /// The direct children by name.
  public var subentitiesByName: [String: EntityDescription] {
    Dictionary(subentities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The relationships, inherited ones included, whose destination is `destination`.
  public func relationships(forDestination destination: EntityDescription) -> [RelationshipDescription] {
    properties.compactMap { $0 as? RelationshipDescription }.filter { $0.destinationEntity === destination }
  }

  /// Whether this entity is `other` or inherits from it.
  ///
  /// - Complexity: O(depth of the inheritance).
  public func isKind(of other: EntityDescription) -> Bool {
    var entity: EntityDescription? = self
    while let current = entity {
      if current === other { return true }
      entity = current.superentity
    }
    return false
  }
}

extension EntityDescription: Hashable {
  public static func == (left: EntityDescription, right: EntityDescription) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PropertyDescription: Hashable {
  public static func == (left: PropertyDescription, right: PropertyDescription) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

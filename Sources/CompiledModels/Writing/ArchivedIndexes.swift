internal import ObjectModel
internal import PropertyLists

/// The indexes of an entity as compiled models of current tools list them.
///
/// An ascending index over one attribute, and `indexed="YES"`, mark the attribute and make an index named after it; an ascending index over several
/// properties is a compound index too. Named indexes keep their names and come last.
struct ArchivedIndexes {
  /// The attributes to be marked.
  private(set) var indexed: Set<String> = []
  private var compounds: [[String]]
  private var implied: [FetchIndexDescription] = []
  /// Made beside a named index; a running framework knows their entity, the compiler does not say.
  private var doubled: [FetchIndexDescription] = []
  private let named: [FetchIndexDescription]

  init(of entity: EntityDescription) {
    let attributes = entity.declaredProperties.compactMap { $0 as? AttributeDescription }
    for name in attributes.filter(\.isIndexed).map(\.name).sorted(by: CodeUnitOrder.areInIncreasingOrder) {
      indexed.insert(name)
      implied.append(Self.plain([name]))
    }
    compounds = entity.compoundIndexes
    implied += compounds.map(Self.plain)
    named = entity.indexes
    for index in entity.indexes where index.isPlain {
      let names = index.elements.map(\.propertyName)
      if names.count > 1 {
        compounds.append(names)
      } else if let name = names.first, attributes.contains(where: { $0.name == name }), indexed.insert(name).inserted {
        doubled.append(Self.plain(names))
      }
    }
  }

  private static func plain(_ names: [String]) -> FetchIndexDescription {
    FetchIndexDescription(
      name: names.joined(separator: "_"),
      elements: names.map { FetchIndexElementDescription(propertyName: $0) }
    )
  }

  func set(in entity: ArchivableObject, flavour: CompiledModel.Flavour) throws {
    guard !implied.isEmpty || !named.isEmpty || !compounds.isEmpty else { return }
    entity.set("NSCompoundIndexes", .object(.rows(compounds)))
    guard !implied.isEmpty || !named.isEmpty else { return }
    let owner = flavour == .modelCache ? entity : nil
    let indexes =
      try implied.map { try Self.object(for: $0, entity: nil) }
      + doubled.map { try Self.object(for: $0, entity: owner) }
      + named.map { try Self.object(for: $0, entity: entity) }
    entity.set("NSFetchIndexDescriptions", .object(.collection("NSMutableArray", indexes.map { .object($0) })))
  }

  private static func object(for index: FetchIndexDescription, entity: ArchivableObject?) throws -> ArchivableObject {
    let object = ArchivableObject("NSFetchIndexDescription")
    object.set("NSIndexName", .string(index.name))
    object.set(
      "NSPartialIndexPredicate",
      .optional(try index.partialIndexPredicateText.map(PredicateArchiver.object(forPredicate:)))
    )
    object.set("NSEntity", .optional(entity))
    let elements = try index.elements.map { element in
      guard !element.isExpression else {
        throw CompiledModelError(
          .unsupported,
          "The archived form of the index \(index.name) over an expression is not known"
        )
      }
      let archived = ArchivableObject("NSFetchIndexElementDescription")
      archived.set("NSPropertyName", .string(element.propertyName))
      archived.set("NSFetchIndexElementType", element.collationType.rawValue)
      archived.set("NSFetchIndexDescription", .object(object))
      archived.set("NSAscending", element.isAscending)
      return ArchivableObject.Reference.object(archived)
    }
    object.set("NSIndexElements", .object(.collection("NSArray", elements)))
    return object
  }
}

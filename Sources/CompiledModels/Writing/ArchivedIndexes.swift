internal import ObjectModel
internal import PropertyLists

/// The indexes of an entity as compiled models of current tools list them.
///
/// An ascending index over one attribute, and `indexed="YES"`, mark the attribute; `indexed="YES"` makes an index named after it, and so does the framework
/// that reads the mark of the other, so that caches have the second index and a compiler's file has not. An ascending index over several properties is a
/// compound index too. Named indexes keep their names and come last.
struct ArchivedIndexes {
  /// The attributes to be marked.
  let indexed: Set<String>
  private let compounds: [[String]]
  private let implied: [ImpliedIndex]
  private let named: [FetchIndexDescription]

  init(of entity: EntityDescription, flavour: CompiledModel.Flavour) {
    let isCompiled = flavour == .compiler
    implied = entity.impliedIndexes.filter { !isCompiled || $0.origin != .fetchIndex }
    // How an expression is archived is not known; an index is no part of what a store's opening needs.
    named = entity.indexes.filter { index in !index.elements.contains(where: \.isExpression) }
    // In a cache an index over one attribute marks it, whether it is repeated or not; in a compiler's file the mark asks for that.
    let attributes = Set(entity.declaredProperties.filter { $0 is AttributeDescription }.map(\.name))
    let marking = isCompiled && entity.managedObjectModel?.repeatsAttributeIndexes != true ? [] : named
    indexed = Set(
      (implied.filter { $0.origin != .compoundIndex }.map(\.index) + marking).compactMap(\.onlyAscendingProperty)
    )
    .intersection(attributes)
    compounds =
      entity.compoundIndexes
      + entity.indexes.filter { $0.isPlain && $0.elements.count > 1 }.map { $0.elements.map(\.propertyName) }
  }

  func set(in entity: ArchivableObject) throws {
    guard !implied.isEmpty || !named.isEmpty || !compounds.isEmpty else { return }
    entity.set("NSCompoundIndexes", .object(.rows(compounds)))
    guard !implied.isEmpty || !named.isEmpty else { return }
    let indexes =
      // An index of the old form does not know its entity; one that repeats a fetch index does.
      try implied.map { try Self.object(for: $0.index, entity: $0.origin == .fetchIndex ? entity : nil) }
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
    let elements = index.elements.map { element in
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

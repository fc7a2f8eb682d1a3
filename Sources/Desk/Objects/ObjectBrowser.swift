internal import AttributeValues
internal import Foundation
package import ImportPipeline
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// Looks at the objects that a recipe's sources make: what there is of each entity, lists in sections, single objects.
///
/// `@unchecked Sendable` because what it keeps is used on the context's queue only.
package final class ObjectBrowser: @unchecked Sendable {
  package let graph: ImportedGraph
  let names: ObjectNames
  /// The last lists, the newest first.
  private var lists: [(request: ObjectListRequest, list: ObjectList)] = []
  private static let mostLists = 6

  package init(_ graph: ImportedGraph) {
    self.graph = graph
    names = ObjectNames(graph)
  }

  package var plan: ImportPlan { graph.plan }

  /// Gives objects other values; lists are made anew.
  ///
  /// - Throws: As `ImportedGraph.apply`.
  package func apply(_ replacements: [ObjectReplacement]) throws {
    try graph.read { _ in
      lists = []
      try graph.apply(replacements)
    }
  }

  // MARK: Entities

  /// An entity with its objects counted.
  package struct Entity: Sendable, Equatable {
    package var name: String
    /// The objects of the entity itself and of those below it.
    package var count: Int
    package var isAbstract: Bool
    /// The entities above it, the root first.
    package var parents: [String]
    /// The sources that make its objects, as the recipe names them, each with whether records can be added for the entity itself.
    package var sources: [String]
    package var attributeCount: Int
    package var relationshipCount: Int
  }

  /// All entities, each followed by those below it.
  package func entities() throws -> [Entity] {
    let forms = plan.recordForms
    return try graph.read { context in
      let roots = plan.model.entities.filter { $0.superentity == nil }
      return try roots.flatMap { try entities($0, [], forms, context) }
    }
  }

  private func entities(
    _ entity: EntityDescription,
    _ parents: [String],
    _ forms: [RecordForm],
    _ context: ManagedObjectContext
  ) throws -> [Entity] {
    var sources: [String] = []
    for form in forms where form.entity == entity.name && form.mode != .update && !sources.contains(form.file) {
      sources.append(form.file)
    }
    let own = Entity(
      name: entity.name,
      count: try context.count(for: FetchRequest<ManagedObject>(entity: entity)),
      isAbstract: entity.isAbstract,
      parents: parents,
      sources: sources,
      attributeCount: entity.layout.attributes.count,
      relationshipCount: entity.layout.toOneRelationships.count + entity.layout.toManyRelationships.count
    )
    let below = try entity.subentities.flatMap { try entities($0, parents + [entity.name], forms, context) }
    return [own] + below
  }

  // MARK: Lists

  /// A window of a list.
  ///
  /// - Returns: `nil` if the model has no such entity.
  package func window(of request: ObjectListRequest, offset: Int, limit: Int) throws -> ObjectListWindow? {
    try graph.read { context in
      guard let entity = plan.model.entitiesByName[request.entity] else { return nil }
      let keys = sectionKeys(of: entity)
      var request = request
      if let wanted = request.sections, !keys.contains(where: { $0.key == wanted }) { request.sections = nil }
      let key = try request.sections ?? likelyKey(of: entity, keys.map(\.key), context)
      request.sections = key
      let list = try list(request, key, entity, context)
      let objects = try list.objects(offset: offset, limit: limit)
      let hidden: String? = if case .relationship(let name) = list.key { name } else { nil }
      var parts: [ObjectListWindow.Part] = []
      var place = max(0, offset)
      var section = list.sections.lastIndex { $0.start <= place && $0.count > 0 } ?? 0
      for object in objects {
        while section + 1 < list.sections.count, place >= list.sections[section].start + list.sections[section].count {
          section += 1
        }
        let label = names.label(of: object, without: hidden)
        if parts.last?.section == section {
          parts[parts.count - 1].objects.append(label)
        } else {
          parts.append(.init(section: section, objects: [label]))
        }
        place += 1
      }
      return ObjectListWindow(
        count: list.count,
        key: list.key,
        keys: keys,
        sections: list.sections,
        isTooLong: list.isTooLong,
        offset: max(0, offset),
        parts: parts
      )
    }
  }

  private func list(
    _ request: ObjectListRequest,
    _ key: SectionKey,
    _ entity: EntityDescription,
    _ context: ManagedObjectContext
  ) throws -> ObjectList {
    if let known = lists.first(where: { $0.request == request }) { return known.list }
    let predicate = try Self.predicate(request.search, entity)
    let list = try ObjectList(FetchRequest(entity: entity, predicate: predicate), key, entity, names, context)
    lists.insert((request, list), at: 0)
    if lists.count > Self.mostLists { lists.removeLast() }
    return list
  }

  /// What a list of an entity may be sectioned by.
  private func sectionKeys(of entity: EntityDescription) -> [(key: SectionKey, words: String)] {
    let relationships = entity.layout.toOneRelationships.filter { relationship in
      relationship.destinationEntity.map { names.attribute(of: $0) != nil } ?? false
    }
    var keys: [(key: SectionKey, words: String)] = relationships.map { (.relationship($0.name), $0.name) }
    if names.attribute(of: entity)?.attributeType == .string { keys.append((.initial, "first letter")) }
    keys.append((.nothing, "no sections"))
    return keys
  }

  /// The key that makes a few sections of some objects each: the relationship to the fewest objects, else first letters, if the list is long.
  private func likelyKey(of entity: EntityDescription, _ keys: [SectionKey], _ context: ManagedObjectContext) throws
    -> SectionKey
  {
    let count = try context.count(for: FetchRequest<ManagedObject>(entity: entity))
    var best: (key: SectionKey, count: Int)?
    for key in keys {
      guard case .relationship(let name) = key, let relationship = entity.relationshipsByName[name],
        relationship.inverseRelationship?.isToMany ?? true, let destination = relationship.destinationEntity
      else { continue }
      let others = try context.count(for: FetchRequest<ManagedObject>(entity: destination))
      if others > 1, others * 2 <= count, best.map({ others < $0.count }) ?? true { best = (key, others) }
    }
    return best?.key ?? (count > 20 && keys.contains(.initial) ? .initial : .nothing)
  }

  /// That each word is in some text of an object, whatever its case and accents; `nil` for no words.
  static func predicate(_ search: String, _ entity: EntityDescription) throws -> ObjectPredicate? {
    let words = search.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.isEmpty { return nil }
    let texts = entity.layout.attributes.filter { $0.attributeType == .string && !$0.isTransient }
    guard !texts.isEmpty else { return ObjectPredicate(value: false) }
    return .and(
      try words.map { word in
        .or(try texts.map { try ObjectPredicate(format: "%K CONTAINS[cd] %@", $0.name, word) })
      }
    )
  }
}

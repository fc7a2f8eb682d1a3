internal import AttributeValues
internal import Foundation
internal import ManagedObjects
internal import ObjectModel

/// An object where others lead to it.
struct SiteCard {
  let entity: EntityDescription
  var title: String
  /// What tells the object apart from others of its entity with the same title.
  var note: String?
  /// The attribute that is the title.
  var namingSlot: Int?
  /// From the first page's folder.
  var path = ""
  /// The pictures by the slots of their attributes.
  var pictures: [(slot: Int, picture: SitePicture)] = []

  /// The smallest picture.
  var thumbnail: String? { pictures.map(\.picture).min { $0.size < $1.size }?.path }
  /// The largest picture.
  var picture: String? { pictures.map(\.picture).max { $0.size < $1.size }?.path }

  /// What a template is given of it.
  ///
  /// - Parameter list: The entity whose objects are listed; objects of others say theirs.
  func values(root: String, in list: EntityDescription?) -> [String: Any] {
    var values: [String: Any] = ["title": title, "path": root + path]
    let notes = [entity === list ? nil : entity.name, note].compactMap(\.self)
    if !notes.isEmpty { values["note"] = notes.joined(separator: " · ") }
    if let thumbnail { values["thumbnail"] = root + thumbnail }
    return values
  }
}

/// All objects of a store as cards, and the entities with their lists.
struct SiteCards {
  /// The entities, each before those below it, and how many are above it.
  let entities: [(entity: EntityDescription, level: Int)]
  private var cards: [ManagedObjectID: SiteCard] = [:]
  private var own: [EntityDescription: [(order: String, identifier: ManagedObjectID)]] = [:]
  private var names: [EntityDescription: String] = [:]

  /// Reads all objects, gives each a title and a path, and writes the files of their pictures.
  init(_ store: any PersistentStore, _ model: ManagedObjectModel, _ files: SiteFiles) throws {
    var entities: [(entity: EntityDescription, level: Int)] = []
    var waiting = model.entities.filter { $0.superentity == nil }.sorted { $0.name > $1.name }.map { ($0, 0) }
    while let (entity, level) = waiting.popLast() {
      entities.append((entity, level))
      waiting += entity.subentities.sorted { $0.name > $1.name }.map { ($0, level + 1) }
    }
    self.entities = entities
    var names = PageNames(reserved: ["index", "about", "pictures", "style", "search"])
    for entity in model.entities.sorted(by: { $0.name < $1.name }) { self.names[entity] = names.name(for: entity.name) }
    var unnamed: [(identifier: ManagedObjectID, parts: [ObjectTitles.Part])] = []
    var identifiers: [EntityDescription: [ManagedObjectID]] = [:]
    for (entity, _) in entities where !entity.isAbstract {
      let found = try read(entity, from: store, files, &unnamed)
      identifiers[entity] = found
      if !found.isEmpty { try files.makeFolder(name(of: entity)) }
    }
    // Titles that are made of other objects' are made when those are known.
    for (identifier, parts) in unnamed {
      let texts = parts.compactMap { part in
        switch part {
        case .text(let text): text
        case .object(let other): cards[other]?.title
        }
      }
      if !texts.isEmpty { cards[identifier]?.title = texts.joined(separator: ", ") }
    }
    for (entity, _) in entities {
      if let identifiers = identifiers[entity] { try finish(entity, identifiers, store) }
    }
  }

  subscript(identifier: ManagedObjectID) -> SiteCard? { cards[identifier] }

  /// An entity's name in paths.
  private func name(of entity: EntityDescription) -> String { names[entity] ?? "object" }

  func listPath(_ entity: EntityDescription, _ page: Int) -> String {
    "\(name(of: entity))\(page == 0 ? "" : ".\(page + 1)").html"
  }

  private mutating func read(
    _ entity: EntityDescription,
    from store: any PersistentStore,
    _ files: SiteFiles,
    _ unnamed: inout [(identifier: ManagedObjectID, parts: [ObjectTitles.Part])]
  ) throws -> [ManagedObjectID] {
    let titles = ObjectTitles(entity)
    var identifiers: [ManagedObjectID] = []
    var fetch = StoreFetch(entity: entity)
    fetch.includesSubentities = false
    try store.forEachRow(for: fetch) { row in
      let row = copy row
      var card = SiteCard(entity: entity, title: "\(entity.name) \(row.objectID.reference)")
      switch titles.title(of: row) {
      case .attribute(let text, let slot): (card.title, card.namingSlot) = (text, slot)
      case .parts(let parts): unnamed.append((row.objectID, parts))
      case nil: break
      }
      for (slot, value) in row.attributes.enumerated() {
        guard case .binary(let data) = value, let picture = try files.writePicture(data) else { continue }
        card.pictures.append((slot, picture))
      }
      cards[row.objectID] = card
      identifiers.append(row.objectID)
      return true
    }
    return identifiers
  }

  /// Sorts the objects of an entity, tells those of one title apart, and gives each its path.
  private mutating func finish(
    _ entity: EntityDescription,
    _ identifiers: [ManagedObjectID],
    _ store: any PersistentStore
  ) throws {
    let titles = ObjectTitles(entity)
    var counts: [String: Int] = [:]
    for identifier in identifiers { counts[cards[identifier]?.title ?? "", default: 0] += 1 }
    var paths = PageNames()
    for identifier in identifiers {
      guard var card = cards[identifier] else { continue }
      card.path = "\(name(of: entity))/\(paths.name(for: card.title, number: identifier.reference)).html"
      if counts[card.title] != 1 {
        let text = try store.row(for: identifier).flatMap { titles.keyText(of: $0) }
        card.note = text == card.title ? nil : text
        card.note = card.note ?? "\(identifier.reference)"
      }
      cards[identifier] = card
    }
    own[entity] = identifiers.map { (ValueWords.order(cards[$0]?.title ?? ""), $0) }
      .sorted { ($0.0, $0.1.reference) < ($1.0, $1.1.reference) }
  }

  /// The objects of an entity and of those below it, in the order of their titles.
  func objects(of entity: EntityDescription) -> [ManagedObjectID] {
    guard !entity.subentities.isEmpty else { return own[entity, default: []].map(\.identifier) }
    let all = entities.filter { $0.entity.isKind(of: entity) }.flatMap { own[$0.entity, default: []] }
    return all.sorted {
      ($0.order, $0.identifier.entity.name, $0.identifier.reference)
        < ($1.order, $1.identifier.entity.name, $1.identifier.reference)
    }
    .map(\.identifier)
  }

  func sorted(_ identifiers: [ManagedObjectID]) -> [ManagedObjectID] {
    identifiers.compactMap { identifier in cards[identifier].map { (ValueWords.order($0.title), $0.path, identifier) } }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// The entities below one, or all of them, as a template is given them.
  func tree(below parent: EntityDescription? = nil, root: String = "") -> [[String: Any]] {
    let top = parent.flatMap { parent in entities.first { $0.entity === parent }.map { $0.level + 1 } } ?? 0
    return entities.filter { entity, _ in parent.map { entity !== $0 && entity.isKind(of: $0) } ?? true }
      .map { entity, level in
        let count = entities.filter { $0.entity.isKind(of: entity) }.reduce(0) {
          $0 + own[$1.entity, default: []].count
        }
        return [
          "name": entity.name, "count": "\(count)", "path": root + listPath(entity, 0),
          "level": "\(min(level - top, 5))",
        ]
      }
  }

  /// The way from the root entity to one.
  func way(to entity: EntityDescription, root: String) -> [[String: Any]] {
    var way: [EntityDescription] = []
    var next: EntityDescription? = entity
    while let entity = next {
      way.insert(entity, at: 0)
      next = entity.superentity
    }
    return way.map { ["name": $0.name, "path": root + listPath($0, 0)] }
  }
}

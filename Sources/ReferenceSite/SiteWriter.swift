internal import Foundation
package import ManagedObjects
package import ObjectModel

/// Writes the objects of a store as static pages: the entities, the objects of each, and each object with its picture and those that it is related to.
///
/// Pages refer to each other by relative paths and load nothing from elsewhere, so that the folder works wherever it lies. The same store gives the same bytes.
package final class SiteWriter {
  /// What is said of the release beside its objects.
  package struct About: Sendable {
    package var facts: [(name: String, text: String)] = []
    package var inputs: [(path: String, licence: String?, origin: String?, sha256: String)] = []

    package init() {}
  }

  /// Where a value of an object comes from, or a part of it.
  package struct Fact: Sendable {
    /// The property's name in the model.
    package var property: String
    /// File, line and field.
    package var place: String
    /// The text that stands there.
    package var text: String
    /// What was done to it.
    package var remark: String

    package init(property: String, place: String, text: String, remark: String) {
      self.property = property
      self.place = place
      self.text = text
      self.remark = remark
    }
  }

  /// Where the values of objects come from, as far as that is known.
  package var facts: [ManagedObjectID: [Fact]] = [:]

  private let store: any PersistentStore
  private let model: ManagedObjectModel
  private let templates: SiteTemplates
  private let title: String

  /// - Parameter title: The site's name.
  package init(store: any PersistentStore, model: ManagedObjectModel, templates: SiteTemplates, title: String) {
    self.store = store
    self.model = model
    self.templates = templates
    self.title = title
  }

  /// Writes all pages into a folder, which is there and empty.
  ///
  /// - Returns: How many pages there are.
  /// - Throws: The store's error, `FileError`, `SiteError`.
  package func write(into folder: String, about: About) throws -> Int {
    let files = SiteFiles(folder)
    let cards = try SiteCards(store, model, files)
    for (name, text) in templates.files { try files.write(text, to: name) }
    let objectPages = ObjectPages(
      store: store,
      cards: cards,
      templates: templates,
      files: files,
      site: title,
      facts: facts
    )
    var entries: [[String]] = []
    var count = 2
    for (entity, _) in cards.entities {
      let identifiers = cards.objects(of: entity)
      count += try writeList(of: entity, identifiers, cards, files)
      for identifier in identifiers where identifier.entity === entity {
        let page = try objectPages.write(identifier)
        entries.append(page.entry)
        count += page.count
      }
    }
    try writeSearch(entries, files)
    try writeFirstPage(cards, files)
    try writeAbout(about, files)
    return count
  }

  // MARK: Pages

  private func writeFirstPage(_ cards: SiteCards, _ files: SiteFiles) throws {
    var values: [String: Any] = ["site": title, "entities": cards.tree()]
    // The entity with the fewest objects that lead to many others is the way into the rest.
    let grouping = cards.entities.map(\.entity).filter { entity in
      entity.declaredProperties.contains {
        guard let relationship = $0 as? RelationshipDescription else { return false }
        return relationship.isToMany && relationship.inverseRelationship?.isToMany == false
      }
    }
    .map { ($0, cards.objects(of: $0)) }.filter { !$0.1.isEmpty && $0.1.count <= 200 }
    if let (entity, identifiers) = grouping.min(by: { $0.1.count < $1.1.count }) {
      values["overview"] = [
        ["name": entity.name, "objects": identifiers.compactMap { cards[$0]?.values(root: "", in: entity) }]
          as [String: Any]
      ]
    }
    try files.write(templates.page("index", values, title: title, root: "", site: title), to: "index.html")
  }

  private func writeList(
    of entity: EntityDescription,
    _ identifiers: [ManagedObjectID],
    _ cards: SiteCards,
    _ files: SiteFiles
  ) throws -> Int {
    let list = ObjectList(identifiers, of: entity, cards) { cards.listPath(entity, $0) }
    let below = cards.tree(below: entity)
    for page in 0..<list.pages {
      var values = list.values(page: page)
      values["name"] = entity.name
      values["parents"] = Array(cards.way(to: entity, root: "").dropLast())
      values["hasEntities"] = !below.isEmpty
      values["entities"] = below
      let html = try templates.page("entity", values, title: "\(entity.name) – \(title)", root: "", site: title)
      try files.write(html, to: list.path(page))
    }
    return list.pages
  }

  private func writeSearch(_ entries: [[String]], _ files: SiteFiles) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let json = String(decoding: try encoder.encode(entries.filter { !$0.isEmpty }), as: UTF8.self)
    try files.write("window.studbookSearch = \(json);\n", to: "search-data.js")
  }

  private func writeAbout(_ about: About, _ files: SiteFiles) throws {
    let values: [String: Any] = [
      "facts": about.facts.map { ["name": $0.name, "text": $0.text] },
      "hasInputs": !about.inputs.isEmpty,
      "inputs": about.inputs.map {
        ["path": $0.path, "licence": $0.licence ?? "", "origin": $0.origin ?? "", "sha256": $0.sha256]
      },
    ]
    try files.write(templates.page("about", values, title: "About – \(title)", root: "", site: title), to: "about.html")
  }
}

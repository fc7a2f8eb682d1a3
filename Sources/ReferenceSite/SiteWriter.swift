internal import AttributeValues
internal import Digests
internal import Foundation
internal import ImageFiles
package import ManagedObjects
package import ObjectModel
internal import SystemErrors

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

  /// As many objects stand on one page of an entity.
  private static let objectsOnPage = 500

  private let store: any PersistentStore
  private let model: ManagedObjectModel
  private let templates: SiteTemplates
  private let title: String
  private var folder = ""
  private var cards: [ManagedObjectID: Card] = [:]
  private var pictures: [String: String] = [:]

  /// An object where others lead to it.
  private struct Card {
    var title: String
    /// From the first page's folder.
    var path: String
    var thumbnail: String?
    var picture: String?
  }

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
    self.folder = folder
    let entities = model.entities.filter { !$0.isAbstract }.sorted { $0.name < $1.name }
    var objects: [(entity: EntityDescription, identifiers: [ManagedObjectID])] = []
    for entity in entities {
      let identifiers = try prepare(entity)
      objects.append((entity, identifiers))
    }
    for (name, text) in templates.files { try write(text, to: name) }
    var entries: [[String]] = []
    var count = 2
    for (entity, identifiers) in objects where !identifiers.isEmpty {
      count += try writeList(of: entity, identifiers)
      for identifier in identifiers { entries.append(try writePage(of: identifier)) }
      count += identifiers.count
    }
    try writeSearch(entries)
    try writeFirstPage(objects.filter { !$0.identifiers.isEmpty })
    try writeAbout(about)
    return count
  }

  // MARK: Cards

  /// Gives each object of an entity its path, and its pictures their files; in the order of the titles.
  private func prepare(_ entity: EntityDescription) throws -> [ManagedObjectID] {
    var fetch = StoreFetch(entity: entity)
    fetch.includesSubentities = false
    var titled: [(title: String, identifier: ManagedObjectID)] = []
    var taken: Set<String> = []
    let own = Self.slug(entity.name)
    try store.forEachRow(for: fetch) { row in
      let row = copy row
      let title = entity.title(row.attributes) ?? "\(entity.name) \(row.objectID.reference)"
      var slug = Self.slug(title)
      // Two titles may have one slug; the number tells them apart in every edition in the same way.
      if !taken.insert(slug).inserted {
        slug += "-\(row.objectID.reference)"
        taken.insert(slug)
      }
      let pictures = try writePictures(of: row, entity)
      cards[row.objectID] = Card(
        title: title,
        path: "\(own)/\(slug).html",
        thumbnail: pictures.first,
        picture: pictures.last
      )
      titled.append((title, row.objectID))
      return true
    }
    if !titled.isEmpty { try Files.makeFolder("\(folder)/\(own)") }
    return titled.sorted {
      ($0.title.lowercased(), $0.identifier.reference) < ($1.title.lowercased(), $1.identifier.reference)
    }
    .map(\.identifier)
  }

  /// The files of an object's pictures, from the smallest to the largest.
  private func writePictures(of row: StoreRow, _ entity: EntityDescription) throws -> [String] {
    var found: [(size: Int, path: String)] = []
    for (slot, attribute) in entity.layout.attributes.enumerated() where attribute.attributeType == .binaryData {
      guard case .binary(let data) = row.attributes[slot] else { continue }
      let bytes = Array(data)
      guard let facts = ImageFacts(of: bytes), [.png, .jpeg, .gif, .webp, .avif].contains(facts.mediaType) else {
        continue
      }
      let digest = SHA2Digest(of: bytes).hexadecimal
      if let known = pictures[digest] {
        found.append((bytes.count, known))
        continue
      }
      if pictures.isEmpty { try Files.makeFolder("\(folder)/pictures") }
      let path = "pictures/\(digest.prefix(20)).\(facts.mediaType.shortName)"
      try write(bytes, to: path)
      pictures[digest] = path
      found.append((bytes.count, path))
    }
    return found.sorted { $0.size < $1.size }.map(\.path)
  }

  private func values(_ card: Card, root: String) -> [String: Any] {
    var values: [String: Any] = ["title": card.title, "path": root + card.path]
    if let thumbnail = card.thumbnail { values["thumbnail"] = root + thumbnail }
    return values
  }

  // MARK: Pages

  private func writeFirstPage(_ objects: [(entity: EntityDescription, identifiers: [ManagedObjectID])]) throws {
    var values: [String: Any] = ["site": title]
    values["entities"] = objects.map { entity, identifiers in
      ["name": entity.name, "count": "\(identifiers.count)", "path": Self.listPath(entity, 0)] as [String: Any]
    }
    // The entity with the fewest objects that lead to many others is the way into the rest.
    let grouping = objects.filter { entity, identifiers in
      identifiers.count <= 200
        && entity.layout.toManyRelationships.contains { $0.inverseRelationship?.isToMany == false }
    }
    if let (entity, identifiers) = grouping.min(by: { $0.identifiers.count < $1.identifiers.count }) {
      values["overview"] = [
        ["name": entity.name, "objects": identifiers.compactMap { cards[$0].map { self.values($0, root: "") } }]
          as [String: Any]
      ]
    }
    try write(templates.page("index", values, title: title, root: "", site: title), to: "index.html")
  }

  private static func listPath(_ entity: EntityDescription, _ page: Int) -> String {
    "\(slug(entity.name))\(page == 0 ? "" : "-\(page + 1)").html"
  }

  private func writeList(of entity: EntityDescription, _ identifiers: [ManagedObjectID]) throws -> Int {
    let pages = (identifiers.count + Self.objectsOnPage - 1) / Self.objectsOnPage
    for page in 0..<pages {
      let shown = identifiers.dropFirst(page * Self.objectsOnPage).prefix(Self.objectsOnPage)
      let values: [String: Any] = [
        "name": entity.name, "count": "\(identifiers.count)",
        "objects": shown.compactMap { cards[$0].map { self.values($0, root: "") } },
        "hasPages": pages > 1,
        "pages": (0..<pages).map { number in
          ["number": "\(number + 1)", "path": Self.listPath(entity, number), "isCurrent": number == page]
            as [String: Any]
        },
      ]
      let html = try templates.page("entity", values, title: "\(entity.name) – \(title)", root: "", site: title)
      try write(html, to: Self.listPath(entity, page))
    }
    return pages
  }

  /// Writes the page of an object.
  ///
  /// - Returns: The object's entry in the search.
  private func writePage(of identifier: ManagedObjectID) throws -> [String] {
    guard let card = cards[identifier], let row = try store.row(for: identifier) else { return [] }
    let (entity, root) = (identifier.entity, "../")
    var (texts, values): ([[String: Any]], [[String: Any]]) = ([], [])
    var words: [String] = []
    for (slot, attribute) in entity.layout.attributes.enumerated() where !attribute.isTransient {
      for (name, value) in Self.leaves(of: row.attributes[slot], attribute.name) {
        guard let text = Self.text(value), text != card.title else { continue }
        var entry: [String: Any] = ["name": Self.words(name), "text": text]
        if text.hasPrefix("https://") || text.hasPrefix("http://") { entry["address"] = text }
        if case .string = value, text.count > 100 { texts.append(entry) } else { values.append(entry) }
        if case .string = value, entry["address"] == nil { words.append(text) }
      }
    }
    var links: [[String: Any]] = []
    for (slot, relationship) in entity.layout.toOneRelationships.enumerated() {
      guard let other = row.toOne[slot], let card = cards[other] else { continue }
      links.append(["name": Self.words(relationship.name), "objects": [self.values(card, root: root)]])
      words.append(card.title)
    }
    for (slot, relationship) in entity.layout.toManyRelationships.enumerated() {
      var members = try store.members(of: identifier, toManySlot: slot).compactMap { cards[$0] }
      guard !members.isEmpty else { continue }
      if !relationship.isOrdered {
        members.sort { ($0.title.lowercased(), $0.path) < ($1.title.lowercased(), $1.path) }
      }
      links.append(["name": Self.words(relationship.name), "objects": members.map { self.values($0, root: root) }])
    }
    var page: [String: Any] = [
      "title": card.title, "entity": entity.name, "entityPath": root + Self.listPath(entity, 0), "texts": texts,
      "values": values, "links": links,
    ]
    if let picture = card.picture { page["picture"] = root + picture }
    let facts = (facts[identifier] ?? []).map {
      ["name": Self.words($0.property), "place": $0.place, "text": $0.text, "remark": $0.remark]
    }
    page["hasFacts"] = !facts.isEmpty
    page["facts"] = facts
    let html = try templates.page("object", page, title: "\(card.title) – \(title)", root: root, site: title)
    try write(html, to: card.path)
    return [card.title, entity.name, card.path, words.joined(separator: " ")]
  }

  private func writeSearch(_ entries: [[String]]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let json = String(decoding: try encoder.encode(entries.filter { !$0.isEmpty }), as: UTF8.self)
    try write("window.studbookSearch = \(json);\n", to: "search-data.js")
  }

  private func writeAbout(_ about: About) throws {
    let values: [String: Any] = [
      "facts": about.facts.map { ["name": $0.name, "text": $0.text] },
      "hasInputs": !about.inputs.isEmpty,
      "inputs": about.inputs.map {
        ["path": $0.path, "licence": $0.licence ?? "", "origin": $0.origin ?? "", "sha256": $0.sha256]
      },
    ]
    try write(templates.page("about", values, title: "About – \(title)", root: "", site: title), to: "about.html")
  }

  // MARK: Texts and files

  /// A value, or those of a composite's elements with the composite's name before their own.
  private static func leaves(of value: AttributeValue, _ name: String) -> [(name: String, value: AttributeValue)] {
    guard case .composite(let elements) = value else { return [(name, value)] }
    return elements.sorted { $0.key < $1.key }.flatMap { leaves(of: $0.value, "\(name)_\($0.key)") }
  }

  /// A value for people; `nil` where there is nothing to show.
  private static func text(_ value: AttributeValue) -> String? {
    switch value {
    case .null, .binary, .transformable, .composite: nil
    case .integer(let number): "\(number)"
    case .boolean(let value): value ? "yes" : "no"
    case .double(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    case .float(let number): "\(number)"
    case .decimal(let number): number.description
    case .string(let text): text.isEmpty ? nil : text
    case .date(let seconds):
      seconds.truncatingRemainder(dividingBy: 86_400) == 0
        ? Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601.year().month().day())
        : Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601)
    case .uuid(let value): value.uuidString
    case .uri(let value): value.absoluteString
    }
  }

  /// A property's name as words: “heightMax” becomes “Height max”.
  private static func words(_ name: String) -> String {
    var words = ""
    var previous: Character = " "
    for letter in name {
      if letter.isUppercase, previous.isLowercase || previous.isNumber { words += " " }
      words.append(letter == "_" ? " " : letter)
      previous = letter
    }
    let parts = words.split(separator: " ").map {
      $0.dropFirst().contains(where: \.isUppercase) ? String($0) : $0.lowercased()
    }
    let joined = parts.joined(separator: " ")
    return joined.prefix(1).uppercased() + joined.dropFirst()
  }

  /// A name for files: small ASCII letters, digits and hyphens.
  private static func slug(_ text: String) -> String {
    var slug = ""
    for scalar in text.decomposedStringWithCanonicalMapping.lowercased().unicodeScalars {
      if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        slug.unicodeScalars.append(scalar)
      } else if !slug.hasSuffix("-"), !slug.isEmpty, scalar.isASCII {
        slug += "-"
      }
      if slug.utf8.count >= 80 { break }
    }
    while slug.hasSuffix("-") { slug.removeLast() }
    return slug.isEmpty ? "object" : slug
  }

  private func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let file = try FileWriter(path: "\(folder)/\(name)")
    try file.write(bytes)
    try file.finish()
  }
}

extension EntityDescription {
  /// What an object is called: its first text among its unique values, else “name” or “title”, else its first text.
  fileprivate func title(_ attributes: [AttributeValue]) -> String? {
    var names = uniquenessConstraints.flatMap(\.self)
    var parent = superentity
    while let entity = parent {
      names += entity.uniquenessConstraints.flatMap(\.self)
      parent = entity.superentity
    }
    names += ["name", "title"]
    let slots = names.compactMap { name -> Int? in
      if case .attribute(let slot)? = layout.slot(named: name) { slot } else { nil }
    }
    for slot in slots + Array(layout.attributes.indices) {
      if case .string(let text) = attributes[slot], !text.isEmpty { return text }
    }
    return nil
  }
}

internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// Writes the pages of single objects.
struct ObjectPages {
  let store: any PersistentStore
  let cards: SiteCards
  let templates: SiteTemplates
  let files: SiteFiles
  /// The site's name.
  let site: String
  /// Where the values of objects come from.
  let facts: [ManagedObjectID: [SiteWriter.Fact]]

  private static let root = "../"

  /// Texts of more characters stand by themselves.
  private static let longest = 100

  /// What is shown of the values of an object.
  private struct Shown {
    var texts: [[String: Any]] = []
    var values: [[String: Any]] = []
    /// What the search finds it by.
    var words: [String] = []
  }

  /// Writes the page of an object, and those of its long lists.
  ///
  /// - Returns: The object's entry in the search, and how many pages were written.
  func write(_ identifier: ManagedObjectID) throws -> (entry: [String], count: Int) {
    guard let card = cards[identifier], let row = try store.row(for: identifier) else { return ([], 0) }
    let (entity, root) = (identifier.entity, Self.root)
    var shown = Shown()
    for (slot, attribute) in entity.layout.attributes.enumerated() where !attribute.isTransient {
      if slot != card.namingSlot { show(row.attributes[slot], of: attribute, slot, card, in: &shown) }
    }
    if shown.texts.count > 1 {
      for place in shown.texts.indices { shown.texts[place]["heading"] = shown.texts[place]["name"] }
    }
    var (links, count): ([[String: Any]], Int) = ([], 1)
    for (slot, relationship) in entity.layout.toOneRelationships.enumerated() {
      guard let other = row.toOne[slot], let card = cards[other] else { continue }
      let objects = [card.values(root: root, in: relationship.destinationEntity)]
      links.append(["name": ValueWords.words(relationship.name), "objects": objects])
      shown.words.append(card.title)
    }
    var names = PageNames()
    for (slot, relationship) in entity.layout.toManyRelationships.enumerated() {
      let name = names.name(for: relationship.name)
      let members = try store.members(of: identifier, toManySlot: slot)
      guard !members.isEmpty else { continue }
      let list = ObjectList(
        relationship.isOrdered ? members : cards.sorted(members),
        of: relationship.destinationEntity,
        isOrdered: relationship.isOrdered,
        cards,
        root: root
      ) { page in page == 0 ? root + card.path : "\(root)\(card.path.dropLast(5)).\(name).\(page + 1).html" }
      links.append(list.values(page: 0).merging(["name": ValueWords.words(relationship.name)]) { $1 })
      for page in 1..<max(1, list.pages) {
        try write(list, page, of: relationship, card)
        count += 1
      }
    }
    var page: [String: Any] = [
      "title": card.title, "entity": entity.name, "entityPath": root + cards.listPath(entity, 0),
      "parents": cards.way(to: entity, root: root), "texts": shown.texts, "values": shown.values, "links": links,
    ]
    if let picture = card.picture { page["picture"] = root + picture }
    let facts = (facts[identifier] ?? []).map {
      ["name": ValueWords.words($0.property), "place": $0.place, "text": $0.text, "remark": $0.remark]
    }
    page["hasFacts"] = !facts.isEmpty
    page["facts"] = facts
    try files.write(
      templates.page("object", page, title: "\(card.title) – \(site)", root: root, site: site),
      to: card.path
    )
    return ([card.title, entity.name, card.path, shown.words.joined(separator: " ")], count)
  }

  private func show(
    _ value: AttributeValue,
    of attribute: AttributeDescription,
    _ slot: Int,
    _ card: SiteCard,
    in shown: inout Shown
  ) {
    if let composite = attribute as? CompositeAttributeDescription {
      let leaves = Self.leaves(of: value, composite)
      let parts: [[String: Any]] = leaves.compactMap { name, value in
        ValueWords.text(value).map { ["name": ValueWords.words(name), "text": $0] }
      }
      guard !parts.isEmpty else { return }
      let text = parts.map { "\($0["name"] ?? "") \($0["text"] ?? "")" }.joined(separator: ", ")
      shown.values.append([
        "name": ValueWords.words(attribute.name), "text": text, "hasParts": true, "parts": parts,
      ])
      for case (_, .string(let text)) in leaves { shown.words.append(text) }
      return
    }
    guard var text = ValueWords.text(value) else { return }
    var entry: [String: Any] = ["name": ValueWords.words(attribute.name)]
    if ["https://", "http://"].contains(where: text.hasPrefix), !text.contains(where: \.isWhitespace) {
      entry["address"] = text
    }
    if let picture = card.pictures.first(where: { $0.slot == slot })?.picture {
      // The largest is shown, and a thumbnail shows nothing more.
      if picture.path == card.picture || picture.isThumbnail { return }
      text = picture.words
      entry["address"] = Self.root + picture.path
    }
    entry["text"] = text
    guard case .string = value else { return shown.values.append(entry) }
    if text.count > Self.longest { shown.texts.append(entry) } else { shown.values.append(entry) }
    if entry["address"] == nil { shown.words.append(text) }
  }

  /// The values of a composite's elements that are no composites themselves, in the order of the model.
  private static func leaves(
    of value: AttributeValue,
    _ composite: CompositeAttributeDescription,
    _ prefix: String = ""
  ) -> [(name: String, value: AttributeValue)] {
    guard case .composite(let elements) = value else { return [] }
    return composite.elements.flatMap { element -> [(name: String, value: AttributeValue)] in
      guard let value = elements[element.name] else { return [] }
      if let inner = element as? CompositeAttributeDescription {
        return leaves(of: value, inner, "\(prefix)\(element.name)_")
      }
      return [(prefix + element.name, value)]
    }
  }

  /// A further page of a to-many relationship.
  private func write(_ list: ObjectList, _ page: Int, of relationship: RelationshipDescription, _ card: SiteCard) throws
  {
    let name = ValueWords.words(relationship.name)
    var values = list.values(page: page)
    values["name"] = name
    values["parents"] =
      cards.way(to: card.entity, root: Self.root) + [["name": card.title, "path": Self.root + card.path]]
    let title = "\(name) (\(page + 1)) – \(card.title) – \(site)"
    let html = try templates.page("entity", values, title: title, root: Self.root, site: site)
    try files.write(html, to: String(list.path(page).dropFirst(Self.root.count)))
  }
}

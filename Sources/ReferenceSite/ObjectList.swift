internal import ManagedObjects
internal import ObjectModel

/// Objects on as many pages as they take.
struct ObjectList {
  /// As many objects stand on one page.
  private static let objectsOnPage = 500

  private let identifiers: [ManagedObjectID]
  private let entity: EntityDescription?
  private let isOrdered: Bool
  private let cards: SiteCards
  private let root: String
  /// The path of a page.
  let path: (Int) -> String

  /// How many pages there are; one if there are no objects.
  var pages: Int { max(1, (identifiers.count + Self.objectsOnPage - 1) / Self.objectsOnPage) }

  init(
    _ identifiers: [ManagedObjectID],
    of entity: EntityDescription?,
    isOrdered: Bool = false,
    _ cards: SiteCards,
    root: String = "",
    path: @escaping (Int) -> String
  ) {
    self.identifiers = identifiers
    self.entity = entity
    self.isOrdered = isOrdered
    self.cards = cards
    self.root = root
    self.path = path
  }

  /// What a template is given of a page.
  func values(page: Int) -> [String: Any] {
    let first = page * Self.objectsOnPage
    let shown = identifiers.dropFirst(first).prefix(Self.objectsOnPage)
    let objects = zip((first + 1)..., shown).compactMap { number, identifier in
      cards[identifier].map { card in
        var values = card.values(root: root, in: entity)
        if isOrdered { values["number"] = "\(number)" }
        return values
      }
    }
    return [
      "count": "\(identifiers.count)", "objects": objects, "hasPages": pages > 1,
      "pages": (0..<pages).map { number in
        ["number": "\(number + 1)", "path": path(number), "isCurrent": number == page] as [String: Any]
      },
    ]
  }
}

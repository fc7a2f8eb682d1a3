internal import AttributeValues
internal import Foundation
internal import ManagedObjects
internal import ObjectModel

/// By what the objects of a list stand in sections.
package enum SectionKey: Sendable, Hashable {
  /// They do not.
  case nothing
  /// By the first letters of their names.
  case initial
  /// By the object of a to-one relationship.
  case relationship(String)

  /// As it stands in addresses.
  package var text: String {
    switch self {
    case .nothing: "nothing"
    case .initial: "initial"
    case .relationship(let name): "by." + name
    }
  }

  package init?(_ text: String) {
    switch text {
    case "nothing": self = .nothing
    case "initial": self = .initial
    default:
      guard text.hasPrefix("by.") else { return nil }
      self = .relationship(String(text.dropFirst(3)))
    }
  }
}

/// What a list is of.
package struct ObjectListRequest: Sendable, Hashable {
  package var entity: String
  /// `nil` for what suits the entity.
  package var sections: SectionKey?
  /// Words that all have to be in some text of an object; empty for all objects.
  package var search = ""

  package init(entity: String, sections: SectionKey? = nil, search: String = "") {
    self.entity = entity
    self.sections = sections
    self.search = search
  }
}

/// A part of a list of objects.
package struct ObjectListWindow: Sendable {
  package struct Section: Sendable, Equatable {
    /// Empty for objects that have no value there.
    package var title: String
    /// The place of its first object in the list, from 0.
    package var start: Int
    package var count: Int
  }

  /// A section's objects within the window.
  package struct Part: Sendable {
    package var section: Int
    package var objects: [ObjectLabel]
  }

  /// How many objects there are in all.
  package var count: Int
  /// What the list is sectioned by.
  package var key: SectionKey
  /// The keys that it may be sectioned by, with their words.
  package var keys: [(key: SectionKey, words: String)]
  /// All sections, those outside the window too; a list that is too long to be sectioned has one.
  package var sections: [Section]
  /// Whether the list is too long to be in sections.
  package var isTooLong: Bool
  package var offset: Int
  package var parts: [Part]
}

/// The objects of one request in their order.
final class ObjectList {
  let key: SectionKey
  let sections: [ObjectListWindow.Section]
  let count: Int
  let isTooLong: Bool
  private let controller: FetchedResultsController<ManagedObject>?
  private let request: FetchRequest<ManagedObject>
  private let context: ManagedObjectContext

  /// The most objects that are kept, so that they can be put into sections; the windows of longer lists are fetched one by one.
  static let mostKept = 20_000

  /// - Parameter naming: The attribute by which objects are named.
  init(
    _ request: FetchRequest<ManagedObject>,
    _ key: SectionKey,
    _ entity: EntityDescription,
    _ names: ObjectNames,
    _ context: ManagedObjectContext
  ) throws {
    var request = request
    let naming = names.attribute(of: entity)
    var keys: [SortKey] =
      naming.map { [SortKey($0.name, comparison: $0.attributeType == .string ? .localizedStandard : .binary)] } ?? []
    var sectionPath = key == .initial && naming?.attributeType == .string ? naming?.name : nil
    if case .relationship(let name) = key, let destination = entity.relationshipsByName[name]?.destinationEntity,
      let other = names.attribute(of: destination)
    {
      let path = "\(name).\(other.name)"
      keys.insert(SortKey(path, comparison: other.attributeType == .string ? .localizedStandard : .binary), at: 0)
      sectionPath = path
    }
    request.sortDescriptors = keys
    let count = try context.count(for: request)
    self.count = count
    self.context = context
    isTooLong = count > Self.mostKept
    if isTooLong {
      self.key = .nothing
      request.sortDescriptors = keys.suffix(1)
      self.request = request
      sections = [ObjectListWindow.Section(title: "", start: 0, count: count)]
      controller = nil
      return
    }
    self.key = sectionPath == nil ? .nothing : key
    self.request = request
    let controller = FetchedResultsController(
      fetchRequest: request,
      managedObjectContext: context,
      sectionNameKeyPath: sectionPath
    )
    controller.sectionIndexTitle = Self.initial
    try controller.performFetch()
    var sections: [ObjectListWindow.Section] = []
    // By first letters, the controller's sections are single names, and the titles of its index are what they are put together by.
    let titles = key == .initial ? controller.sectionIndexTitles : controller.sections.map(\.name)
    for (title, section) in zip(titles, controller.sections) {
      if let last = sections.last, last.title == title {
        sections[sections.count - 1].count += section.numberOfObjects
      } else {
        let start = sections.last.map { $0.start + $0.count } ?? 0
        sections.append(.init(title: title, start: start, count: section.numberOfObjects))
      }
    }
    self.sections = sections
    self.controller = controller
  }

  /// The letter that a name stands below: without accents, and `#` for all that is no letter.
  static func initial(_ name: String) -> String {
    guard let first = name.first(where: { !$0.isWhitespace }) else { return "" }
    let plain = String(first).decomposedStringWithCanonicalMapping.unicodeScalars.prefix(1)
    let letter = String(String.UnicodeScalarView(plain)).uppercased()
    return letter.first?.isLetter == true ? letter : "#"
  }

  /// The objects of a window.
  func objects(offset: Int, limit: Int) throws -> [ManagedObject] {
    let range = min(max(0, offset), count)..<min(count, max(0, offset) + max(0, limit))
    guard let controller else {
      var request = request
      request.fetchOffset = range.lowerBound
      request.fetchLimit = range.count
      return range.isEmpty ? [] : try context.fetch(request)
    }
    // Not all objects are put together for a few of them.
    var objects: [ManagedObject] = []
    var start = 0
    for section in controller.sections {
      let wanted = range.clamped(to: start..<start + section.numberOfObjects)
      if !wanted.isEmpty { objects += section.objects[(wanted.lowerBound - start)..<(wanted.upperBound - start)] }
      start += section.numberOfObjects
      if start >= range.upperBound { break }
    }
    return objects
  }
}

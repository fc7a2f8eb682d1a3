internal import ObjectModel

/// Keeps the result of a fetch request up to date, in sections, and says what changed: Core Data's `NSFetchedResultsController`.
///
/// ```swift
/// var request = FetchRequest<ManagedObject>(entityName: "Breed")
/// request.sortDescriptors = [SortKey("group.name"), SortKey("name")]
/// let controller = FetchedResultsController(
///   fetchRequest: request,
///   managedObjectContext: context,
///   sectionNameKeyPath: "group.name"
/// )
/// controller.onChange = { changes in
///   for case .delete(let breed, let path) in changes {
///     lines.append("\(path.section).\(path.item) \(breed.objectID)")
///   }
/// }
/// try controller.performFetch()
/// let titles = controller.sections.map(\.name)  // "Hound Group", "Terrier Group"
/// ```
///
/// It watches its context's did-change notifications and fetches anew when an object of its entity is among them. A reset of the context is not told:
/// the objects are invalid, and `performFetch()` reads the result again.
public final class FetchedResultsController<Object: ManagedObject> {
  /// One section of the result.
  public struct Section {
    /// The text that the section's objects have at the section's key path; empty without one.
    public let name: String
    /// The section's objects in order.
    public let objects: [Object]
    /// How many objects the section has.
    public var numberOfObjects: Int { objects.count }
  }

  /// Where an object stands.
  public struct IndexPath: Hashable, Sendable {
    /// The number of the section.
    public var section: Int
    /// The number of the object in its section.
    public var item: Int

    /// Makes the path of an item, both numbers from 0.
    public init(section: Int, item: Int) {
      self.section = section
      self.item = item
    }
  }

  /// One change of the result.
  public enum Change {
    case insertSection(Int)
    case deleteSection(Int)
    case insert(Object, at: IndexPath)
    case delete(Object, at: IndexPath)
    case move(Object, from: IndexPath, to: IndexPath)
    case update(Object, at: IndexPath)
  }

  /// What is fetched; sort keys give the order.
  public let fetchRequest: FetchRequest<Object>
  /// The context that is fetched from and watched.
  public let managedObjectContext: ManagedObjectContext
  /// The key path of the text that sections the result; the first sort key has to sort the same way.
  public let sectionNameKeyPath: String?
  /// The name under which the sections are kept from one launch to the next; `nil` keeps nothing.
  ///
  /// `performFetch()` takes the sections from there, without looking at the objects' values, as long as the request, the section key path, the
  /// entity's version hash and the files of the stores are the same; otherwise it works them out and keeps them anew. Nothing is kept for stores
  /// without files, for child contexts, and while there are unsaved changes.
  public let cacheName: String?
  /// Hears of each change of the result by itself, and of the result as a whole.
  public weak var delegate: (any FetchedResultsControllerDelegate<Object>)?
  /// Called after the result changed, with everything that did: deletions by their old places, the rest by their new ones.
  ///
  /// It runs where the context does, which may be another thread than the caller's; for what belongs to the main actor there is `onMainActorChange`.
  public var onChange: (@Sendable ([Change]) -> Void)?
  /// As `onChange`, on the main actor: for a context on the main queue, or one without queue that only the main actor uses. With any other context a
  /// change ends the program.
  public var onMainActorChange: (@MainActor ([Change]) -> Void)?
  /// The result in sections; empty before `performFetch()`.
  public private(set) var sections: [Section] = []
  private var observation: ContextObservation?

  /// Makes a controller; nothing is fetched before `performFetch()`.
  public init(
    fetchRequest: FetchRequest<Object>,
    managedObjectContext: ManagedObjectContext,
    sectionNameKeyPath: String? = nil,
    cacheName: String? = nil
  ) {
    self.fetchRequest = fetchRequest
    self.managedObjectContext = managedObjectContext
    self.sectionNameKeyPath = sectionNameKeyPath
    self.cacheName = cacheName
  }

  /// Deletes what is kept under a name; everything for `nil`.
  public static func deleteCache(withName name: String?) { SectionCaches.delete(named: name) }

  /// All objects in order.
  public var fetchedObjects: [Object] { sections.flatMap(\.objects) }

  /// What stands for a section in an index beside the list; by default the name's first character, upper case.
  public var sectionIndexTitle: (_ sectionName: String) -> String = { $0.prefix(1).uppercased() }

  /// The titles of the sections, in their order.
  public var sectionIndexTitles: [String] {
    sections.map { delegate?.controller(self, sectionIndexTitleForSectionName: $0.name) ?? sectionIndexTitle($0.name) }
  }

  /// The section that a place in the index beside the list leads to: the one at that place, or the first of that title if the place has
  /// another; `nil` for a title that no section has.
  public func section(forSectionIndexTitle title: String, at index: Int) -> Int? {
    let titles = sectionIndexTitles
    return titles.indices.contains(index) && titles[index] == title ? index : titles.firstIndex(of: title)
  }

  /// The object at a place, which must exist.
  public func object(at path: IndexPath) -> Object { sections[path.section].objects[path.item] }

  /// The place of an object; `nil` if it is not in the result.
  public func indexPath(forObject object: Object) -> IndexPath? {
    for (section, content) in sections.enumerated() {
      if let item = content.objects.firstIndex(where: { $0 === object }) {
        return IndexPath(section: section, item: item)
      }
    }
    return nil
  }

  /// Fetches the result and begins to watch the context.
  ///
  /// - Throws: As `ManagedObjectContext.fetch(_:)` does; `FetchKeyError` also for a section key path that the objects do not have.
  public func performFetch() throws {
    try checkSectionName()
    sections = try fetchSectionsThroughCache()
    observation = managedObjectContext.watch(.objectsDidChange) { [weak self] notification in
      self?.contextDidChange(notification)
    }
  }

  /// Objects of a class may know more keys than the model.
  private func checkSectionName() throws {
    guard let sectionNameKeyPath else { return }
    let entity = try managedObjectContext.fetchedEntity(fetchRequest.entityName)
    guard managedObjectContext.runtime(for: entity).objectClass == nil else { return }
    try FetchContents.require(entity.problem(inKeyPath: sectionNameKeyPath.keys), in: .sectionName, of: entity)
  }

  private func fetchSectionsThroughCache() throws -> [Section] {
    guard let cacheName, let sectionNameKeyPath,
      let origin = SectionCache.Origin(of: fetchRequest, sectionedBy: sectionNameKeyPath, in: managedObjectContext)
    else { return try fetchSections() }
    let objects = try managedObjectContext.fetch(fetchRequest)
    if let known = SectionCache(named: cacheName, from: origin)?.sections,
      known.reduce(0, { $0 + $1.count }) == objects.count
    {
      var start = 0
      return known.map { section in
        defer { start += section.count }
        return Section(name: section.name, objects: Array(objects[start..<(start + section.count)]))
      }
    }
    let sections = self.sections(of: objects)
    SectionCache(origin: origin, sections: sections.map { .init(name: $0.name, count: $0.objects.count) })
      .write(named: cacheName)
    return sections
  }

  private func fetchSections() throws -> [Section] { sections(of: try managedObjectContext.fetch(fetchRequest)) }

  private func sections(of objects: [Object]) -> [Section] {
    guard let sectionNameKeyPath else { return [Section(name: "", objects: objects)] }
    var sections: [(name: String, objects: [Object])] = []
    for object in objects {
      let name = object.value(forKeyPath: sectionNameKeyPath).map { "\($0)" } ?? ""
      if sections.last?.name == name {
        sections[sections.count - 1].objects.append(object)
      } else {
        sections.append((name, [object]))
      }
    }
    return sections.map { Section(name: $0.name, objects: $0.objects) }
  }

  private func contextDidChange(_ notification: ContextNotification) {
    let touched = notification.insertedObjects.union(notification.updatedObjects)
      .union(notification.deletedObjects).union(notification.refreshedObjects)
    guard let entity = managedObjectContext.entity(named: fetchRequest.entityName),
      touched.contains(where: { $0.entity.isKind(of: entity) })
    else { return }
    let old = sections
    do {
      sections = try fetchSections()
    } catch {
      // Nobody can be told here but who saves next; the result stays as it was.
      managedObjectContext.faults.noteFailure(error)
      return
    }
    let new = sections
    let updated = notification.updatedObjects.union(notification.refreshedObjects)
    let changes = FetchedResultsController.changes(from: old, to: new, updated: updated)
    if changes.isEmpty { return }
    onChange?(changes)
    if let onMainActorChange { onMainActor(changes, onMainActorChange) }
    if let delegate { tell(delegate, changes, old: old, updated: updated) }
  }

  // MARK: Telling

  /// The result as IDs.
  public var snapshot: FetchedResultsSnapshot { snapshot(reloading: []) }

  private func snapshot(reloading reloaded: [ManagedObjectID]) -> FetchedResultsSnapshot {
    FetchedResultsSnapshot(
      sections: sections.map { .init(name: $0.name, itemIdentifiers: $0.objects.map(\.objectID)) },
      reloadedItemIdentifiers: reloaded
    )
  }

  private func tell(
    _ delegate: some FetchedResultsControllerDelegate<Object>,
    _ changes: [Change],
    old: [Section],
    updated: Set<ManagedObject>
  ) {
    let oldPlaces = FetchedResultsController.places(in: old)
    delegate.controllerWillChangeContent(self)
    for change in changes {
      switch change {
      case .insertSection(let index):
        delegate.controller(self, didChange: sections[index], atSectionIndex: index, for: .insert)
      case .deleteSection(let index):
        delegate.controller(self, didChange: old[index], atSectionIndex: index, for: .delete)
      case .insert(let object, let place):
        delegate.controller(self, didChange: object, at: nil, for: .insert, newIndexPath: place)
      case .delete(let object, let place):
        delegate.controller(self, didChange: object, at: place, for: .delete, newIndexPath: nil)
      case .move(let object, let from, let place):
        delegate.controller(self, didChange: object, at: from, for: .move, newIndexPath: place)
      case .update(let object, let place):
        let from = oldPlaces[ObjectIdentifier(object)]
        delegate.controller(self, didChange: object, at: from, for: .update, newIndexPath: place)
      }
    }
    delegate.controllerDidChangeContent(self)
    let reloaded = fetchedObjects.filter { updated.contains($0) && oldPlaces[ObjectIdentifier($0)] != nil }
    delegate.controller(self, didChangeContentWith: snapshot(reloading: reloaded.map(\.objectID)))
    if sectionNameKeyPath == nil {
      let identifiers = old.flatMap { $0.objects.map(\.objectID) }
      let difference = snapshot.itemIdentifiers.difference(from: identifiers).inferringMoves()
      delegate.controller(self, didChangeContentWith: difference)
    }
  }

  /// What leads from one result to another.
  private static func changes(from old: [Section], to new: [Section], updated: Set<ManagedObject>) -> [Change] {
    var changes: [Change] = []
    let steadyNames = steadySections(from: old, to: new)
    for (index, section) in old.enumerated() where !steadyNames.contains(section.name) {
      changes.append(.deleteSection(index))
    }
    for (index, section) in new.enumerated() where !steadyNames.contains(section.name) {
      changes.append(.insertSection(index))
    }
    let oldPlaces = places(in: old)
    let newPlaces = places(in: new)
    for (section, content) in old.enumerated() {
      for (item, object) in content.objects.enumerated() where newPlaces[ObjectIdentifier(object)] == nil {
        changes.append(.delete(object, at: IndexPath(section: section, item: item)))
      }
    }
    // An object has moved when it changed sections, or passed others that stayed.
    let stayed = steadyObjects(from: old, to: new.filter { steadyNames.contains($0.name) }, updated: updated)
    for (section, content) in new.enumerated() {
      for (item, object) in content.objects.enumerated() {
        let key = ObjectIdentifier(object)
        let place = IndexPath(section: section, item: item)
        guard let origin = oldPlaces[key] else {
          changes.append(.insert(object, at: place))
          continue
        }
        if !stayed.contains(key) {
          changes.append(.move(object, from: origin, to: place))
        } else if updated.contains(object) {
          changes.append(.update(object, at: place))
        }
      }
    }
    return changes
  }

  private static func places(in sections: [Section]) -> [ObjectIdentifier: IndexPath] {
    var places: [ObjectIdentifier: IndexPath] = [:]
    for (section, content) in sections.enumerated() {
      for (item, object) in content.objects.enumerated() {
        places[ObjectIdentifier(object)] = IndexPath(section: section, item: item)
      }
    }
    return places
  }

  /// The names of the sections that kept their order among themselves: those that have passed others go and come.
  private static func steadySections(from old: [Section], to new: [Section]) -> Set<String> {
    let oldPlaces = Dictionary(zip(old.map(\.name), old.indices), uniquingKeysWith: { first, _ in first })
    var seen: Set<String> = []
    let kept = new.filter { oldPlaces[$0.name] != nil && seen.insert($0.name).inserted }
    let run = HeaviestIncreasingRun.indices(
      in: kept.compactMap { oldPlaces[$0.name] },
      weights: kept.map { $0.objects.count }
    )
    return Set(run.map { kept[$0].name })
  }

  /// The objects that kept their section and their order among themselves: as many as can be of those that have not changed, then of the others.
  ///
  /// - Complexity: O(*n* log *n*).
  private static func steadyObjects(
    from old: [Section],
    to new: [Section],
    updated: Set<ManagedObject>
  ) -> Set<ObjectIdentifier> {
    var oldPlaces: [ObjectIdentifier: (name: String, item: Int)] = [:]
    for section in old {
      for (item, object) in section.objects.enumerated() { oldPlaces[ObjectIdentifier(object)] = (section.name, item) }
    }
    var steady: Set<ObjectIdentifier> = []
    for section in new {
      let kept = section.objects.compactMap { object -> (object: Object, item: Int)? in
        guard let place = oldPlaces[ObjectIdentifier(object)], place.name == section.name else { return nil }
        return (object, place.item)
      }
      let weights = kept.map { updated.contains($0.object) ? 1 : kept.count + 1 }
      for index in HeaviestIncreasingRun.indices(in: kept.map(\.item), weights: weights) {
        steady.insert(ObjectIdentifier(kept[index].object))
      }
    }
    return steady
  }
}

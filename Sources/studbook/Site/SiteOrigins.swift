import Desk
import Findings
import ImportPipeline
import ManagedObjects
import ObjectModel
import ReferenceSite

/// Where the values of a release's objects come from, as pages say it: the sources are read again by the recipe.
struct SiteOrigins {
  private let session: RecipeSession
  private let graph: ImportedGraph
  /// The most places that are named for one property.
  private static let mostPlaces = 5

  /// Imports the sources once more.
  ///
  /// - Parameter file: The release's file; its manifest has to be about the sources as they are now, if there is one.
  /// - Throws: As an import does; `CommandFailure` if sources have changed.
  init(_ session: RecipeSession, releaseOf file: String, _ printer: CommandOutput) throws {
    self.session = session
    if let changed = try session.inputsChanged(sinceReleaseOf: file) {
      guard changed.isEmpty else {
        throw CommandFailure(
          "\(changed.joined(separator: ", ")) \(changed.count == 1 ? "has" : "have") changed since \(file) was built, so that places in the sources would be wrong; "
            + "build again, or leave out --recipe"
        )
      }
    } else {
      printer.diagnostic(
        "studbook: there is no manifest beside \(file), so nobody knows whether the sources have changed since it was built"
      )
    }
    // In a file, where values are as exact as in the release.
    graph = try ImportedGraph(session.plan, memoryLimit: -1)
    try session.requireUnchangedInputs()
  }

  /// The places of all values of the release's objects. An object that the sources do not make as it is in the release has none.
  ///
  /// - Throws: The stores' errors; the reader's when a source cannot be read any more.
  func places(
    in store: any PersistentStore,
    _ model: ManagedObjectModel
  ) throws -> [ManagedObjectID: [SiteWriter.Fact]] {
    try graph.read { context in
      var places: [ManagedObjectID: [SiteWriter.Fact]] = [:]
      for entity in model.entities where !entity.isAbstract {
        guard let own = session.model.entitiesByName[entity.name], !own.isAbstract else { continue }
        let pairs = try matches(of: entity, in: store, own, context)
        let traces = pairs.map { graph.log.traces(of: $0.object, plan: session.plan, mostMembers: Self.mostPlaces) }
        for (pair, provenance) in zip(pairs, try ObjectProvenance.all(traces, plan: session.plan)) {
          places[pair.identifier] = provenance.properties.flatMap(Self.facts)
        }
        context.reset()
      }
      return places
    }
  }

  /// The objects of the release with those of the sources: those of the same number, unless a release before has given them others, with the same values.
  private func matches(
    of entity: EntityDescription,
    in store: any PersistentStore,
    _ own: EntityDescription,
    _ context: ManagedObjectContext
  ) throws -> [(identifier: ManagedObjectID, object: ManagedObject)] {
    let compared = own.layout.attributes.filter { !$0.isTransient && !($0 is DerivedAttributeDescription) }.map(\.name)
    // The model that a store carries may have its properties in another order.
    func slots(in layout: EntityLayout) -> [Int] {
      compared.compactMap { name in
        if case .attribute(let slot)? = layout.slot(named: name) { slot } else { nil }
      }
    }
    let (ownSlots, releaseSlots) = (slots(in: own.layout), slots(in: entity.layout))
    guard ownSlots.count == releaseSlots.count else { return [] }
    func hash(_ row: borrowing StoreRow, _ slots: [Int]) -> Int {
      var hasher = Hasher()
      for slot in slots { hasher.combine(row.attributes[slot]) }
      return hasher.finalize()
    }
    var byHash: [Int: [ManagedObjectID]] = [:]
    var fetch = StoreFetch(entity: own)
    fetch.includesSubentities = false
    guard let imported = context.persistentStoreCoordinator.persistentStores.first else { return [] }
    try imported.forEachRow(for: fetch) { row in
      byHash[hash(row, ownSlots), default: []].append(row.objectID)
      return true
    }
    var pairs: [(identifier: ManagedObjectID, object: ManagedObject)] = []
    fetch = StoreFetch(entity: entity)
    fetch.includesSubentities = false
    try store.forEachRow(for: fetch) { row in
      guard let candidates = byHash[hash(row, releaseSlots)] else { return true }
      let same = candidates.first { $0.reference == row.objectID.reference }
      if let found = same ?? (candidates.count == 1 ? candidates[0] : nil) {
        pairs.append((row.objectID, context.object(with: found)))
      }
      return true
    }
    return pairs
  }

  // MARK: Words

  /// What a page says of a property: a line for each place.
  private static func facts(_ property: ObjectProvenance.Property) -> [SiteWriter.Fact] {
    if let remark = property.remark {
      // What nobody gives a value to is not on the page either.
      return remark.hasPrefix("no record") || remark.hasPrefix("transient") || remark.hasPrefix("fetched")
        ? [] : [SiteWriter.Fact(property: property.name, place: "", text: "", remark: remark)]
    }
    return property.origins.prefix(mostPlaces).flatMap { origin in
      var remarks = origin.steps
      if let other = origin.other, !other.isEmpty { remarks.insert("the record of \(other)", at: 0) }
      let remark = remarks.joined(separator: "; ")
      func fact(_ place: String, _ text: String) -> SiteWriter.Fact {
        SiteWriter.Fact(property: property.name, place: place, text: text, remark: remark)
      }
      if let constant = origin.constant { return [fact("the recipe", constant)] }
      if origin.fields.isEmpty { return origin.record.map { [fact(place($0.position), "")] } ?? [] }
      return origin.fields.map { field in
        fact("\(place(field.position)), \(field.name)", field.text.map { Finding.shortened($0) } ?? "")
      }
    }
  }

  private static func place(_ position: SourcePosition) -> String { "\(position.file):\(position.line)" }
}

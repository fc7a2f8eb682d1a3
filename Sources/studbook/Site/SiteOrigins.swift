import Desk
import Findings
import ImportPipeline
import ManagedObjects
import ObjectModel
import ReferenceExport
import ReferenceSite

/// Where the values of a release's objects come from, as pages say it: the sources are read again by the recipe.
struct SiteOrigins {
  private let session: RecipeSession
  private let graph: ImportedGraph
  /// Whether the release's objects have the numbers that an import of the sources alone gives them.
  private let hasOwnNumbers: Bool
  /// The most places that are named for one property.
  private static let mostPlaces = 5
  /// How many relationships are followed, one behind the other, to tell objects apart.
  private static let mostSteps = 10

  /// Imports the sources once more.
  ///
  /// - Parameter file: The release's file; its manifest has to be about the sources as they are now, if there is one.
  /// - Throws: As an import does; `CommandFailure` if sources have changed.
  init(_ session: RecipeSession, releaseOf file: String, _ printer: CommandOutput) throws {
    self.session = session
    hasOwnNumbers = try ReleaseManifest.beside(file).map { $0.previous == nil } ?? false
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

  /// The places of all values of the release's objects. An object that the sources do not make as it is in the release has none, and neither has one that
  /// nothing tells from others.
  ///
  /// - Throws: The stores' errors; the reader's when a source cannot be read any more.
  func places(
    in store: any PersistentStore,
    _ model: ManagedObjectModel
  ) throws -> [ManagedObjectID: [SiteWriter.Fact]] {
    try graph.read { context in
      var places: [ManagedObjectID: [SiteWriter.Fact]] = [:]
      guard let imported = context.persistentStoreCoordinator.persistentStores.first else { return places }
      for pairs in try matches(in: store, model, imported) {
        let traces = pairs.map {
          graph.log.traces(of: context.object(with: $0.own), plan: session.plan, mostMembers: Self.mostPlaces)
        }
        for (pair, provenance) in zip(pairs, try ObjectProvenance.all(traces, plan: session.plan)) {
          places[pair.identifier] = provenance.properties.flatMap(Self.facts)
        }
        context.reset()
      }
      return places
    }
  }

  /// The objects of the release with those of the sources, entity by entity: those that are alike, if no others are, or the numbers tell which is which.
  private func matches(
    in store: any PersistentStore,
    _ model: ManagedObjectModel,
    _ imported: any PersistentStore
  ) throws -> [[(identifier: ManagedObjectID, own: ManagedObjectID)]] {
    var readings: [(release: ObjectLikeness.Reading, own: ObjectLikeness.Reading)] = []
    for entity in model.entities where !entity.isAbstract {
      guard let own = session.model.entitiesByName[entity.name], !own.isAbstract else { continue }
      let attributes = own.layout.attributes.filter { !$0.isTransient && !($0 is DerivedAttributeDescription) }
      let names = (attributes.map(\.name), own.layout.toOneRelationships.filter { !$0.isTransient }.map(\.name))
      guard let reading = ObjectLikeness.Reading(entity, attributes: names.0, toOne: names.1),
        let ownReading = ObjectLikeness.Reading(own, attributes: names.0, toOne: names.1)
      else { continue }
      readings.append((reading, ownReading))
    }
    var release = try ObjectLikeness(of: store, readings.map(\.release))
    var own = try ObjectLikeness(of: imported, readings.map(\.own))
    // Relationships may lead far before they tell more objects apart.
    for _ in 0..<Self.mostSteps {
      let count = own.distinctCount
      release.followRelationships()
      own.followRelationships()
      if own.distinctCount == count { break }
    }
    let alike = own.objectsByHash
    return release.objects.map { objects in
      objects.compactMap { object in
        guard let candidates = release.hashes[object.identifier].flatMap({ alike[$0] }) else { return nil }
        let same = hasOwnNumbers ? candidates.first { $0.reference == object.identifier.reference } : nil
        guard let found = same ?? (candidates.count == 1 ? candidates[0] : nil) else { return nil }
        return (object.identifier, found)
      }
    }
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

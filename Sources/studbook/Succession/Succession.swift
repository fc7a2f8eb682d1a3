import Digests
import ImportPipeline
import ManagedObjects
import ObjectModel
import SQLiteStore
import StoreComparison

/// How a build follows the release before: which keys its objects get, and which UUID its store.
struct Succession {
  let previous: PreviousRelease
  let keys: ObjectKeys
  private let model: ManagedObjectModel
  private let isLasting: Bool

  init(_ previous: PreviousRelease, _ session: RecipeSession) {
    self.previous = previous
    model = session.model
    keys = ObjectKeys(
      suggested: session.plan.keyNames,
      matched: session.plan.matchNames,
      renamed: session.plan.renamed
    )
    isLasting = session.recipe.succession.storeIdentifier == .lasting
  }

  /// Throws if the two models cannot be compared, before anything is read of the sources.
  func requireComparableModels() throws {
    let old = previous.opened
    guard model.entities.contains(where: { old.model.predecessor(of: $0) != nil }) else {
      throw CommandFailure("\(previous.path) is a store of another model: none of its entities is in this one")
    }
    // What it is given has to be read from the new store later on; the plan needs the models only.
    _ = try StoreComparison(
      from: ComparedStore(model: old.model, store: old.store),
      to: ComparedStore(model: model, store: old.store),
      keys: keys
    )
  }

  /// The UUID of the new store, unless its objects get other keys than the inputs alone would give them.
  func identifier(_ ofInputs: String) -> String { isLasting ? previous.identifier : ofInputs }

  /// What the keys of the new store's objects become.
  struct Outcome {
    /// `nil` if all objects have their keys already.
    let renumbering: (keys: KeyRenumbering, identifier: String)?
    let kept: Int
    let added: Int
    let removed: Int
  }

  /// Matches the objects of a store that was just filled with those of the release before.
  ///
  /// - Parameter identifier: The store's UUID, if its objects keep the keys that they have.
  /// - Throws: `StoreComparisonError`, the stores' errors.
  /// - Complexity: O(*n* log *n*) in the objects; 60 bytes are kept for each.
  func outcome(forStoreAt path: String, identifier: String) throws -> Outcome {
    var options = SQLiteStoreOptions()
    options.isReadOnly = true
    options.checksVersionHashes = false
    let store = try SQLiteStore.open(at: path, model: model, options: options)
    // It was only read.
    defer { try? store.close() }
    let entities = try StoreComparison(
      from: ComparedStore(model: previous.opened.model, store: previous.opened.store),
      to: ComparedStore(model: model, store: store),
      keys: keys
    ).correspondence()
    var reserved: [(entity: EntityDescription, key: Int64)] = []
    for entity in entities {
      guard let former = entity.former else { continue }
      reserved.append((entity.entity, try previous.lastKey(of: former)))
    }
    let renumbering = try KeyRenumbering(
      store,
      objects: entities.map { ($0.entity, $0.references) },
      reserved: reserved
    )
    let kept = entities.reduce(0) { $0 + $1.references.count { $0.old != nil } }
    return Outcome(
      renumbering: renumbering.isIdentity ? nil : (renumbering, self.identifier(identifier, renumbering)),
      kept: kept,
      added: entities.reduce(0) { $0 + $1.references.count } - kept,
      removed: entities.reduce(0) { $0 + $1.formerCount } - kept
    )
  }

  /// Objects with other keys are other objects to an app, so that an edition that differs in nothing else is another store, too.
  private func identifier(_ identifier: String, _ renumbering: KeyRenumbering) -> String {
    guard !isLasting else { return identifier }
    var hasher = SHA2Hasher()
    hasher.update(identifier.utf8)
    renumbering.withBytes { hasher.update($0) }
    return hasher.finalize().uuid
  }
}

internal import ObjectModel

extension ManagedObjectContext {
  /// Which state of the stores this context reads: `nil` for the newest at every read, `QueryGenerationToken.current` between asking for a
  /// generation and the first read, then the token of that generation. A child context reads what its parent does and has none.
  public var queryGenerationToken: QueryGenerationToken? { generation }

  /// Chooses the state of the stores that this context reads from now on.
  ///
  /// With `QueryGenerationToken.current` the context stays with the state that its next read finds, whatever others save, until it saves, merges
  /// changes, is reset, or this method is called again. With another context's token it reads what that one does. With `nil`, every read finds the
  /// newest state. Objects that the context has keep their values until they are refreshed.
  ///
  /// A SQLite store keeps generations in WAL mode. A context over other stores reads their newest state, as without a generation.
  ///
  /// - Throws: `PersistentStoreError.invalidRequest` for a child context.
  public func setQueryGeneration(from token: QueryGenerationToken?) throws {
    assertConfinement()
    guard parent == nil else {
      throw PersistentStoreError.invalidRequest(
        "A child context reads what its parent reads and has no query generation."
      )
    }
    generation = token
  }

  /// Goes on to the newest state at the next read, if the context is pinned: after a save, a merge or a reset.
  func advanceQueryGeneration() {
    if generation != nil { generation = .current }
  }

  /// The token to read by; `nil` when the context is not pinned, or none of its stores can be.
  ///
  /// - Throws: The store's error.
  private func generationToRead() throws -> QueryGenerationToken? {
    guard generation == .current else { return generation }
    let coordinator = persistentStoreCoordinator
    let token = try QueryGenerationToken(stores: coordinator.persistentStores, lock: coordinator.lock)
    generation = token.isPinned ? token : nil
    return generation
  }

  /// What this context reads `stores` through. Stores that were added after the context's generation are left out.
  ///
  /// - Throws: The store's error.
  func readers(of stores: [any PersistentStore]) throws -> [any PersistentStore] {
    guard generation != nil, let token = try generationToRead() else { return stores }
    return stores.compactMap { token.readers[$0.number] }
  }

  /// What this context reads the store with this number through; `nil` if it cannot.
  ///
  /// - Throws: The store's error.
  func reader(ofStore number: UInt32) throws -> (any PersistentStore)? {
    guard let store = persistentStoreCoordinator.store(number: number) else { return nil }
    return try readers(of: [store]).first
  }
}

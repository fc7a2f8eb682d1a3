extension ManagedObjectContext {
  /// Which state of the stores this context reads: `nil` for the newest at every read, `QueryGenerationToken.current` between asking for a
  /// generation and the first read, then the token of that generation. A child context reads what its parent does and has none.
  public var queryGenerationToken: QueryGenerationToken? { storeReader.generation }

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
    storeReader.pin(to: token)
  }
}

internal import Dispatch
internal import ObjectModel
internal import PredicateLanguage

extension ManagedObjectContext {
  /// Starts a fetch that reads its rows on another thread; the objects are made on the context's queue, where unsaved changes are worked
  /// in and the request's completion block runs.
  ///
  /// A context without a queue of its own has ended the fetch when this returns.
  ///
  /// - Throws: `PersistentStoreError.unknownEntity`; `FetchKeyError` for keys that the entity does not have; what fails later stands in the result.
  @discardableResult
  public func execute<Object: ManagedObject>(
    _ request: AsynchronousFetchRequest<Object>
  ) throws -> AsynchronousFetchResult<Object> {
    let fetch = try StoreFetch(
      request.fetchRequest.contents,
      entity: try fetchedEntity(request.fetchRequest.entityName)
    )
    let options = FetchOptions(request.fetchRequest.contents)
    return try start(request, fetch) { (reading) throws -> [StoreRow]? in
      // A child reads its parent's objects, and faults that are read in batches need only their IDs: both on the context's queue.
      if self.parent != nil || options.batchSize > 0 || !options.includesPropertyValues { return nil }
      return try reading.rows()
    } finish: { rows in
      let objects = try FetchOperation(fetch, options: options, in: self).objects(of: rows)
      return objects.compactMap { $0 as? Object }
    }
  }

  /// Starts a fetch of IDs, as for objects.
  @discardableResult
  public func execute(
    _ request: AsynchronousFetchRequest<ManagedObjectID>
  ) throws -> AsynchronousFetchResult<ManagedObjectID> {
    let fetch = try StoreFetch(
      request.fetchRequest.contents,
      entity: try fetchedEntity(request.fetchRequest.entityName)
    )
    let options = FetchOptions(request.fetchRequest.contents)
    return try start(request, fetch) { (reading) throws -> [StoreRow]? in
      self.parent == nil ? try reading.rows() : nil
    } finish: { rows in
      guard let rows, !FetchOperation(fetch, options: options, in: self).isDirty else {
        return try self.fetch(request.fetchRequest)
      }
      return rows.map(\.objectID)
    }
  }

  /// Starts a fetch of rows of named values, as for objects; unsaved changes do not count.
  @discardableResult
  public func execute(
    _ request: AsynchronousFetchRequest<FetchedDictionary>
  ) throws -> AsynchronousFetchResult<FetchedDictionary> {
    let entity = try fetchedEntity(request.fetchRequest.entityName)
    let fetch = try StoreFetch(request.fetchRequest.contents, entity: entity)
    return try start(request, fetch) { (reading) throws -> [FetchedDictionary]? in
      try RowFetch(request.fetchRequest, entity: entity, reading: reading).rows()
    } finish: {
      $0 ?? []
    }
  }

  // MARK: Awaiting

  /// The IDs that a fetch selects, read on another thread. Cancelling the task cancels the fetch.
  ///
  /// - Throws: `CancellationError`; `PersistentStoreError`; the store's error.
  public func results(of request: AsynchronousFetchRequest<ManagedObjectID>) async throws -> [ManagedObjectID] {
    try await awaiting(request) {
      try $0.execute($1)
    } map: {
      $0
    }
  }

  /// The rows of named values that a fetch selects, read on another thread. Cancelling the task cancels the fetch.
  ///
  /// - Throws: `CancellationError`; `PersistentStoreError`; the store's error.
  public func results(
    of request: AsynchronousFetchRequest<FetchedDictionary>
  ) async throws -> [FetchedDictionary] {
    try await awaiting(request) {
      try $0.execute($1)
    } map: {
      $0
    }
  }

  /// What `body` makes of the objects that a fetch selects; it runs on the context's queue, which the objects do not leave. Cancelling the
  /// task cancels the fetch.
  ///
  /// - Throws: `CancellationError`; `PersistentStoreError`; the store's error; what `body` throws.
  public func results<Object: ManagedObject, Value: Sendable>(
    of request: AsynchronousFetchRequest<Object>,
    _ body: @escaping @Sendable ([Object]) throws -> Value
  ) async throws -> Value {
    try await awaiting(request) {
      try $0.execute($1)
    } map: {
      try body($0)
    }
  }

  private func awaiting<Result, Value: Sendable>(
    _ request: AsynchronousFetchRequest<Result>,
    _ execute:
      @escaping @Sendable (ManagedObjectContext, AsynchronousFetchRequest<Result>) throws ->
      AsynchronousFetchResult<Result>,
    map: @escaping @Sendable ([Result]) throws -> Value
  ) async throws -> Value {
    let cancellation = FetchCancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        var request = request
        let completion = request.completionBlock
        request.completionBlock = { result in
          completion?(result)
          continuation.resume(
            with: Swift.Result {
              if let error = result.operationError { throw error }
              return try map(result.finalResult ?? [])
            }
          )
        }
        let sendable = UncheckedSendable(request)
        perform {
          do {
            cancellation.attach(try execute(self, sendable.value).progress)
          } catch {
            continuation.resume(throwing: error)
          }
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  // MARK: Carrying out

  /// - Parameters:
  ///   - read: Runs on another thread.
  ///   - finish: Runs on the context's queue with what was read.
  private func start<Result, Read>(
    _ request: AsynchronousFetchRequest<Result>,
    _ fetch: StoreFetch,
    read: @escaping (FetchReading) throws -> Read?,
    finish: @escaping (Read?) throws -> [Result]
  ) throws -> AsynchronousFetchResult<Result> {
    assertConfinement()
    settleEvent()
    let progress = FetchProgress(estimatedCount: request.estimatedResultCount, onUpdate: request.progressHandler)
    let result = AsynchronousFetchResult<Result>(progress: progress)
    let reading = FetchReading(
      coordinator: persistentStoreCoordinator,
      stores: try FetchOperation(fetch, options: FetchOptions(request.fetchRequest.contents), in: self).stores(),
      fetch: fetch,
      progress: progress
    )
    // What the closures hold is used by one thread after the other, never by two at once.
    let work = UncheckedSendable((read: read, finish: finish, request: request, reading: reading))
    let end: @Sendable (UncheckedSendable<Swift.Result<Read?, any Error>>) -> Void = { outcome in
      result.end(
        with: Swift.Result {
          let results = try work.value.finish(try outcome.value.get())
          try progress.finish(count: results.count)
          return results
        }
      )
      work.value.request.completionBlock?(result)
    }
    guard concurrencyType != .confinement else {
      end(UncheckedSendable(Swift.Result { try read(reading) }))
      return result
    }
    DispatchQueue.global(qos: .userInitiated).async {
      let outcome = UncheckedSendable(Swift.Result { try work.value.read(work.value.reading) })
      self.perform { end(outcome) }
    }
    return result
  }
}

/// A value that one thread hands to another.
///
/// `@unchecked Sendable`: whoever makes one does not touch the value any more.
private struct UncheckedSendable<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

internal import Synchronization

/// A fetch that reads on another thread and hands its results over when it has them: Core Data's `NSAsynchronousFetchRequest`.
///
/// ```swift
/// let background = ManagedObjectContext(.privateQueue, persistentStoreCoordinator: coordinator)
/// let request = AsynchronousFetchRequest(fetchRequest: FetchRequest<ManagedObject>(entityName: "Breed"))
/// let names = try await background.results(of: request) { breeds in
///   breeds.compactMap { $0.value(forKey: "name") as? String }
/// }
/// ```
///
/// `ManagedObjectContext.execute` starts it; `ManagedObjectContext.results(of:)` awaits it.
public struct AsynchronousFetchRequest<Result: FetchRequestResult> {
  /// What is fetched.
  public var fetchRequest: FetchRequest<Result>
  /// How many results the caller expects, for `FetchProgress.totalUnitCount`; 0 if nobody knows.
  public var estimatedResultCount = 0
  /// Called on the reading thread now and then, for whoever shows the progress.
  public var progressHandler: (@Sendable (FetchProgress) -> Void)?
  /// Called on the context's queue when the fetch has ended, has failed or was cancelled.
  public var completionBlock: (@Sendable (AsynchronousFetchResult<Result>) -> Void)?

  /// Makes a request that tells `completionBlock` about its end.
  public init(
    fetchRequest: FetchRequest<Result>,
    completionBlock: (@Sendable (AsynchronousFetchResult<Result>) -> Void)? = nil
  ) {
    self.fetchRequest = fetchRequest
    self.completionBlock = completionBlock
  }
}

/// What an asynchronous fetch came to: Core Data's `NSAsynchronousFetchResult`.
///
/// ```swift
/// let all = FetchRequest<ManagedObjectID>(entityName: "Breed")
/// var request = AsynchronousFetchRequest(fetchRequest: all) { (result: AsynchronousFetchResult) in
///   continuation.yield(result.finalResult?.count ?? 0)
///   continuation.finish()
/// }
/// request.progressHandler = { (progress: FetchProgress) in
///   if progress.completedUnitCount > 1_000_000 { progress.cancel() }
/// }
/// let running = try background.performAndWait { try background.execute(request) }
/// ```
public final class AsynchronousFetchResult<Result: FetchRequestResult>: Sendable {
  /// How far the fetch has come; cancels it.
  public let progress: FetchProgress
  private let outcome = Mutex<Outcome>(Outcome(result: nil))

  // `@unchecked`: it may hold objects of the context; it is handed from the reading thread to the context's queue once, under the lock, and used there only.
  private struct Outcome: @unchecked Sendable {
    var result: Swift.Result<[Result], any Error>?
  }

  init(progress: FetchProgress) { self.progress = progress }

  /// The results in the request's order; `nil` before the end, and after a failure or cancellation. Objects are the context's own, to be
  /// used on its queue.
  public var finalResult: [Result]? { try? outcome.withLock(\.result)?.get() }

  /// Why there are no results: the store's error, or `CancellationError`; `nil` before the end and after success.
  public var operationError: (any Error)? {
    guard case .failure(let error)? = outcome.withLock(\.result) else { return nil }
    return error
  }

  /// Ends the fetch early, as `progress.cancel()` does.
  public func cancel() { progress.cancel() }

  func end(with result: Swift.Result<[Result], any Error>) {
    let result = Outcome(result: result)
    outcome.withLock { $0 = result }
  }
}

import ManagedObjects
import ObjectModel
import PredicateLanguage
import StoreConformance
import Synchronization
import Testing

@Suite struct AsynchronousFetchTests {
  private func context(
    of type: ManagedObjectContext.ConcurrencyType,
    breeds count: Int = 3_000
  ) throws -> ManagedObjectContext {
    let stack = try ConformanceStack.inMemory()
    let writer = stack.context()
    for number in 0..<count { try writer.make("Breed", ["name": "Breed \(number)", "popularity": number % 10]) }
    try writer.save()
    return ManagedObjectContext(type, persistentStoreCoordinator: stack.coordinator)
  }

  private func request(_ format: String = "popularity < 3") throws -> FetchRequest<ManagedObject> {
    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    request.predicate = try ObjectPredicate(format: format)
    request.sortDescriptors = [SortKey("popularity"), SortKey("name")]
    return request
  }

  @Test func theCompletionBlockGetsTheObjectsOnTheContextsQueue() async throws {
    let context = try context(of: .privateQueue)
    let names: [String] = try await withCheckedThrowingContinuation { continuation in
      context.perform {
        do {
          let request = AsynchronousFetchRequest(fetchRequest: try request()) { result in
            let names = (result.finalResult ?? []).prefix(2).compactMap { $0.text("name") }
            continuation.resume(returning: names)
          }
          try context.execute(request)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
    #expect(names == ["Breed 0", "Breed 10"])
  }

  @Test func awaitedObjectsAreWorkedOnInsideTheContext() async throws {
    let context = try context(of: .privateQueue)
    let sum = try await context.results(of: AsynchronousFetchRequest(fetchRequest: request())) { breeds in
      breeds.reduce(0) { $0 + ($1.number("popularity") ?? 0) }
    }
    #expect(sum == 900)
  }

  @Test func awaitedIdentifiersAndRowsNeedNoQueue() async throws {
    let context = try context(of: .privateQueue)
    var identifiers = FetchRequest<ManagedObjectID>(entityName: "Breed")
    identifiers.predicate = try ObjectPredicate(format: "popularity == 4")
    #expect(try await context.results(of: AsynchronousFetchRequest(fetchRequest: identifiers)).count == 300)
    var rows = FetchRequest<FetchedDictionary>(entityName: "Breed")
    rows.propertiesToFetch = [.expression(name: "most", try ObjectExpression(format: "max:(popularity)"))]
    let found = try await context.results(of: AsynchronousFetchRequest(fetchRequest: rows))
    #expect(found.map { $0["most"]?.anyValue as? Int } == [9])
  }

  @Test func unsavedChangesAreWorkedInWhenTheRowsHaveBeenRead() async throws {
    let context = try context(of: .privateQueue)
    try await context.perform {
      try context.make("Breed", ["name": "Zwergpinscher", "popularity": 2])
      for breed in try context.fetch(request("popularity == 0")) { context.delete(breed) }
    }
    let count = try await context.results(of: AsynchronousFetchRequest(fetchRequest: request())) { $0.count }
    #expect(count == 601)
    var limited = try request()
    limited.fetchLimit = 1
    limited.fetchOffset = 600
    let last = try await context.results(of: AsynchronousFetchRequest(fetchRequest: limited)) { $0.first?.text("name") }
    #expect(last == "Zwergpinscher")
  }

  @Test func aContextWithoutQueueHasItsResultAtOnce() throws {
    let context = try context(of: .confinement, breeds: 20)
    var request = AsynchronousFetchRequest(fetchRequest: try request())
    request.estimatedResultCount = 50
    let result = try context.execute(request)
    #expect(result.finalResult?.count == 6 && result.operationError == nil)
    #expect(result.progress.isFinished && result.progress.totalUnitCount == 6 && result.progress.fractionCompleted == 1)
  }

  @Test func aCancelledFetchHasAnErrorAndNoResult() throws {
    let context = try context(of: .confinement)
    var request = AsynchronousFetchRequest(fetchRequest: try request("popularity < 10"))
    request.estimatedResultCount = 4_096
    let fractions = Mutex<[Double]>([])
    request.progressHandler = { progress in
      fractions.withLock { $0.append(progress.fractionCompleted) }
      if progress.completedUnitCount >= 2_048 { progress.cancel() }
    }
    let result = try context.execute(request)
    #expect(result.finalResult == nil && result.operationError is CancellationError)
    #expect(result.progress.isCancelled && !result.progress.isFinished)
    #expect(fractions.withLock(\.self) == [0.25, 0.5])
  }

  @Test func cancellingTheTaskCancelsTheFetch() async throws {
    let context = try context(of: .privateQueue)
    let isOpen = Mutex(false)
    let task = Task {
      var request = AsynchronousFetchRequest(fetchRequest: FetchRequest<ManagedObjectID>(entityName: "Breed"))
      // The fetch waits at its first thousand until the task has been cancelled.
      request.progressHandler = { _ in while !isOpen.withLock(\.self) {} }
      return try await context.results(of: request).count
    }
    task.cancel()
    isOpen.withLock { $0 = true }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func anErrorOfTheStoreStandsInTheResult() throws {
    let context = try context(of: .confinement, breeds: 1)
    let result = try context.execute(AsynchronousFetchRequest(fetchRequest: request("ANY name == 'x'")))
    #expect(result.finalResult == nil && result.operationError is PredicateEvaluationError)
    #expect(throws: PersistentStoreError.unknownEntity("Cat")) {
      try context.execute(AsynchronousFetchRequest(fetchRequest: FetchRequest<ManagedObject>(entityName: "Cat")))
    }
  }
}

public import ManagedObjects
public import ObjectModel

/// One thing that every store has to do, told as a sentence.
///
/// The tests of a store run all of them: `@Test(arguments: StoreConformanceCase.all)`, and hand over how to make an empty store.
public struct StoreConformanceCase: Sendable, CustomStringConvertible {
  /// Makes an empty, writable store for a model, which is frozen already.
  public typealias StoreFactory = (ManagedObjectModel) throws -> any PersistentStore

  /// The behaviour, as a sentence.
  public let description: String
  let check: @Sendable (ConformanceStack) throws -> Void

  private let makeModel: @Sendable () -> ManagedObjectModel

  init(
    _ description: String,
    model makeModel: @escaping @Sendable () -> ManagedObjectModel = ConformanceModel.make,
    _ check: @escaping @Sendable (ConformanceStack) throws -> Void
  ) {
    self.description = description
    self.makeModel = makeModel
    self.check = check
  }

  /// Runs the case on a new store; failures are recorded as issues of the running test.
  public func run(makeStore: StoreFactory) throws {
    let model = makeModel()
    model.freeze()
    let stack = ConformanceStack(
      store: CountingStore(try makeStore(model)),
      coordinator: PersistentStoreCoordinator(managedObjectModel: model)
    )
    try stack.coordinator.addPersistentStore(stack.store)
    try check(stack)
    try stack.coordinator.remove(stack.store)
  }

  /// All cases.
  public static let all =
    savingCases + relationshipCases + linkCases + fetchingCases + requestCases + resultCases + predicateCases
    + conflictCases
    + policyCases + batchCases + derivationCases + keyCases + faultBatchCases + combinationCases + childCases
    + typedPredicateCases + givenUpCases
}

import ManagedObjects
import ObjectModel
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// Random changes of a graph over a SQLite store.
@Suite struct RandomGraphOverSQLiteTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func graph(_ seed: UInt64) throws -> RandomGraph {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: ConformanceModel.make())
    var options = SQLiteStoreOptions()
    options.synchronous = .off
    options.journalMode = .memory
    let store = CountingStore(
      try SQLiteStore.create(
        at: folder.file("\(seed).sqlite"),
        model: coordinator.managedObjectModel,
        options: options
      )
    )
    try coordinator.addPersistentStore(store)
    return try RandomGraph(seed: seed, stack: ConformanceStack(store: store, coordinator: coordinator))
  }

  @Test(arguments: 101...108) func bothEndsOfEveryRelationshipAgreeAndSavesAreRead(_ seed: UInt64) throws {
    try graph(seed).checkInversesAndSaves()
  }

  @Test(arguments: 201...206) func undoAndRedoLeadThroughTheSameStates(_ seed: UInt64) throws {
    try graph(seed).checkUndoAndRedo()
  }

  @Test(arguments: 301...308) func everyMixtureKeepsEndsIdentityAndStoreInOrder(_ seed: UInt64) throws {
    try graph(seed).checkEverythingMixed()
  }

  @Test(arguments: 401...406) func aChildsChangesReachTheStoreThroughItsParent(_ seed: UInt64) throws {
    try graph(seed).checkChildren()
  }
}

import StoreConformance
import Testing

/// Random changes of a graph over an in-memory store.
@Suite struct RandomGraphTests {
  private func graph(_ seed: UInt64) throws -> RandomGraph {
    try RandomGraph(seed: seed, stack: ConformanceStack.inMemory())
  }

  @Test(arguments: 1...40) func bothEndsOfEveryRelationshipAgreeAndSavesAreRead(_ seed: UInt64) throws {
    try graph(seed).checkInversesAndSaves()
  }

  @Test(arguments: 1...30) func undoAndRedoLeadThroughTheSameStates(_ seed: UInt64) throws {
    try graph(seed).checkUndoAndRedo()
  }

  @Test(arguments: 1...30) func rollbackLeadsBackToWhatIsStored(_ seed: UInt64) throws {
    try graph(seed).checkRollback()
  }

  @Test(arguments: 1...30) func aChildsChangesReachTheStoreThroughItsParent(_ seed: UInt64) throws {
    try graph(seed).checkChildren()
  }

  @Test(arguments: 1...40) func everyMixtureKeepsEndsIdentityAndStoreInOrder(_ seed: UInt64) throws {
    try graph(seed).checkEverythingMixed()
  }
}

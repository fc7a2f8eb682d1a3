import StoreConformance
import TestSupport
import Testing

/// Random changes of a graph over an in-memory store.
@Suite struct RandomGraphTests {
  private func graph(_ seed: UInt64) throws -> RandomGraph {
    try RandomGraph(seed: seed, stack: ConformanceStack.inMemory())
  }

  @Test(arguments: Seeds.range(1...20)) func bothEndsOfEveryRelationshipAgreeAndSavesAreRead(_ seed: UInt64) throws {
    try graph(seed).checkInversesAndSaves()
  }

  @Test(arguments: Seeds.range(1...15)) func undoAndRedoLeadThroughTheSameStates(_ seed: UInt64) throws {
    try graph(seed).checkUndoAndRedo()
  }

  @Test(arguments: Seeds.range(1...15)) func rollbackLeadsBackToWhatIsStored(_ seed: UInt64) throws {
    try graph(seed).checkRollback()
  }

  @Test(arguments: Seeds.range(1...15)) func aChildsChangesReachTheStoreThroughItsParent(_ seed: UInt64) throws {
    try graph(seed).checkChildren()
  }

  @Test(arguments: Seeds.range(1...20)) func everyMixtureKeepsEndsIdentityAndStoreInOrder(_ seed: UInt64) throws {
    try graph(seed).checkEverythingMixed()
  }
}

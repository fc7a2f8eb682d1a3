import ManagedObjects
import StoreConformance
import Testing

@Suite struct InMemoryStoreTests {
  @Test(arguments: StoreConformanceCase.all) func conforms(_ example: StoreConformanceCase) throws {
    try example.run { _ in InMemoryStore() }
  }
}

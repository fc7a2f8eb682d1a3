import AtomicStores
import ManagedObjects
import StoreConformance
import TestSupport
import Testing

struct AtomicStoreConformanceTests {
  @Test(arguments: StoreConformanceCase.all) func conformsInXML(_ example: StoreConformanceCase) throws {
    let folder = try TemporaryFolder()
    try example.run { try XMLStore.create(at: folder.file("Store.xml"), model: $0) }
  }

  @Test(arguments: StoreConformanceCase.all) func conformsInBinary(_ example: StoreConformanceCase) throws {
    let folder = try TemporaryFolder()
    try example.run { try BinaryStore.create(at: folder.file("Store.bin"), model: $0) }
  }
}

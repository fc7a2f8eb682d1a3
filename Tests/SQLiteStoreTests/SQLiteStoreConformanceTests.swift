import ManagedObjects
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

struct SQLiteStoreConformanceTests {
  @Test(arguments: StoreConformanceCase.all) func conforms(_ example: StoreConformanceCase) throws {
    let folder = try TemporaryFolder()
    var options = SQLiteStoreOptions()
    options.synchronous = .off
    try example.run { try SQLiteStore.create(at: folder.file("Store.sqlite"), model: $0, options: options) }
  }

  @Test(arguments: StoreConformanceCase.all) func conformsInTheLegacyEra(_ example: StoreConformanceCase) throws {
    let folder = try TemporaryFolder()
    var options = SQLiteStoreOptions()
    options.era = .legacy
    options.journalMode = .wal
    options.synchronous = .off
    try example.run { try SQLiteStore.create(at: folder.file("Store.sqlite"), model: $0, options: options) }
  }
}

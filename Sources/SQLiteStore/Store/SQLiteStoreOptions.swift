/// How a SQLite store is created or opened.
public struct SQLiteStoreOptions: Sendable {
  /// How SQLite keeps its journal.
  public enum JournalMode: String, Sendable, Hashable {
    case delete, wal, memory, off
  }

  /// How often the disk is asked to have written.
  public enum Synchronous: Int, Sendable, Hashable {
    case off = 0
    case normal = 1
    case full = 2
  }

  /// Which Core Data a new store is written for.
  public var era = StoreEra.modern
  /// The journal mode; a rollback journal by default, because a file that is shipped must not have a WAL beside it.
  public var journalMode = JournalMode.delete
  public var synchronous = Synchronous.full
  /// Whether a new store is filled as fast as possible, under a name that nobody reads yet: nothing is synced, the file is locked for this
  /// connection alone, and indexes, triggers and Core Data's own tables are made by `finishBulkLoading()`. A crash leaves a useless file.
  public var bulkLoading = false
  /// Whether saving is refused.
  public var isReadOnly = false
  /// Whether the file is opened on the promise that nobody changes it: without locks and side files, even in a read-only folder.
  /// Implies `isReadOnly`.
  public var isImmutable = false
  /// Whether opening compares the version hashes in the store with those of the model. Without the check a store opens whose tables have
  /// the columns that the model asks for.
  public var checksVersionHashes = true
  /// How many bytes a value of an attribute that allows external storage may have before it is kept in a file beside the store; `nil`
  /// keeps every value in the store.
  public var externalStorageThreshold: Int?
  /// Whether a new store carries its compiled model in `Z_MODELCACHE`, if its era has one. Core Data opens a store without it as well.
  public var writesModelCache = true
  /// The memory for cached pages, in bytes.
  public var cacheSize = 16 << 20

  /// Makes the default options: a modern store with a rollback journal, synced at every save.
  public init() {}
}

public import FoundationEssentials

/// How a SQLite store is created or opened.
///
/// ```swift
/// var options = SQLiteStoreOptions()
/// options.era = StoreEra.legacy  // what iOS 10 and macOS 10.12 wrote
/// options.journalMode = .delete
/// options.tracksHistory = false
/// let store = try SQLiteStore.create(at: path, model: model, options: options)
/// ```
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
  /// The journal mode to put the file into; `nil`, the default, leaves it as it is. A new file has a rollback journal, because a file that is
  /// shipped must not have a WAL beside it. A mode cannot be changed while others use the file.
  public var journalMode: JournalMode?
  /// How often the disk is asked to have written.
  public var synchronous = Synchronous.full
  /// Whether a new store is filled as fast as possible, under a name that nobody reads yet: nothing is synced, the file is locked for this
  /// connection alone, and indexes, triggers and Core Data's own tables are made by `finishBulkLoading()`. A crash leaves a useless file.
  public var bulkLoading = false
  /// Whether a new store records its history, as Core Data does with `NSPersistentHistoryTrackingKey`. A store that has a history goes on with it
  /// whatever the option says. Not while loading in bulk.
  public var tracksHistory = false
  /// Who stands in the store's history as the author of what is saved.
  public var transactionAuthor: String?
  /// What `now()` gives in derived attributes of the objects that are saved; `nil` for the clock. A build that is to give the same file each time sets it.
  public var savingTime: Date?
  /// Whether saving is refused. A store with a write-ahead log is then read as it stands when it is opened, from a private copy if there is
  /// something in the log, so that nothing beside it is made or changed.
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
  /// How many seconds to wait for a lock that another connection or process has on the file, before `SQLiteStoreError.Kind.busy`.
  public var busyTimeout = 2.0
  /// The memory for cached pages, in bytes.
  public var cacheSize = 16 << 20

  /// Makes the default options: a modern store with a rollback journal, synced at every save.
  public init() {}
}

extension SQLiteStoreOptions {
  var busyTimeoutMilliseconds: Int32 { Self.milliseconds(busyTimeout) }

  static func milliseconds(_ seconds: Double) -> Int32 { Int32(min(max(seconds, 0) * 1000, Double(Int32.max))) }
}

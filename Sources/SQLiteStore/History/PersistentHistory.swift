public import AttributeValues
public import FoundationEssentials
public import ManagedObjects

/// One save in a store's history: Core Data's `NSPersistentHistoryTransaction`.
///
/// ```swift
/// let request = PersistentHistoryChangeRequest.fetchHistory(after: nil)
/// let transactions: [PersistentHistoryTransaction] = try store.execute(request)
/// for change: PersistentHistoryChange in transactions.flatMap(\.changes) where change.changeType == .insert {
///   inserted.append(change.changedObjectID)
/// }
/// ```
public struct PersistentHistoryTransaction: Sendable, Hashable {
  /// The transaction's number, which ascends from 1; `PersistentHistoryChangeRequest.fetchHistory(after:)` takes it as a token.
  public var number: Int64
  /// When it was saved.
  public var timestamp: Date
  /// Who saved, as the context or the store's options named it.
  public var author: String?
  /// The name of the context that was saved.
  public var contextName: String?
  /// The bundle identifier of the app that saved.
  public var bundleID: String?
  /// The name of the process that saved.
  public var processID: String?
  /// The changes in the order in which they were recorded; empty when the request leaves them out.
  public var changes: [PersistentHistoryChange] = []

  /// The changed objects, for `ManagedObjectContext.mergeChanges(fromContextDidSave:)`: Core Data's `objectIDNotification()`.
  public var savedObjectIDs: SavedObjectIDs {
    func identifiers(_ type: PersistentHistoryChange.ChangeType) -> [ManagedObjectID] {
      changes.filter { $0.changeType == type }.map(\.changedObjectID)
    }
    return SavedObjectIDs(inserted: identifiers(.insert), updated: identifiers(.update), deleted: identifiers(.delete))
  }
}

/// What a save did to one object: Core Data's `NSPersistentHistoryChange`.
///
/// ```swift
/// let request = PersistentHistoryChangeRequest.fetchHistory(after: nil)
/// let transactions: [PersistentHistoryTransaction] = try store.execute(request)
/// for change: PersistentHistoryChange in transactions.flatMap(\.changes) where change.changeType == .insert {
///   inserted.append(change.changedObjectID)
/// }
/// ```
public struct PersistentHistoryChange: Sendable, Hashable {
  /// What a save does to an object.
  public enum ChangeType: Int64, Sendable, Hashable {
    case insert, update, delete
  }

  /// What the save did.
  public var changeType: ChangeType
  /// The object; a deleted one is there no more.
  public var changedObjectID: ManagedObjectID
  /// Of an updated object, the names of the properties that were changed; `nil` where the store does not say it in a way that is known.
  ///
  /// A changed to-many relationship may stand beside others of its kind that were not changed: in which order Core Data lists them is not established.
  public var updatedProperties: Set<String>?
  /// Of a deleted object, the values of the attributes that the model wants preserved.
  public var tombstone: [String: AttributeValue] = [:]
}

/// Which part of a store's history is read or deleted: Core Data's `NSPersistentHistoryChangeRequest`.
///
/// ```swift
/// let request = PersistentHistoryChangeRequest.fetchHistory(after: nil)
/// let transactions: [PersistentHistoryTransaction] = try store.execute(request)
/// for change: PersistentHistoryChange in transactions.flatMap(\.changes) where change.changeType == .insert {
///   inserted.append(change.changedObjectID)
/// }
/// ```
public struct PersistentHistoryChangeRequest: Sendable, Hashable {
  enum Action: Sendable, Hashable {
    case fetch, delete
  }

  enum Border: Sendable, Hashable {
    case transaction(Int64)
    case date(Date)
  }

  let action: Action
  let border: Border?
  /// Whether a fetch reads the changes of each transaction too.
  public var includesChanges = true

  /// The transactions after one that is known; all of them for `nil`.
  public static func fetchHistory(after transaction: Int64?) -> PersistentHistoryChangeRequest {
    PersistentHistoryChangeRequest(action: .fetch, border: transaction.map { .transaction($0) })
  }

  /// The transactions after a date.
  public static func fetchHistory(after date: Date) -> PersistentHistoryChangeRequest {
    PersistentHistoryChangeRequest(action: .fetch, border: .date(date))
  }

  /// Deletes the transactions before a number.
  public static func deleteHistory(before transaction: Int64) -> PersistentHistoryChangeRequest {
    PersistentHistoryChangeRequest(action: .delete, border: .transaction(transaction))
  }

  /// Deletes the transactions before a date.
  public static func deleteHistory(before date: Date) -> PersistentHistoryChangeRequest {
    PersistentHistoryChangeRequest(action: .delete, border: .date(date))
  }

  private init(action: Action, border: Border?) {
    self.action = action
    self.border = border
  }
}

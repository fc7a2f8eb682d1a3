public import FoundationEssentials

/// Why a file cannot be used as a store, or why a store refuses what it is asked.
///
/// ```swift
/// do {
///   _ = try SQLiteStore.open(at: path, model: model)
/// } catch let error as SQLiteStoreError {
///   if case .notADatabase(let found) = error.kind { content = found }  // FileContent.text
///   print(error)
/// }
/// ```
public struct SQLiteStoreError: LocalizedError, Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Sendable, Hashable {
    /// There is no file, or it cannot be opened.
    case cannotOpen(reason: String)
    /// A new store would replace a file.
    case alreadyExists
    /// The file is no SQLite database, but seems to be something else.
    case notADatabase(FileContent)
    /// The file is shorter than its header says.
    case truncated(expectedBytes: Int, foundBytes: Int)
    /// SQLite finds the file damaged.
    case damaged(reason: String)
    /// The file is a SQLite database that Core Data did not make.
    case foreignDatabase(missing: String)
    /// The file was made by a later version of the format than is known.
    case newerFormat(what: String)
    /// The store's metadata cannot be read.
    case unreadableMetadata(reason: String)
    /// The store was made for another version of the model: these entities differ, are missing, or are too many.
    case incompatibleModel(differing: [String], missing: [String], unexpected: [String])
    /// The tables are not those of the model.
    case schemaMismatch([String])
    /// The store is open for reading only.
    case readOnly
    /// The store's history cannot be read, or a change cannot be recorded in it and is therefore refused.
    case historyTracking(reason: String)
    /// The store has no table for the entity.
    case unknownEntity(String)
    /// A value is kept in a file that is not there.
    case externalDataMissing(file: String)
    /// A value that is to be kept in a file of its own cannot be written there.
    case externalDataUnwritable(file: String, reason: String)
    /// A fetch cannot be answered in SQL; the caller asked without looking at `canExecute`.
    case untranslatableFetch(String)
    /// The model has more entities than a store has numbers for: those from 16,000 on are of Core Data's own entities.
    case tooManyEntities(count: Int)
    /// An earlier save failed half-way while loading in bulk, or the store is closed.
    case unusable(reason: String)
    /// Another connection or process kept the file locked for longer than the options' `busyTimeout`.
    case busy(message: String)
    /// A trigger of the file calls a function that only the program that made the file has.
    case unknownFunction(String)
    /// SQLite could not read or write.
    case database(code: String, message: String)
  }

  /// What went wrong, for code.
  public var kind: Kind
  /// The store's file.
  public var path: String

  /// Makes an error about the store at `path`.
  public init(_ kind: Kind, path: String) {
    self.kind = kind
    self.path = path
  }
}

extension SQLiteStoreError: CustomStringConvertible {
  public var description: String { "\(path): \(kind.explanation)" }
}

extension SQLiteStoreError.Kind {
  /// What is wrong and what may help, as sentences.
  var explanation: String {
    switch self {
    case .cannotOpen(let reason): "The store cannot be opened: \(reason)."
    case .alreadyExists: "There is a file already; a new store does not replace it."
    case .notADatabase(let content): "This is not a SQLite database, but \(content.explanation)."
    case .truncated(let expected, let found):
      "The file is cut off: \(found) bytes of \(expected) are there. Copy it again."
    case .damaged(let reason): "The database is damaged: \(reason)."
    case .foreignDatabase(let missing): "This SQLite database is not a Core Data store: \(missing) is missing."
    case .newerFormat(let what): "The store has a newer format than Studbook knows: \(what)."
    case .unreadableMetadata(let reason): "The store's metadata cannot be read: \(reason)."
    case .incompatibleModel(let differing, let missing, let unexpected):
      "The store was made for another version of the model."
        + Self.list(" These entities differ: ", differing) + Self.list(" The store lacks: ", missing)
        + Self.list(" The model lacks: ", unexpected)
    case .schemaMismatch(let differences):
      "The store's tables are not those of the model: \(differences.prefix(5).joined(separator: "; "))"
        + (differences.count > 5 ? "; and \(differences.count - 5) more." : ".")
    case .readOnly: "The store is open for reading only."
    case .historyTracking(let reason): "The store's persistent history cannot be used: \(reason)."
    case .unknownEntity(let name): "The store does not hold the entity \(name)."
    case .externalDataMissing(let file): "A value is kept in the file \(file), which is not there."
    case .externalDataUnwritable(let file, let reason): "A value cannot be kept in the file \(file): \(reason)."
    case .untranslatableFetch(let what): "The fetch cannot be answered by the database: \(what)."
    case .tooManyEntities(let count):
      "The model has \(count) entities, and a store has numbers for \(StoreSchema.mostEntities); those from "
        + "\(StoreSchema.mostEntities + 1) on are of Core Data's own entities. Divide the entities among configurations, with a store for each."
    case .unusable(let reason): "The store cannot be used any more: \(reason)."
    case .busy(let message):
      "Another connection or process keeps the store locked (\(message)). Try again, or wait longer with busyTimeout."
    case .unknownFunction(let name):
      "A trigger of the store calls \(name), a function that only the program that made the store has. The store can be read, but "
        + "not changed in this way."
    case .database(let code, let message): "SQLite could not go on: \(message) (\(code))."
    }
  }

  private static func list(_ title: String, _ names: [String]) -> String {
    names.isEmpty ? "" : title + names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", …" : "") + "."
  }
}

extension SQLiteStoreError {
  public var errorDescription: String? { description }
}

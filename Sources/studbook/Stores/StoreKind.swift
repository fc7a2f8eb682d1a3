import ArgumentParser
import AtomicStores
import ManagedObjects
import ObjectModel
import SQLiteStore

/// The types of stores that commands read and write.
enum StoreKind: String, ExpressibleByArgument, CaseIterable, Sendable {
  case sqlite, xml, binary

  /// The type of a file, by its first bytes. Whatever is no XML or binary store is taken for a SQLite store, which then says what it is.
  ///
  /// - Throws: `FileError` if the file cannot be read.
  init(ofFileAt path: String) throws {
    switch try AtomicStore.storeType(ofFileAt: path) {
    case .xml?: self = .xml
    case .binary?: self = .binary
    default: self = .sqlite
    }
  }

  var type: StoreType {
    switch self {
    case .sqlite: .sqlite
    case .xml: .xml
    case .binary: .binary
    }
  }

  /// The class of stores that are read and written whole; `nil` for SQLite stores.
  var atomicClass: AtomicStore.Type? {
    switch self {
    case .sqlite: nil
    case .xml: XMLStore.self
    case .binary: BinaryStore.self
    }
  }

  /// Refuses a store of another type than SQLite, for commands that are about tables.
  static func requireSQLite(_ path: String, for what: String) throws {
    let kind = try StoreKind(ofFileAt: path)
    if kind != .sqlite {
      throw CommandFailure("\(what) is there for SQLite stores only; \(path) is of type \(kind.type.rawValue)")
    }
  }
}

/// What is done with the files of stores.
extension StoreKind {
  private var located: any LocatedPersistentStore.Type { atomicClass ?? SQLiteStore.self }

  func storedMetadata(at path: String) throws -> (identifier: String, metadata: StoreMetadata) {
    try located.storedMetadata(at: path)
  }

  func replace(at path: String, withStoreAt source: String) throws {
    try located.replace(at: path, withStoreAt: source)
  }

  func destroy(at path: String) throws { try located.destroy(at: path) }

  func isStore(at path: String, of model: ManagedObjectModel) throws -> Bool {
    try atomicClass?.isStore(at: path, of: model) ?? SQLiteStore.isStore(at: path, of: model)
  }

  func migrate(storeAt path: String, through stages: StagedMigration) throws {
    if let atomicClass { return try atomicClass.migrate(storeAt: path, through: stages) }
    try SQLiteStore.migrate(storeAt: path, through: stages)
  }
}

extension AtomicStore {
  /// The type's name as it stands in metadata.
  static var typeName: String { self is BinaryStore.Type ? StoreType.binary.rawValue : StoreType.xml.rawValue }
}

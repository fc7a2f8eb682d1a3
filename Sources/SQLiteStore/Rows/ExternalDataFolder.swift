internal import AttributeValues
internal import Digests
internal import FoundationEssentials
internal import SQLiteAccess
internal import Synchronization
internal import SystemErrors

/// The folder beside a store that holds large values, one in each file.
///
/// A column that allows it holds either the byte 1 and the value, or the byte 2, the file's name (a UUID in capitals) and a NUL.
final class ExternalDataFolder {
  /// The folder; it need not exist.
  let path: String
  /// The store's file.
  private let storePath: String
  /// How many bytes a value may have before it is written to a file.
  let threshold: Int
  /// Whether a value whose file is missing is an error rather than `.null`.
  let requiresFiles: Bool
  /// The files made since the last commit, which a rollback takes away again.
  private var made: [String] = []
  /// The files that values written since the last commit are kept in, whether or not they were there before.
  private var inUse: Set<String> = []
  /// The files that no row refers to any more, but in the state of the store that a view shows.
  private var replaced: Set<String> = []
  /// The views of earlier states, while there are any.
  private var views: [() -> AnyObject?] = []
  /// The files that were asked for and are not there; readers on several threads may ask.
  private let missed = Mutex<Set<String>>([])
  /// The names of the files that were asked for and are not there, sorted.
  var missing: [String] { missed.withLock { $0.sorted() } }

  /// The folder of the store at `storePath`: `.Name_SUPPORT/_EXTERNAL_DATA` beside `Name.sqlite`, beside the file itself if the path is a symbolic link.
  ///
  /// - Throws: `SQLiteStoreError` if the system cannot tell where the file is.
  init(storePath: String, threshold: Int, requiresFiles: Bool) throws {
    path = Self.supportFolder(ofStoreAt: try SQLiteStore.file(ofStoreAt: storePath)) + "/_EXTERNAL_DATA"
    self.storePath = storePath
    self.threshold = threshold
    self.requiresFiles = requiresFiles
  }

  /// The folder for everything that belongs to the store at `path` and is not in its file.
  static func supportFolder(ofStoreAt path: String) -> String {
    var components = path.split(separator: "/", omittingEmptySubsequences: false)
    let file = components.popLast() ?? ""
    let name = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    return (components + [".\(name)_SUPPORT"]).joined(separator: "/")
  }

  /// The files of the store at `path`: their paths by their names.
  static func files(ofStoreAt path: String) throws -> [String: String] {
    let folder = try ExternalDataFolder(storePath: path, threshold: .max, requiresFiles: false)
    let names = try folder.fileNames().filter { UUID(uuidString: $0) != nil }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.path + "/" + $0) })
  }

  /// What identifies the place of a value, so that its file's name does not depend on chance.
  static func seed(table: String, key: Int64, slot: Int) -> String { "\(table)/\(key)/\(slot)" }

  /// Writes a value to a file of its own and returns the file's name.
  func write(_ data: Data, seed: String) throws -> String {
    var hasher = SHA2Hasher()
    hasher.update(seed.utf8)
    hasher.update(data)
    let name = hasher.finalize().uuid
    let file = path + "/" + name
    inUse.insert(name)
    do {
      try Files.makeFolder(path)
      if try !Files.exists(file) {
        try FileWriter.replace(file, with: data)
        made.append(name)
      }
    } catch {
      throw SQLiteStoreError(
        .externalDataUnwritable(file: file, reason: SystemReason.text(of: error, writing: file)),
        path: storePath
      )
    }
    return name
  }

  /// Keeps the files written since the last call, and removes those of `replaced` that are not among them and that no view may need.
  func commit(replaced: [String]) {
    self.replaced.formUnion(replaced)
    self.replaced.subtract(inUse)
    made.removeAll()
    inUse.removeAll()
    removeReplaced()
  }

  /// Removes the files that were left for views, if there are no such any more.
  func removeReplaced() {
    views.removeAll { $0() == nil }
    guard views.isEmpty else { return }
    remove(replaced.sorted())
    replaced.removeAll()
  }

  /// Leaves the files alone that are in use now, as long as there is this view of the store.
  func keepFiles(for view: AnyObject) { views.append { [weak view] in view } }

  /// Says that a row goes on referring to a file, which a commit then does not remove.
  func keep(_ name: String) { inUse.insert(name) }

  /// Removes the files made since the last commit.
  func rollBack() {
    remove(made)
    made.removeAll()
    inUse.removeAll()
  }

  /// Removes files that no row refers to any more. One that cannot be removed takes room and does no harm: a verification finds it.
  func remove(_ names: [String]) {
    for name in names { try? Files.removeFile(path + "/" + name) }
  }

  /// The names of the files in the folder.
  func fileNames() throws -> [String] {
    do { return try Files.names(in: path) ?? [] } catch { throw SQLiteStoreError(error, path: storePath) }
  }

  /// The names of the files that no row refers to, sorted.
  ///
  /// - Complexity: O(rows of the tables with such attributes).
  func orphans(in connection: SQLiteConnection, schema: StoreSchema) throws -> [String] {
    let names = try fileNames().filter { UUID(uuidString: $0) != nil }
    guard !names.isEmpty else { return [] }
    let used = try Self.references(in: connection, schema: schema)
    return names.filter { !used.contains($0) }.sorted()
  }

  /// The names of the files that rows refer to and that are not there, sorted.
  ///
  /// - Complexity: O(rows of the tables with such attributes).
  func missingFiles(in connection: SQLiteConnection, schema: StoreSchema) throws -> [String] {
    let names = Set(try fileNames())
    return try Self.references(in: connection, schema: schema).filter { !names.contains($0) }.sorted()
  }

  private static func references(in connection: SQLiteConnection, schema: StoreSchema) throws -> Set<String> {
    var used: Set<String> = []
    for entity in schema.entities {
      let table = schema.tables[entity.table]
      for case .column(let column) in entity.attributes where column.allowsExternalStorage {
        let name = SQLIdentifier.spelled(table.columns[column.index].name)
        let statement = try connection.prepare(
          "SELECT \(name) FROM \(SQLIdentifier.spelled(table.name)) WHERE substr(\(name), 1, 1) = x'02'"
        )
        while try statement.step() {
          if let file = statement.withBytes(0, { fileName(in: Data($0)) }) { used.insert(file) }
        }
      }
    }
    return used
  }

  static func inline(_ data: Data) -> Data { Data([1]) + data }

  static func reference(toFile name: String) -> Data { Data([2]) + Data(name.utf8) + Data([0]) }

  /// The name in a cell that refers to a file.
  static func fileName(in cell: Data) -> String? {
    guard cell.first == 2, cell.count >= 37 else { return nil }
    let name = String(decoding: cell.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
    // Nothing but a UUID may name a file: a store from elsewhere must not reach out of its folder.
    return UUID(uuidString: name) == nil ? nil : name
  }

  /// The value of a cell.
  static func value(of cell: Data, in folder: ExternalDataFolder?) throws -> AttributeValue {
    guard let first = cell.first else { return .binary(cell) }
    if first == 1 { return .binary(Data(cell.dropFirst())) }
    guard let name = fileName(in: cell) else { return .binary(cell) }
    guard let folder else { return .null }
    let file = folder.path + "/" + name
    do {
      if let bytes = try Files.contents(of: file) { return .binary(Data(bytes)) }
    } catch {
      throw SQLiteStoreError(error, path: folder.storePath)
    }
    folder.missed.withLock { _ = $0.insert(name) }
    if folder.requiresFiles { throw SQLiteStoreError(.externalDataMissing(file: file), path: folder.path) }
    return .null
  }
}

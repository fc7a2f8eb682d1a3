internal import FoundationEssentials
internal import ObjectModel
internal import PredicateLanguage
internal import Synchronization
internal import SystemErrors

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Where fetched results controllers keep the sections of their results from one launch to the next.
///
/// ```swift
/// let folder = SectionCaches.folder  // …/studbook/sections, unless it is set before the first fetch
/// FetchedResultsController<ManagedObject>.deleteCache(withName: "breeds by group")
/// ```
public enum SectionCaches {
  private static let chosenFolder = Mutex<String?>(nil)

  /// The folder of the caches, made when something is kept: `studbook/sections` in the user's folder for caches, unless another is set.
  public static var folder: String {
    get { chosenFolder.withLock { $0 } ?? standardFolder }
    set { chosenFolder.withLock { $0 = newValue } }
  }

  private static var standardFolder: String {
    let environment = ProcessInfo.processInfo.environment
    if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") { return caches + "/studbook/sections" }
    return (environment["HOME"] ?? FileManager.default.temporaryDirectory.path()) + "/.cache/studbook/sections"
  }

  /// The file of a cache; the name may hold any character.
  static func file(named name: String) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let bytes = name.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "\(folder)/\(String(decoding: bytes, as: UTF8.self)).json"
  }

  static func delete(named name: String?) {
    // What is not there need not be deleted, and a cache that stays is checked before it is used.
    try? FileManager.default.removeItem(atPath: name.map(file) ?? folder)
  }
}

/// The sections of a result: their names, and how many objects each has.
struct SectionCache: Codable, Equatable {
  struct Section: Codable, Equatable {
    var name: String
    var count: Int
  }

  /// What the sections were worked out of; they are right as long as it is the same.
  struct Origin: Codable, Equatable {
    /// The request and the section key path, spelled out.
    var request: String
    /// The versions of the entity and the states of the stores' files.
    var state: [String]
  }

  var origin: Origin
  var sections: [Section]

  /// The sections that are kept under a name; `nil` if there are none, or they came from something else.
  init?(named name: String, from origin: Origin) {
    // One that cannot be read is worked out anew.
    guard let data = FileManager.default.contents(atPath: SectionCaches.file(named: name)),
      let known = try? JSONDecoder().decode(SectionCache.self, from: data), known.origin == origin
    else { return nil }
    self = known
  }

  init(origin: Origin, sections: [Section]) {
    self.origin = origin
    self.sections = sections
  }

  /// Keeps the sections under a name; a cache that cannot be written is none, and is worked out anew.
  func write(named name: String) {
    guard let data = try? JSONEncoder().encode(self) else { return }
    try? FileManager.default.createDirectory(atPath: SectionCaches.folder, withIntermediateDirectories: true)
    try? FileWriter.replace(SectionCaches.file(named: name), with: data)
  }
}

extension SectionCache.Origin {
  /// `nil` where nothing tells whether the result is still the same: a store without a file, unsaved changes, a predicate that depends on more than
  /// the objects.
  init?<Result>(of request: FetchRequest<Result>, sectionedBy keyPath: String, in context: ManagedObjectContext) {
    guard context.parent == nil, !context.hasChanges, context.queryGenerationToken == nil,
      request.predicate?.isSteady ?? true, let entity = context.entity(named: request.entityName)
    else { return nil }
    // A hash that is not established differs in nothing that the file does not tell.
    state = [(entity.versionHash.bytes ?? []).map { String($0) }.joined(separator: " ")]
    for store in request.affectedStores ?? context.persistentStoreCoordinator.stores(for: entity) {
      // A store in WAL mode changes beside its file. Where the system cannot tell of one, nothing tells.
      guard let file = try? Self.state(ofFile: store.location),
        let log = try? Self.state(ofFile: store.location + "-wal"),
        file != Self.noFile
      else { return nil }
      state.append("\(store.identifier) \(file) \(log)")
    }
    let sortKeys = request.sortDescriptors.map { "\($0.keyPath) \($0.ascending) \($0.comparison)" }
    self.request = """
      \(entity.name) by \(keyPath): \(request.predicate?.description ?? "all"), \(sortKeys.joined(separator: ", ")), \
      limit \(request.fetchLimit), offset \(request.fetchOffset), subentities \(request.includesSubentities)
      """
  }

  private static let noFile = "no file"

  private static func state(ofFile path: String) throws -> String {
    guard let status = try Files.systemStatus(of: path) else { return noFile }
    return "\(status.st_ino) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec) \(status.st_size)"
  }
}

extension ObjectPredicate {
  /// Whether the predicate selects the same as long as the objects are the same.
  fileprivate var isSteady: Bool {
    var isSteady = true
    visit { expression in
      switch expression {
      case .function(.now, _), .function(.random, _), .function(.randomBelow, _), .fetch: isSteady = false
      default: break
      }
    }
    return isSteady
  }
}

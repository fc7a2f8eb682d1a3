internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import PropertyLists
internal import SystemErrors

/// The forms of a store's file.
enum StoreFormat {
  case xml
  case binary

  /// The number that stores before the first object have given out last, as Core Data's have.
  var numberBeforeFirst: Int64 { self == .xml ? 101 : 0 }

  var name: String { self == .xml ? "XML" : "binary" }

  /// What the file says of itself; its objects are not looked at.
  func header(of bytes: [UInt8], path: String) throws -> StoreHeader {
    try requireForm(of: bytes, path: path)
    return switch self {
    case .xml: try XMLStoreReader.header(of: bytes, path: path)
    case .binary: try BinaryStoreReader.header(of: bytes, path: path)
    }
  }

  func content(of bytes: [UInt8], model: ManagedObjectModel, header: StoreHeader, path: String) throws -> StoreContent {
    switch self {
    case .xml:
      var reader = try XMLStoreReader(model: model, path: path)
      return try reader.content(of: bytes, header: header)
    case .binary: return try BinaryStoreReader(model: model, path: path).content(of: bytes, header: header)
    }
  }

  /// Writes everything that a store holds.
  func write(
    _ memory: InMemoryStore,
    _ header: StoreHeader,
    model: ManagedObjectModel,
    path: String,
    to file: FileWriter
  )
    throws
  {
    switch self {
    case .xml: try XMLStoreWriter(model: model, path: path).write(memory, header, to: file)
    case .binary: try BinaryStoreWriter(path: path).write(memory, header, model: model, to: file)
    }
  }

  /// The bytes of a file with other metadata.
  func replacingMetadata(in bytes: [UInt8], with header: StoreHeader, isComplete: Bool, path: String) throws -> [UInt8]
  {
    let entries = StoreEntries.entries(of: header, format: self, hashesAreComplete: isComplete)
    switch self {
    case .xml: return try XMLStoreWriter.replacingMetadata(in: bytes, with: entries, path: path)
    case .binary: return try BinaryStoreWriter.replacingMetadata(in: bytes, with: entries, path: path)
    }
  }

  /// The form that a file begins with; `nil` for a file that is no atomic store.
  static func ofFile(beginning bytes: [UInt8]) -> StoreFormat? {
    if bytes.starts(with: BinaryStoreReader.magic) { return .binary }
    let text = bytes.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 == 0x20 || (9...13).contains($0) }
    return text.first == UInt8(ascii: "<") ? .xml : nil
  }

  private func requireForm(of bytes: [UInt8], path: String) throws {
    let found = Self.ofFile(beginning: bytes)
    guard found != self else { return }
    let content =
      switch found {
      case .binary?: "a binary store, not an XML store"
      case .xml?: "an XML file, not a binary store"
      case nil where bytes.isEmpty: "an empty file, not a store"
      case nil where bytes.starts(with: Array("SQLite format 3".utf8)):
        "a SQLite database; open it as a store of type SQLite"
      case nil: "no \(name) store"
      }
    throw AtomicStoreError(.otherContent(content), path: path)
  }

  /// All bytes of a file, with its state before they were read.
  ///
  /// - Throws: `AtomicStoreError.cannotOpen`.
  static func read(_ path: String) throws -> (bytes: [UInt8], stamp: FileStamp) {
    do {
      guard let beginning = try FileBeginning(path: path), let stamp = try FileStamp(path: path) else {
        throw AtomicStoreError(.cannotOpen(reason: "there is no such file"), path: path)
      }
      if let kind = beginning.otherKind { throw AtomicStoreError(.cannotOpen(reason: "it is \(kind)"), path: path) }
      guard let bytes = try Files.contents(of: path), try FileStamp(path: path) == stamp else {
        throw AtomicStoreError(.cannotOpen(reason: "it was changed while it was read"), path: path)
      }
      return (bytes, stamp)
    } catch let error as AtomicStoreError {
      throw error
    } catch {
      throw AtomicStoreError(.cannotOpen(reason: SystemReason.text(of: error)), path: path)
    }
  }
}

/// The entries that the metadata have in a file of either form.
enum StoreEntries {
  /// From these versions of Core Data on, stores have a digest and a checksum of their hashes.
  private static let (digestVersion, checksumVersion) = (900, 1300)
  /// The version of Core Data that new stores say has made them.
  static let frameworkVersion = 1526

  /// - Parameter hashesAreComplete: Whether every entity has its hash; digest and checksum are over all of them.
  static func entries(of header: StoreHeader, format: StoreFormat, hashesAreComplete: Bool) -> PropertyListDictionary {
    let metadata = header.metadata
    let version = metadata.frameworkVersion ?? frameworkVersion
    var entries: [String: PropertyListValue] = [:]
    for (key, value) in metadata.userValues where !StoreMetadataKey.derived.contains(key) {
      entries[key] = PropertyListValue(value)
    }
    entries[StoreMetadataKey.frameworkVersion] = .integer(Int64(version))
    entries[StoreMetadataKey.hashes] = .dictionary(metadata.hashEntries)
    entries[StoreMetadataKey.hashesVersion] = .integer(StoreMetadataKey.knownHashesVersion)
    entries[StoreMetadataKey.identifiers] = .array(metadata.versionIdentifiers.map { .string($0) })
    if hashesAreComplete {
      if version >= digestVersion {
        entries[StoreMetadataKey.hashesDigest] = .string(VersionHashing.digest(of: metadata.versionHashes))
      }
      if version >= checksumVersion {
        entries[StoreMetadataKey.checksum] = .string(VersionHashing.checksum(of: metadata.versionHashes))
      }
    }
    if format == .binary {
      entries[StoreMetadataKey.storeType] = .string(StoreType.binary.rawValue)
      entries[StoreMetadataKey.storeUUID] = .string(header.identifier)
    }
    var dictionary = PropertyListDictionary()
    for (key, value) in entries.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      dictionary[key] = value
    }
    return dictionary
  }

  /// - Throws: `AtomicStoreError` for hashes of a version that is not known.
  static func metadata(_ entries: PropertyListDictionary, path: String) throws -> StoreMetadata {
    if let version = entries[StoreMetadataKey.hashesVersion]?.integer, version > StoreMetadataKey.knownHashesVersion {
      throw AtomicStoreError(.newerFormat(what: "its version hashes are of version \(version)"), path: path)
    }
    return StoreMetadata(entries: entries)
  }
}

extension StoreMetadata {
  /// Whether every entity of a model's configuration has its hash.
  func hasAllHashes(of model: ManagedObjectModel, configuration: String?) -> Bool {
    model.entities(forConfiguration: configuration).allSatisfy { versionHashes[$0.name] != nil }
  }
}

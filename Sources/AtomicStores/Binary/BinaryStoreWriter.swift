internal import AttributeValues
internal import CompiledModels
internal import ManagedObjects
internal import ObjectModel
internal import PropertyLists
internal import SystemErrors

/// Writes binary stores as Core Data writes them; `BinaryStoreReader` says how.
struct BinaryStoreWriter {
  let path: String

  /// - Complexity: O(values and references), all of which are in memory once more meanwhile.
  func write(_ memory: InMemoryStore, _ header: StoreHeader, model: ManagedObjectModel, to file: FileWriter) throws {
    let entries = StoreEntries.entries(
      of: header,
      format: .binary,
      hashesAreComplete: header.metadata.hasAllHashes(of: model, configuration: memory.configurationName)
    )
    let objects = KeyedArchiveBuilder.archive(.object(map(of: memory)), rootKey: BinaryStoreReader.objectsKey)
    let metadata = Self.archive(entries)
    try file.write(Self.head(metadata: metadata.count, objects: objects.count, lastNumber: header.lastNumber))
    try file.write(objects)
    try file.write(metadata)
  }

  /// A file with other metadata.
  static func replacingMetadata(in bytes: [UInt8], with entries: PropertyListDictionary, path: String) throws -> [UInt8]
  {
    let (objects, lastNumber) = try BinaryStoreReader.objectArchive(of: bytes, path: path)
    let metadata = archive(entries)
    return head(metadata: metadata.count, objects: objects.count, lastNumber: lastNumber) + objects + metadata
  }

  private static func archive(_ entries: PropertyListDictionary) -> [UInt8] {
    KeyedArchiveBuilder.archive(reference(to: .dictionary(entries)), rootKey: BinaryStoreReader.metadataKey)
  }

  private static func head(metadata: Int, objects: Int, lastNumber: Int64) -> [UInt8] {
    var head = BinaryStoreReader.magic
    func append(_ number: UInt64, size: Int = 8) {
      for shift in (0..<size).reversed() { head.append(UInt8(truncatingIfNeeded: number >> UInt64(shift * 8))) }
    }
    append(BinaryStoreReader.formVersion, size: 4)
    append(BinaryStoreReader.version, size: 4)
    append(UInt64(BinaryStoreReader.headSize + objects))
    append(UInt64(metadata))
    append(UInt64(BinaryStoreReader.headSize))
    append(UInt64(objects))
    append(UInt64(lastNumber))
    append(0)
    return head
  }

  /// A value of the metadata.
  private static func reference(to value: PropertyListValue) -> ArchivableObject.Reference {
    switch value {
    case .array(let values): return .object(array("NSArray", values.map(reference)))
    case .dictionary(let entries):
      return .object(dictionary("NSDictionary", entries.map { (.value(.string($0.key)), reference(to: $0.value)) }))
    case .date(let seconds): return ArchivedValue.reference(to: .date(seconds))
    case .null: return .null
    default: return .value(value)
    }
  }

  private static func array(_ className: String, _ elements: [ArchivableObject.Reference]) -> ArchivableObject {
    let object = ArchivableObject(
      className,
      ancestors: className == "NSArray" ? ["NSObject"] : ["NSArray", "NSObject"]
    )
    object.set("NS.objects", .references(elements))
    return object
  }

  private static func dictionary(
    _ className: String,
    _ entries: [(key: ArchivableObject.Reference, value: ArchivableObject.Reference)]
  ) -> ArchivableObject {
    let isMutable = className != "NSDictionary"
    let object = ArchivableObject(className, ancestors: isMutable ? ["NSDictionary", "NSObject"] : ["NSObject"])
    object.set("NS.keys", .references(entries.map(\.key)))
    object.set("NS.objects", .references(entries.map(\.value)))
    return object
  }

  // MARK: Objects

  private func map(of memory: InMemoryStore) -> ArchivableObject {
    let null = ArchivableObject("NSNull")
    var orders: [ObjectIdentifier: AttributeOrder] = [:]
    var entries: [(key: ArchivableObject.Reference, value: ArchivableObject.Reference)] = []
    for row in memory.allRows {
      let entity = row.objectID.entity
      let order = orders[ObjectIdentifier(entity)] ?? AttributeOrder(of: entity)
      orders[ObjectIdentifier(entity)] = order
      let node = ArchivableObject(BinaryStoreReader.nodeClass, ancestors: ["NSStoreMapNode", "NSObject"])
      var values = order.kept.map { Self.reference(to: row.attributes[$0], null: null) }
      values += repeatElement(.object(null), count: order.transientCount)
      let related = relatedObjects(of: row, memory)
      if !related.isEmpty { node.set("NSRelatedNodes", .object(Self.dictionary("NSMutableDictionary", related))) }
      node.set("NSAttributeValues", .object(Self.array("NSArray", values)))
      node.set("NSPrimaryKey64", .inline(.integer(row.objectID.reference)))
      node.set("NSEntityName", .string(entity.name))
      entries.append((.value(.integer(row.objectID.reference)), .object(node)))
    }
    return Self.dictionary("NSMutableDictionary", entries)
  }

  private static func reference(to value: AttributeValue, null: ArchivableObject) -> ArchivableObject.Reference {
    switch value {
    case .null: return .object(null)
    // Core Data writes truth values as numbers.
    case .boolean(let value): return .value(.integer(value ? 1 : 0))
    case .transformable(let value): return .value(.data([UInt8](value.bytes)))
    case .composite(let elements):
      let sorted = elements.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return .object(
        dictionary("NSDictionary", sorted.map { (.value(.string($0.key)), reference(to: $0.value, null: null)) })
      )
    default: return ArchivedValue.reference(to: value)
    }
  }

  private func relatedObjects(
    of row: StoreRow,
    _ memory: InMemoryStore
  ) -> [(key: ArchivableObject.Reference, value: ArchivableObject.Reference)] {
    let layout = row.objectID.entity.layout
    var related: [(key: ArchivableObject.Reference, value: ArchivableObject.Reference)] = []
    func add(_ name: String, _ className: String, _ members: [ManagedObjectID]) {
      let numbers = members.map { ArchivableObject.Reference.value(.integer($0.reference)) }
      related.append((.value(.string(name)), .object(Self.array(className, numbers))))
    }
    for (slot, relationship) in layout.toOneRelationships.enumerated() where !relationship.isTransient {
      if let target = row.toOne[slot] { add(relationship.name, "NSArray", [target]) }
    }
    for (slot, relationship) in layout.toManyRelationships.enumerated() where !relationship.isTransient {
      let members = memory.members(of: row.objectID, toManySlot: slot)
      if !members.isEmpty { add(relationship.name, "NSMutableArray", members) }
    }
    return related
  }
}

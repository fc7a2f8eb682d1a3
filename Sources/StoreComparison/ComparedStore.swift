internal import AttributeValues
internal import FoundationEssentials
package import ManagedObjects
package import ObjectModel

/// One of two stores that are compared, with its model.
package struct ComparedStore {
  package let model: ManagedObjectModel
  package let store: any PersistentStore

  package init(model: ManagedObjectModel, store: any PersistentStore) {
    self.model = model
    self.store = store
  }
}

/// Reads the objects of one store as digests.
///
/// Unchecked: the two stores are read at the same time, each by one thread.
final class DigestReader: @unchecked Sendable {
  let store: any PersistentStore
  /// 0 for the older store, 1 for the newer one.
  let side: Int
  /// What values of keys are called now.
  private let renamings: [[AttributeValue: AttributeValue]]
  /// The keys of the objects that others refer to.
  private var tables: [ObjectIdentifier: KeyTable] = [:]
  /// The layout of the last row, and the tables of its destinations in their order.
  private var layout: ObjectIdentifier?
  private var attributeCount = 0
  private var destinationTables: [KeyTable?] = []

  private static let batchSize = 500

  init(_ store: any PersistentStore, side: Int, renamings: [[AttributeValue: AttributeValue]]) {
    self.store = store
    self.renamings = renamings
    self.side = side
  }

  /// Keeps the keys of an entity's objects for the relationships that lead there.
  func keepKeys(_ objects: ObjectList, of pair: EntityPair) {
    guard let reading = pair.readings[side] else { return }
    tables[ObjectIdentifier(reading.entity)] = KeyTable(objects, of: pair.name)
  }

  /// What stands for the objects of an entity, in the order of the store.
  ///
  /// - Complexity: O(bytes of the rows); 40 bytes are kept for each object, and 32 more if its key lacks a value.
  func digests(of pair: EntityPair, withContent: Bool) throws -> ObjectDigests {
    var found = ObjectDigests()
    guard let reading = pair.readings[side] else { return found }
    var fetch = StoreFetch(entity: reading.entity)
    fetch.includesSubentities = false
    found.digests.reserveCapacity(try store.count(for: fetch))
    let parts = RowParts(key: reading.key, content: withContent ? reading.content : [], attributes: reading.attributes)
    let hasKey = !pair.keyNames.isEmpty
    // How often the values of objects without a key have come.
    var occurrences: [ContentHash: UInt64] = [:]
    let isAnswered = try store.forEachRowIfExecutable(fetch) { row in
      let (digest, valueCount) = self.digest(of: row, parts.key, parts.content)
      found.digests.append(digest)
      let place = found.digests.count - 1
      if !hasKey {
        let count = occurrences[digest.key, default: 0] + 1
        occurrences[digest.key] = count
        found.digests[place].key.add(count)
      } else if valueCount < parts.key.count {
        let values = self.digest(of: row, parts.attributes, UnsafeBufferPointer(start: nil, count: 0)).digest.key
        found.incomplete.append((place: place, attributes: values, isEmpty: valueCount == 0))
      }
      return true
    }
    precondition(isAnswered, "Every store answers a fetch without a predicate.")
    if withContent { try addMembers(to: &found.digests, reading) }
    // A later row's layout may stand where this one's stood.
    layout = nil
    return found
  }

  /// The key of the object at the end of a relationship; `nil` for none.
  func key(of objectID: ManagedObjectID?) -> ContentHash? {
    guard let objectID else { return nil }
    return tables[ObjectIdentifier(objectID.entity)]?[objectID.reference] ?? Self.key(of: objectID.reference)
  }

  /// What stands for an object that is not there, or of an entity that has none: its number is all that there is.
  private static func key(of reference: Int64) -> ContentHash {
    var hash = ContentHash()
    hash.add(UInt64(bitPattern: reference))
    return hash
  }

  /// The key of the object that the cell of a to-one relationship names.
  private func key(of cell: PackedCell) -> ContentHash? {
    guard cell.count > 0 else { return nil }
    let reference = Int64(bitPattern: cell.bits)
    return destinationTables[Int(cell.count) - 1]?[reference] ?? Self.key(of: reference)
  }

  private func adopt(_ layout: PackedLayout) {
    self.layout = ObjectIdentifier(layout)
    attributeCount = layout.attributeCount
    destinationTables = layout.destinations.map { tables[ObjectIdentifier($0)] }
  }

  /// What stands for one value; two values are the same if this is.
  func hash(_ value: AttributeValue, asText: Bool) -> ContentHash {
    var hash = ContentHash()
    hash.add(asText ? value.comparedText : value)
    return hash
  }

  /// The digest of a row, and how many values of its key are there.
  @inline(__always)
  private func digest(
    of row: borrowing FetchedRow,
    _ key: UnsafeBufferPointer<EntityReading.Part>,
    _ content: UnsafeBufferPointer<EntityReading.Part>
  ) -> (digest: ObjectDigest, valueCount: Int) {
    var digest = ObjectDigest(key: ContentHash(), content: 0, reference: 0)
    var contentHash = ContentHash()
    let valueCount: Int
    if let values = row.packedValues {
      valueCount = add(key, of: values, to: &digest.key)
      _ = add(content, of: values, to: &contentHash)
      digest.reference = values.head.pointee.reference
    } else {
      valueCount = add(key, of: row.storeRow, to: &digest.key)
      _ = add(content, of: row.storeRow, to: &contentHash)
      digest.reference = row.objectID.reference
    }
    digest.content = contentHash.low
    return (digest, valueCount)
  }

  /// Adds values of a row to a hash; returns how many are there.
  private func add(_ parts: UnsafeBufferPointer<EntityReading.Part>, of row: StoreRow, to hash: inout ContentHash)
    -> Int
  {
    var count = 0
    for part in parts {
      switch part {
      case .attribute(let slot, let asText):
        let value = row.attributes[slot]
        if !value.isNull { count += 1 }
        hash.add(asText ? value.comparedText : value)
      case .renamed(let slot, let asText, let renaming):
        let value = renamed(row.attributes[slot], renaming)
        if !value.isNull { count += 1 }
        hash.add(asText ? value.comparedText : value)
      case .toOne(let slot):
        if row.toOne[slot] != nil { count += 1 }
        hash.add(object: key(of: row.toOne[slot]))
      }
    }
    return count
  }

  /// As above, without making values of the cells.
  private func add(
    _ parts: UnsafeBufferPointer<EntityReading.Part>,
    of values: PackedValues,
    to hash: inout ContentHash
  ) -> Int {
    let cells = values.cells
    if layout != ObjectIdentifier(values.head.pointee.layout) { adopt(values.head.pointee.layout) }
    var count = 0
    for part in parts {
      switch part {
      case .attribute(let slot, let asText):
        if cells[slot].kind != .null { count += 1 }
        if asText { hash.add(values.attribute(slot).comparedText) } else { hash.add(cells[slot], of: values) }
      case .renamed(let slot, let asText, let renaming):
        let value = renamed(values.attribute(slot), renaming)
        if !value.isNull { count += 1 }
        hash.add(asText ? value.comparedText : value)
      case .toOne(let slot):
        let cell = cells[attributeCount + slot]
        if cell.count > 0 { count += 1 }
        hash.add(object: key(of: cell))
      }
    }
    return count
  }

  private func renamed(_ value: AttributeValue, _ renaming: Int) -> AttributeValue {
    renamings[renaming][value] ?? value
  }

  /// Adds what to-many relationships say to the objects' digests.
  private func addMembers(to digests: inout [ObjectDigest], _ reading: EntityReading) throws {
    guard !reading.toMany.isEmpty else { return }
    for start in stride(from: 0, to: digests.count, by: Self.batchSize) {
      let range = start..<min(start + Self.batchSize, digests.count)
      let owners = range.map { objectID(of: digests[$0].reference, reading.entity) }
      for (slot, isOrdered) in reading.toMany {
        let members = try store.members(of: owners, toManySlot: slot)
        for (place, owner) in zip(range, owners) {
          var hash = ContentHash()
          hash.add(digests[place].content)
          let keys = (members[owner] ?? []).compactMap(key)
          if isOrdered { for key in keys { hash.add(key) } } else { hash.add(unordered: keys) }
          digests[place].content = hash.low
        }
      }
    }
  }

  /// The rows of some objects; `nil` for those that are not there.
  func rows(of objectIDs: [ManagedObjectID?]) throws -> [StoreRow?] {
    var rows: [StoreRow?] = []
    rows.reserveCapacity(objectIDs.count)
    func read() throws {
      for objectID in objectIDs { rows.append(try objectID.flatMap { try store.row(for: $0) }) }
    }
    if let store = store as? any JointReadingStore { try store.readTogether(read) } else { try read() }
    return rows
  }

  func objectID(of reference: Int64, _ entity: EntityDescription) -> ManagedObjectID {
    ManagedObjectID(entity: entity, storeNumber: store.number, reference: reference)
  }
}

/// What is read of each row, in plain memory: looking at it counts no references.
private final class RowParts {
  let key: UnsafeBufferPointer<EntityReading.Part>
  let content: UnsafeBufferPointer<EntityReading.Part>
  let attributes: UnsafeBufferPointer<EntityReading.Part>

  init(key: [EntityReading.Part], content: [EntityReading.Part], attributes: [EntityReading.Part]) {
    self.key = Self.copy(key)
    self.content = Self.copy(content)
    self.attributes = Self.copy(attributes)
  }

  deinit {
    key.deallocate()
    content.deallocate()
    attributes.deallocate()
  }

  private static func copy(_ parts: [EntityReading.Part]) -> UnsafeBufferPointer<EntityReading.Part> {
    let memory = UnsafeMutableBufferPointer<EntityReading.Part>.allocate(capacity: parts.count)
    _ = memory.initialize(from: parts)
    return UnsafeBufferPointer(memory)
  }
}

extension AttributeValue {
  /// The value as a text, by which values of types that have little in common are compared; `.null` stays as it is.
  var comparedText: AttributeValue {
    switch self {
    case .null: .null
    case .integer(let value): .string(String(value))
    case .boolean(let value): .string(value ? "1" : "0")
    case .double(let value), .date(let value): .string(Self.text(of: value))
    case .float(let value): .string(Self.text(of: Double(String(value)) ?? Double(value)))
    case .decimal(let value): .string(value.description)
    case .string: self
    case .uuid(let value): .string(value.uuidString)
    case .uri(let value): .string(value.absoluteString)
    case .binary, .transformable, .composite: self
    }
  }

  /// Whole numbers without a fraction, as integers are written.
  private static func text(of value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? String(value)
  }
}

internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// Where the values of one entity stand in the columns of its table, worked out once.
///
/// What is looked at for every row lies in plain memory: reading it counts no references.
final class RowLayout {
  let packed: PackedLayout
  /// What is read of each row: key and version, then the columns of `attributes`, then those of `toOne`.
  private let requests: UnsafeBufferPointer<SQLiteCell.Request>
  /// What was read of the current row.
  private let found: UnsafeMutablePointer<SQLiteCell>
  /// How each attribute is packed; one cell of `found` for each that is no `null` and no `other`.
  private let attributes: UnsafeBufferPointer<PackedKind>
  private let toOne: UnsafeBufferPointer<ToOne>
  /// The attributes whose values are made when they are read.
  private let others: [(slot: Int, storage: AttributeStorage)]
  private let schema: StoreSchema

  /// How a to-one relationship is read.
  private struct ToOne {
    /// How many columns it has: one with the key and perhaps another with the number of the destination's entity.
    var columns: Int
    /// One more than the place of the relationship's own destination among the layout's destinations; 0 for none.
    var destination: UInt32
  }

  init(_ entity: StoreEntity, schema: StoreSchema, storeNumber: UInt32) {
    self.schema = schema
    var requests = [SQLiteCell.Request(column: 0, as: .integer), SQLiteCell.Request(column: 2, as: .integer)]
    var others: [(slot: Int, storage: AttributeStorage)] = []
    let attributes = entity.attributes.enumerated().map { slot, storage -> PackedKind in
      if case .none = storage { return .null }
      guard case .column(let column) = storage, let kind = column.packedKind else {
        others.append((slot, storage))
        return .other
      }
      requests.append(SQLiteCell.Request(column: column.index, as: kind.storageClass))
      return kind
    }
    var destinations = schema.entities.map(\.entity)
    let relationships = entity.entity.layout.toOneRelationships
    let toOne = entity.toOne.enumerated().map { slot, storage -> ToOne in
      guard let storage else { return ToOne(columns: 0, destination: 0) }
      requests.append(SQLiteCell.Request(column: storage.column, as: .integer))
      if let column = storage.entityColumn { requests.append(SQLiteCell.Request(column: column, as: .integer)) }
      var result = ToOne(columns: storage.entityColumn == nil ? 1 : 2, destination: 0)
      guard let destination = relationships[slot].destinationEntity else { return result }
      let place = destinations.firstIndex { $0 === destination } ?? destinations.count
      if place == destinations.count { destinations.append(destination) }
      result.destination = UInt32(place + 1)
      return result
    }
    packed = PackedLayout(entity: entity.entity, storeNumber: storeNumber, destinations: destinations)
    self.requests = requests.inPlainMemory()
    self.attributes = attributes.inPlainMemory()
    self.toOne = toOne.inPlainMemory()
    self.others = others
    found = .allocate(capacity: requests.count)
  }

  deinit {
    requests.deallocate()
    attributes.deallocate()
    toOne.deallocate()
    found.deallocate()
  }

  /// Reads the current row.
  ///
  /// - Parameters:
  ///   - files: Where values with a name in their place are kept; `nil` reads such a value as `.null`.
  ///   - memory: An earlier row, whose memory is used again if nobody has kept it.
  /// - Complexity: O(bytes of the row); one allocation at most, apart from values that no cell holds.
  func read(
    _ statement: SQLiteStatement,
    files: ExternalDataFolder?,
    reusing memory: inout PackedValues?
  ) throws -> PackedValues {
    let byteCount = statement.read(requests, into: found)
    let values = PackedValues.make(packed, byteCount: byteCount, reusing: &memory)
    values.head.pointee.reference = Int64(bitPattern: found[0].bits)
    values.head.pointee.version = Int64(bitPattern: found[1].bits)
    var next = UnsafePointer(found + 2)
    var cell = values.cells
    var free = UnsafeMutableRawPointer(cell + packed.cellCount)
    let bytes = free
    for kind in attributes {
      switch kind {
      case .null, .other:
        cell.pointee.kind = .null
      case .integer, .boolean, .double, .float, .date:
        cell.pointee.bits = next.pointee.bits
        cell.pointee.kind = next.pointee.count < 0 ? .null : kind
        next += 1
      case .text, .binary, .transformable, .uuid, .uri:
        let count = next.pointee.count
        cell.pointee.bits = UInt64(truncatingIfNeeded: free - bytes)
        cell.pointee.count = UInt32(truncatingIfNeeded: max(count, 0))
        cell.pointee.kind = count < 0 ? .null : kind
        if count > 0, let start = UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: next.pointee.bits)) {
          free.copyMemory(from: start, byteCount: count)
          free += count
        }
        next += 1
      }
      cell += 1
    }
    for relationship in toOne {
      cell.pointee.count = destination(relationship, next)
      if cell.pointee.count > 0 { cell.pointee.bits = next.pointee.bits }
      next += relationship.columns
      cell += 1
    }
    for other in others {
      let value = try value(other.storage, in: statement, files: files)
      let place = UInt64(values.head.pointee.others.count)
      values.head.pointee.others.append(value)
      values.cells[other.slot].bits = place
      values.cells[other.slot].kind = .other
    }
    return values
  }

  /// One more than the place of the entity of a relationship's destination; 0 for no object.
  private func destination(_ relationship: ToOne, _ found: UnsafePointer<SQLiteCell>) -> UInt32 {
    guard relationship.columns > 0, found.pointee.count >= 0 else { return 0 }
    guard relationship.columns > 1, let index = schema.index(ofNumber: Int64(bitPattern: found[1].bits)) else {
      return relationship.destination
    }
    return UInt32(truncatingIfNeeded: index + 1)
  }

  private func value(
    _ storage: AttributeStorage,
    in statement: SQLiteStatement,
    files: ExternalDataFolder?
  ) throws -> AttributeValue {
    switch storage {
    case .none: return .null
    case .column(let column): return try statement.attributeValue(column.index, as: column, files: files)
    case .composite(let elements):
      var values: [String: AttributeValue] = [:]
      for element in elements {
        let value = try value(element.storage, in: statement, files: files)
        if !value.isNull { values[element.name] = value }
      }
      // A composite without any value is no value: that is how it is stored.
      return values.isEmpty ? .null : .composite(values)
    }
  }
}

extension Array {
  /// A copy of the elements, which are plain values, in memory of their own.
  fileprivate func inPlainMemory() -> UnsafeBufferPointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: count)
    _ = memory.initialize(from: self)
    return UnsafeBufferPointer(memory)
  }
}

extension AttributeColumn {
  /// How the column's values are packed; `nil` if they are made when they are read.
  var packedKind: PackedKind? {
    switch type {
    case .string: .text
    case .integer16, .integer32, .integer64: .integer
    case .boolean: .boolean
    case .double: .double
    case .float: .float
    case .date: .date
    case .uuid: .uuid
    case .uri: .uri
    case .transformable: .transformable
    case .binaryData: allowsExternalStorage ? nil : .binary
    case .decimal, .undefined, .composite: nil
    }
  }
}

extension PackedKind {
  /// Whether values of this kind are kept as bytes.
  var hasBytes: Bool {
    switch self {
    case .text, .binary, .transformable, .uuid, .uri: true
    case .null, .integer, .boolean, .double, .float, .date, .other: false
    }
  }

  /// The storage class that values of this kind are read as.
  var storageClass: SQLiteStorageClass {
    switch self {
    case .integer, .boolean: .integer
    case .double, .float, .date: .real
    case .text, .uri: .text
    case .binary, .transformable, .uuid: .blob
    case .null, .other: .null
    }
  }
}

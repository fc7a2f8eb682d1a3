package import AttributeValues

/// One value of a packed row.
package struct PackedCell {
  /// The bits of a number; of bytes their offset behind the cells; of a to-one relationship the key.
  package var bits: UInt64
  /// The number of bytes; of a to-one relationship one more than the place of the entity among the layout's destinations, or 0 for no object.
  package var count: UInt32
  package var kind: PackedKind
}

/// What stands in front of a packed row's cells.
package struct PackedHeader {
  package let layout: PackedLayout
  package var reference: Int64 = 0
  package var version: Int64 = 0
  /// Values that no cell holds.
  package var others: [AttributeValue] = []
  /// For how many cells there is room, the bytes behind them included.
  let capacity: Int
}

/// The values of a row in one piece of memory: a cell for each property, and behind the cells the bytes of texts and data.
///
/// A store fills it as it reads, and nothing is made of it before somebody asks: no string, no array. Whoever has filled it does not change it once
/// others see it.
package final class PackedValues: ManagedBuffer<PackedHeader, PackedCell> {
  /// Memory for a row whose texts and data have so many bytes; its cells have to be filled.
  ///
  /// - Parameter memory: An earlier row, which is taken if it has room and nobody else holds it.
  /// - Complexity: One allocation at most.
  package static func make(_ layout: PackedLayout, byteCount: Int, reusing memory: inout PackedValues?) -> PackedValues
  {
    let stride = MemoryLayout<PackedCell>.stride
    let capacity = layout.cellCount + (byteCount + stride - 1) / stride
    if isKnownUniquelyReferenced(&memory), let values = memory.take(),
      values.head.pointee.capacity >= capacity, values.head.pointee.layout === layout
    {
      if !values.head.pointee.others.isEmpty { values.head.pointee.others.removeAll() }
      return values
    }
    let values = PackedValues.create(minimumCapacity: capacity) { _ in
      PackedHeader(layout: layout, capacity: capacity)
    }
    return unsafeDowncast(values, to: PackedValues.self)
  }

  /// What stands in front of the cells; by its address, because access to `header` is checked for exclusivity.
  package var head: UnsafeMutablePointer<PackedHeader> { withUnsafeMutablePointerToHeader { $0 } }

  /// The cells, with room for the bytes behind them.
  package var cells: UnsafeMutablePointer<PackedCell> { withUnsafeMutablePointerToElements { $0 } }

  var objectID: ManagedObjectID {
    let layout = head.pointee.layout
    return ManagedObjectID(entity: layout.entity, storeNumber: layout.storeNumber, reference: head.pointee.reference)
  }

  /// The value of an attribute.
  ///
  /// - Complexity: O(bytes of the value).
  package func attribute(_ slot: Int) -> AttributeValue {
    let cell = cells[slot]
    switch cell.kind {
    case .other: return head.pointee.others[Int(cell.bits)]
    case .text, .binary, .transformable, .uuid, .uri: return cell.kind.value(of: bytes(of: cell))
    case .null, .integer, .boolean, .double, .float, .date: return cell.kind.value(bits: cell.bits)
    }
  }

  /// The bytes of a cell whose kind has bytes; they last as long as the row.
  package func bytes(of cell: PackedCell) -> UnsafeRawBufferPointer {
    let start = UnsafeRawPointer(cells + head.pointee.layout.cellCount) + Int(cell.bits)
    return UnsafeRawBufferPointer(start: start, count: Int(cell.count))
  }

  /// The object at the other end of a to-one relationship.
  func toOne(_ slot: Int) -> ManagedObjectID? {
    let cell = cells[head.pointee.layout.attributeCount + slot]
    guard cell.count > 0 else { return nil }
    return ManagedObjectID(
      entity: head.pointee.layout.destinations[Int(cell.count) - 1],
      storeNumber: head.pointee.layout.storeNumber,
      reference: Int64(bitPattern: cell.bits)
    )
  }

  /// All attributes.
  var attributes: [AttributeValue] { (0..<head.pointee.layout.attributeCount).map(attribute) }

  /// The objects at the other ends of all to-one relationships.
  var toOnes: [ManagedObjectID?] { (0..<head.pointee.layout.toOneCount).map(toOne) }
}

/// The kinds of b-tree pages, by the first byte of each.
enum PageKind: UInt8 {
  case indexInterior = 2
  case tableInterior = 5
  case indexLeaf = 10
  case tableLeaf = 13

  var isLeaf: Bool { self == .indexLeaf || self == .tableLeaf }
  var headerSize: Int { isLeaf ? 8 : 12 }
}

/// What the pointer map says of a page.
enum PointerKind: UInt8 {
  case root = 1
  case free = 2
  case firstOverflow = 3
  case laterOverflow = 4
  case tree = 5
}

extension UnsafeMutableRawPointer {
  /// Stores an integer, the most significant byte first.
  func storeBigEndian<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, at offset: Int) {
    storeBytes(of: value.bigEndian, toByteOffset: offset, as: Value.self)
  }
}

extension UnsafeRawPointer {
  /// An integer, the most significant byte first.
  func bigEndian<Value: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Value.Type) -> Value {
    Value(bigEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}

/// Makes the keys of an index out of the rows of its table: the record of the terms' values and of the row's number.
struct KeyCutter {
  /// The columns, in the order of the terms; -1 for the row's number.
  private let columns: [Int]

  init(_ terms: [KeyTerm]) { columns = terms.map { $0.column ?? -1 } }

  /// Adds the key of a row to `target`. The row must have all columns.
  ///
  /// - Returns: The size of the key.
  /// - Complexity: O(*n*) in bytes; no allocation but what `target` needs to grow.
  func append(
    record: UnsafeRawBufferPointer,
    layout: RecordLayout,
    rowID: Int64,
    to target: ByteBuffer
  ) -> Int {
    let rowType = SerialType.ofInteger(rowID)
    let rowSize = SerialType.size(rowType) ?? 0
    var typesSize = 1
    var bodySize = rowSize
    for column in columns {
      if column < 0 {
        typesSize += 1
        bodySize += rowSize
      } else {
        typesSize += Varint.size(of: layout.type(column))
        bodySize += layout.size(column)
      }
    }
    let headerSize = typesSize < 127 ? typesSize + 1 : typesSize + Varint.size(of: UInt64(typesSize + 2))
    let size = headerSize + bodySize
    let key = target.room(for: size + 8)
    var type = key + Varint.write(UInt64(headerSize), to: key)
    var body = key + headerSize
    for column in columns {
      if column < 0 {
        type.storeBytes(of: UInt8(truncatingIfNeeded: rowType), as: UInt8.self)
        type += 1
        SerialType.write(rowID, as: rowType, to: body)
        body += rowSize
      } else {
        type += Varint.write(layout.type(column), to: type)
        let count = layout.size(column)
        if count > 0, let source = record.baseAddress {
          body.copyMemory(from: source + layout.offset(column), byteCount: count)
          body += count
        }
      }
    }
    type.storeBytes(of: UInt8(truncatingIfNeeded: rowType), as: UInt8.self)
    SerialType.write(rowID, as: rowType, to: body)
    target.advance(by: size)
    return size
  }
}

/// A key as it stands in an index: which part of it is compared, and the number of its row.
struct KeyParts {
  /// Where the values begin.
  let headerSize: Int
  /// Where the number of the row begins.
  let rowStart: Int
  private let key: UnsafeRawPointer

  /// - Returns: `nil` if the bytes are no key with a row's number at its end.
  init?(_ key: UnsafeRawBufferPointer) {
    var position = 0
    guard let size = Varint.read(key, at: &position), size >= 2, size <= UInt64(key.count), let base = key.baseAddress
    else { return nil }
    headerSize = Int(size)
    let type = UInt64(key[headerSize - 1])
    guard type >= 1, type <= 9, type != SerialType.real, let rowSize = SerialType.size(type) else { return nil }
    rowStart = key.count - rowSize
    guard rowStart >= headerSize else { return nil }
    self.key = base
  }

  /// The number of the row.
  var rowID: Int64 {
    SerialType.readInteger(UInt64(key.load(fromByteOffset: headerSize - 1, as: UInt8.self)), key + rowStart)
  }
}

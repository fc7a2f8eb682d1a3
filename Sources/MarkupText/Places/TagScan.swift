/// Finds the parts of a start tag in the text of an XML document or a page.
enum TagScan {
  /// The parts of one attribute, as offsets into the scanned bytes.
  struct Attribute: Sendable, Hashable {
    /// The name, with its prefix.
    var name: Range<Int>
    /// After the value and its quote, or after the name of an attribute without a value.
    var end: Int
  }

  /// The attributes of the start tag that begins at the first of `bytes`, namespace declarations included.
  ///
  /// Values without quotes and attributes without values are taken as browsers take them. Scanning ends at the tag's `>` or at the
  /// end of the bytes.
  ///
  /// - Complexity: O(*n*) in the bytes of the tag.
  static func attributes(in bytes: UnsafeBufferPointer<UInt8>) -> [Attribute] {
    var found: [Attribute] = []
    var index = 0
    let count = bytes.count
    while index < count, !endsName(bytes[index]) { index += 1 }
    while true {
      while index < count, isSpace(bytes[index]) || bytes[index] == UInt8(ascii: "/") { index += 1 }
      guard index < count, bytes[index] != UInt8(ascii: ">") else { return found }
      let nameStart = index
      // A stray equals sign is a name to browsers; taking it keeps the scan moving.
      if bytes[index] == UInt8(ascii: "=") { index += 1 }
      while index < count, !endsName(bytes[index]), bytes[index] != UInt8(ascii: "=") { index += 1 }
      let name = nameStart..<index
      var end = index
      while index < count, isSpace(bytes[index]) { index += 1 }
      if index < count, bytes[index] == UInt8(ascii: "=") {
        index += 1
        while index < count, isSpace(bytes[index]) { index += 1 }
        if index < count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
          let quote = bytes[index]
          index += 1
          while index < count, bytes[index] != quote { index += 1 }
          index = min(index + 1, count)
        } else {
          while index < count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") { index += 1 }
        }
        end = index
      }
      found.append(Attribute(name: name, end: end))
    }
  }

  /// The offset after the `>` of the tag that begins at the first of `bytes`, or their count if it does not end.
  static func end(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var index = attributes(in: bytes).last?.end ?? 0
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
    return min(index + 1, bytes.count)
  }

  /// How many attributes the start tag at `start` has, and where it ends; counting stops after `limit`.
  static func countAttributes(
    in bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    limit: Int
  ) -> (count: Int, end: Int) {
    var index = start
    var count = 0
    while index < bytes.count, !endsName(bytes[index]) { index += 1 }
    while index < bytes.count, count <= limit {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") { break }
      if isSpace(byte) || byte == UInt8(ascii: "/") {
        index += 1
        continue
      }
      count += 1
      index = attributeEnd(in: bytes, from: index)
    }
    return (count, index)
  }

  /// The offset after the attribute whose name begins at `start`, or the count of bytes if they end in it.
  static func attributeEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, !endsName(bytes[index]), bytes[index] != UInt8(ascii: "=") { index += 1 }
    var value = index
    while value < bytes.count, isSpace(bytes[value]) { value += 1 }
    guard value < bytes.count, bytes[value] == UInt8(ascii: "=") else { return index }
    value += 1
    while value < bytes.count, isSpace(bytes[value]) { value += 1 }
    guard value < bytes.count else { return value }
    let quote = bytes[value]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      value += 1
      while value < bytes.count, bytes[value] != quote { value += 1 }
      return min(value + 1, bytes.count)
    }
    while value < bytes.count, !isSpace(bytes[value]), bytes[value] != UInt8(ascii: ">") { value += 1 }
    return value
  }

  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Whether a byte cannot be part of a tag's name.
  @inline(__always)
  static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }
}

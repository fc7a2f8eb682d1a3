/// Finds the parts of a start tag in the text of a well-formed document.
enum TagScan {
  /// The parts of one attribute, as offsets into the scanned bytes.
  struct Attribute: Sendable, Hashable {
    /// The name, with its prefix.
    var name: Range<Int>
    /// The value without its quotes.
    var value: Range<Int>
  }

  /// The attributes of the start tag that begins at the first of `bytes`, namespace declarations included.
  ///
  /// Scanning ends at the tag's `>`, at the end of the bytes or at anything that is no attribute.
  ///
  /// - Complexity: O(*n*) in the bytes of the tag.
  static func attributes(in bytes: UnsafeBufferPointer<UInt8>) -> [Attribute] {
    var found: [Attribute] = []
    var index = 0
    let count = bytes.count
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
    func ends(_ byte: UInt8) -> Bool { isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") }
    while index < count, !ends(bytes[index]) { index += 1 }
    while true {
      while index < count, isSpace(bytes[index]) { index += 1 }
      let nameStart = index
      while index < count, !ends(bytes[index]), bytes[index] != UInt8(ascii: "=") { index += 1 }
      let name = nameStart..<index
      guard !name.isEmpty else { return found }
      while index < count, isSpace(bytes[index]) { index += 1 }
      guard index < count, bytes[index] == UInt8(ascii: "=") else { return found }
      index += 1
      while index < count, isSpace(bytes[index]) { index += 1 }
      guard index < count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else { return found }
      let quote = bytes[index]
      index += 1
      let valueStart = index
      while index < count, bytes[index] != quote { index += 1 }
      found.append(Attribute(name: name, value: valueStart..<index))
      index += 1
    }
  }
}

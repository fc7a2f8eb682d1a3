/// What each byte may be in an XML document, as bits of one table.
struct ByteClass: OptionSet, BitwiseCopyable {
  let rawValue: UInt8

  static let space = ByteClass(rawValue: 1)
  /// What a name may begin with, of the characters below U+0080; the colon aside.
  static let nameStart = ByteClass(rawValue: 2)
  /// What a name may have in it, of the characters below U+0080, the colon included.
  static let name = ByteClass(rawValue: 4)
  /// What stands for itself in text.
  static let text = ByteClass(rawValue: 8)
  /// What stands for itself in an attribute's value, quotes included.
  static let value = ByteClass(rawValue: 16)
  /// What an absolute address may have in it without a need to look closer.
  static let address = ByteClass(rawValue: 32)

  /// The bits of all 256 bytes, which live as long as the process and never change, so that every thread may read them.
  nonisolated(unsafe) static let table: UnsafePointer<UInt8> = {
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    for byte in UInt8.min...UInt8.max { table[Int(byte)] = of(byte).rawValue }
    return UnsafePointer(table)
  }()

  private static func of(_ byte: UInt8) -> ByteClass {
    var found: ByteClass = []
    let isLetter = (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
    let isDigit = (0x30...0x39).contains(byte)
    if "\t\n\r ".utf8.contains(byte) { found.insert(.space) }
    if isLetter || byte == UInt8(ascii: "_") { found.insert(.nameStart) }
    if isLetter || isDigit || "_-.:".utf8.contains(byte) { found.insert(.name) }
    if !"<&]\r".utf8.contains(byte) { found.insert(.text) }
    if !"<&\t\n\r".utf8.contains(byte) { found.insert(.value) }
    if isLetter || isDigit || "-._~:/#?%=+,;@".utf8.contains(byte) { found.insert(.address) }
    return found
  }
}

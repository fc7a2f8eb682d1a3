/// One header block of a tar archive: <https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06>.
struct TarHeader {
  static let blockSize = 512

  let name: String
  let size: Int
  let type: UInt8
  /// What a link leads to.
  let link: String

  /// Reads a header block; `nil` if its checksum is wrong.
  init?(_ block: [UInt8]) {
    guard block.count == Self.blockSize, Self.isTar(block) else { return nil }
    guard let size = Self.number(block[124..<136]), size >= 0 else { return nil }
    self.size = size
    type = block[156]
    link = Self.text(block[157..<257])
    let name = Self.text(block[0..<100])
    // A name too long for its field has its folders in another; GNU's tar uses that field otherwise.
    let isPOSIX = block[257..<263].elementsEqual([0x75, 0x73, 0x74, 0x61, 0x72, 0])
    let prefix = isPOSIX ? Self.text(block[345..<500]) : ""
    self.name = prefix.isEmpty ? name : prefix + "/" + name
  }

  /// Whether a block is a header: its checksum is right.
  static func isTar(_ block: [UInt8]) -> Bool {
    guard block.count >= blockSize, block[0] != 0, let sum = number(block[148..<156]) else { return false }
    var found = 0
    for index in 0..<blockSize { found += (148..<156).contains(index) ? 0x20 : Int(block[index]) }
    return found == sum
  }

  static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }

  /// An octal number, or a binary one when its first bit is set.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    if first & 0x80 != 0 {
      guard first == 0x80, bytes.dropFirst().prefix(max(0, bytes.count - 8)).allSatisfy({ $0 == 0 }) else { return nil }
      let value = bytes.suffix(7).reduce(0) { $0 << 8 | Int($1) }
      return value
    }
    let digits = bytes.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
    var value = 0
    for digit in digits {
      guard (0x30...0x37).contains(digit) else { return nil }
      value = value << 3 | Int(digit - 0x30)
    }
    return value
  }
}

/// The blocks of a GIF file (GIF89a).
struct GIFHeader {
  private let contents: ImageBytes

  init(_ contents: ImageBytes) { self.contents = contents }

  func read(into facts: inout ImageFacts) {
    facts.width = contents.little16(at: 6)
    facts.height = contents.little16(at: 8)
    facts.bits = 8
    facts.colour = .palette
    guard let packed = contents[10] else {
      facts.defect = "it ends in the middle"
      return
    }
    var offset = 13 + Self.tableSize(packed)
    var frames = 0
    while let block = contents[offset] {
      switch block {
      case 0x3B:
        if frames == 0 { facts.defect = "it has no picture" }
        facts.isAnimated = frames > 1
        return
      case 0x2C:
        frames += 1
        offset += 10 + (contents[offset + 9].map(Self.tableSize) ?? 0) + 1
        offset = endOfBlocks(offset)
      case 0x21:
        if contents[offset + 1] == 0xF9, let flags = contents[offset + 3], flags & 1 == 1 { facts.hasAlpha = true }
        offset = endOfBlocks(offset + 2)
      default:
        facts.defect = "it is damaged at byte \(offset)"
        return
      }
    }
    facts.isAnimated = frames > 1
    facts.defect = "it ends in the middle"
  }

  /// The bytes of the colour table that a byte announces.
  private static func tableSize(_ packed: UInt8) -> Int { packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1) }

  private func endOfBlocks(_ offset: Int) -> Int {
    var offset = offset
    while let length = contents[offset] {
      offset += 1 + Int(length)
      if length == 0 { break }
    }
    return offset
  }
}

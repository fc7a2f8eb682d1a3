/// The chunks of a WebP file (RFC 9649).
struct WebPHeader {
  private let contents: ImageBytes

  init(_ contents: ImageBytes) { self.contents = contents }

  func read(into facts: inout ImageFacts) {
    facts.bits = 8
    facts.colour = .rgb
    guard let size = contents.little32(at: 4), size <= contents.count - 8 else {
      facts.defect = "it ends in the middle"
      return readChunks(to: contents.count, into: &facts)
    }
    readChunks(to: size + 8, into: &facts)
    if facts.width == nil, facts.defect == nil { facts.defect = "it has no picture" }
  }

  private func readChunks(to end: Int, into facts: inout ImageFacts) {
    var offset = 12
    while offset < end, let name = contents.text(at: offset, count: 4), let length = contents.little32(at: offset + 4) {
      guard let data = contents.part(at: offset + 8, count: length) else {
        facts.defect = "it ends in the middle"
        if let rest = contents.part(at: offset + 8, count: max(0, contents.count - offset - 8)) {
          read(name, rest, into: &facts)
        }
        return
      }
      read(name, data, into: &facts)
      offset += 8 + length + length % 2
    }
  }

  private func read(_ name: String, _ data: ImageBytes, into facts: inout ImageFacts) {
    switch name {
    case "VP8X":
      guard let flags = data[0], let width = data.little24(at: 4), let height = data.little24(at: 7) else { return }
      (facts.width, facts.height) = (width + 1, height + 1)
      facts.hasAlpha = flags & 0x10 != 0
      facts.isAnimated = flags & 0x02 != 0
    case "VP8 " where facts.width == nil:
      guard data.bytes(at: 3, count: 3) == [0x9D, 0x01, 0x2A], let width = data.little16(at: 6),
        let height = data.little16(at: 8)
      else { return }
      (facts.width, facts.height) = (width & 0x3FFF, height & 0x3FFF)
    case "VP8L":
      guard data[0] == 0x2F, let bits = data.little32(at: 1) else { return }
      if facts.width == nil { (facts.width, facts.height) = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1) }
      if bits >> 28 & 1 == 1 { facts.hasAlpha = true }
    case "EXIF": EXIF(data)?.read(into: &facts)
    case "XMP ": XMP(data)?.read(into: &facts)
    default: break
    }
  }
}

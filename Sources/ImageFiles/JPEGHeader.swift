/// The segments of a JPEG file (ITU-T T.81).
struct JPEGHeader {
  private let contents: ImageBytes

  init(_ contents: ImageBytes) { self.contents = contents }

  func read(into facts: inout ImageFacts) {
    var offset = 2
    while true {
      guard contents[offset] == 0xFF, let marker = contents[offset + 1] else {
        facts.defect = offset >= contents.count ? "it ends in the middle" : "it is damaged at byte \(offset)"
        return
      }
      switch marker {
      case 0xFF: offset += 1
      case 0xD9:
        if facts.width == nil { facts.defect = "it has no picture" }
        return
      case 0x01, 0xD0...0xD7: offset += 2
      default:
        guard let length = contents.big16(at: offset + 2), length >= 2,
          let data = contents.part(at: offset + 4, count: length - 2)
        else {
          facts.defect = "it ends in the middle"
          return
        }
        read(marker, data, into: &facts)
        offset += 2 + length
        if marker == 0xDA { offset = endOfScan(offset) }
      }
    }
  }

  /// The marker behind the compressed data that begin at an offset; the end if there is none.
  private func endOfScan(_ offset: Int) -> Int {
    var offset = offset
    while let byte = contents[offset] {
      if byte == 0xFF, let next = contents[offset + 1], next != 0, !(0xD0...0xD7).contains(next), next != 0xFF {
        return offset
      }
      offset += 1
    }
    return contents.count
  }

  private func read(_ marker: UInt8, _ data: ImageBytes, into facts: inout ImageFacts) {
    switch marker {
    // Frames of every way of coding; C4, C8 and CC are other segments.
    case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
      facts.bits = data[0].map(Int.init)
      facts.height = data.big16(at: 1)
      facts.width = data.big16(at: 3)
      switch data[5] {
      case 1: facts.colour = .grey
      case 3: facts.colour = .rgb
      case 4: facts.colour = .cmyk
      default: facts.defect = "its kind of colours does not exist"
      }
    case 0xE1:
      if data.text(at: 0, count: 6) == "Exif\0\0", let exif = data.part(at: 6, count: data.count - 6) {
        EXIF(exif)?.read(into: &facts)
      } else {
        XMP(data)?.read(into: &facts)
      }
    default: break
    }
  }
}

/// The chunks of a PNG file (ISO/IEC 15948).
struct PNGHeader {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let contents: ImageBytes

  init(_ contents: ImageBytes) { self.contents = contents }

  func read(into facts: inout ImageFacts) {
    var offset = Self.signature.count
    var isFirst = true
    while true {
      guard let length = contents.big32(at: offset), let name = contents.text(at: offset + 4, count: 4),
        let data = contents.part(at: offset + 8, count: length), let sum = contents.big32(at: offset + 8 + length)
      else {
        facts.defect = "it ends in the middle"
        return
      }
      guard contents.part(at: offset + 4, count: length + 4)?.checksum() == UInt32(sum) else {
        facts.defect = "its part \(name.isASCIIName ? name : "at byte \(offset)") is damaged"
        return
      }
      if isFirst, name != "IHDR" || length != 13 {
        facts.defect = "it does not begin with its size"
        return
      }
      isFirst = false
      read(name, data, into: &facts)
      if name == "IEND" { return }
      offset += length + 12
    }
  }

  private func read(_ name: String, _ data: ImageBytes, into facts: inout ImageFacts) {
    switch name {
    case "IHDR":
      facts.width = data.big32(at: 0)
      facts.height = data.big32(at: 4)
      facts.bits = data[8].map(Int.init)
      switch data[9] {
      case 0: facts.colour = .grey
      case 2: facts.colour = .rgb
      case 3: facts.colour = .palette
      case 4: (facts.colour, facts.hasAlpha) = (.grey, true)
      case 6: (facts.colour, facts.hasAlpha) = (.rgb, true)
      default: facts.defect = "its kind of colours does not exist"
      }
    case "tRNS": facts.hasAlpha = true
    case "acTL": facts.isAnimated = (data.big32(at: 0) ?? 0) > 1
    case "eXIf": EXIF(data)?.read(into: &facts)
    case "iTXt": XMP(data)?.read(into: &facts)
    default: break
    }
  }
}

extension String {
  fileprivate var isASCIIName: Bool { utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } }
}

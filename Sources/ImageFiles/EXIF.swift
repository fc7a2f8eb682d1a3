/// What cameras write into pictures: directories of numbered entries, as in TIFF (CIPA DC-008).
struct EXIF {
  private let contents: ImageBytes
  private let isLittle: Bool

  /// `nil` if the bytes do not begin so.
  init?(_ contents: ImageBytes) {
    // Some programs write JPEG's introduction in WebP, too.
    let isIntroduced = contents.text(at: 0, count: 6) == "Exif\0\0"
    guard let contents = isIntroduced ? contents.part(at: 6, count: contents.count - 6) : contents else { return nil }
    switch contents.text(at: 0, count: 2) {
    case "II": isLittle = true
    case "MM": isLittle = false
    default: return nil
    }
    self.contents = contents
  }

  func read(into facts: inout ImageFacts) {
    guard let first = number32(at: 4) else { return }
    var isTIFF: Bool { facts.mediaType == .tiff }
    var compressedGrey = false
    for entry in entries(at: first) {
      switch entry.tag {
      case 0x0112: if let turn = value16(entry), (1...8).contains(turn) { facts.orientation = turn }
      case 0x8825:
        // A directory that says nothing but its version tells no place.
        if let offset = number32(at: entry.offset + 8),
          entries(at: offset).contains(where: { [2, 4].contains($0.tag) })
        {
          facts.privateParts.insert(.place)
        }
      case 0x8769:
        guard let offset = number32(at: entry.offset + 8) else { continue }
        for entry in entries(at: offset) {
          if entry.tag == 0xA430 { facts.privateParts.insert(.owner) }
          if entry.tag == 0xA431 || entry.tag == 0xA435 { facts.privateParts.insert(.serialNumber) }
        }
      case 0x0100 where isTIFF: facts.width = value(entry)
      case 0x0101 where isTIFF: facts.height = value(entry)
      case 0x0102 where isTIFF:
        facts.bits = entry.count == 1 ? value16(entry) : number32(at: entry.offset + 8).flatMap(number16)
      case 0x0106 where isTIFF:
        compressedGrey = (value16(entry) ?? 2) <= 1
        facts.colour = compressedGrey ? .grey : value16(entry) == 5 ? .cmyk : value16(entry) == 3 ? .palette : .rgb
      case 0x0152 where isTIFF: facts.hasAlpha = true
      default: break
      }
    }
  }

  private struct Entry {
    let tag: Int
    let kind: Int
    let count: Int
    let offset: Int
  }

  /// The entries of the directory at an offset, 1,000 of them at most.
  private func entries(at offset: Int) -> [Entry] {
    guard let count = number16(at: offset) else { return [] }
    return (0..<min(count, 1000)).compactMap { index in
      let place = offset + 2 + index * 12
      guard let tag = number16(at: place), let kind = number16(at: place + 2), let count = number32(at: place + 4)
      else { return nil }
      return Entry(tag: tag, kind: kind, count: count, offset: place)
    }
  }

  private func value16(_ entry: Entry) -> Int? { number16(at: entry.offset + 8) }

  private func value(_ entry: Entry) -> Int? { entry.kind == 3 ? value16(entry) : number32(at: entry.offset + 8) }

  private func number16(at offset: Int) -> Int? {
    isLittle ? contents.little16(at: offset) : contents.big16(at: offset)
  }

  private func number32(at offset: Int) -> Int? {
    isLittle ? contents.little32(at: offset) : contents.big32(at: offset)
  }
}

/// A description of a picture in XML (ISO 16684-1), which is searched for the names of a few of its properties.
struct XMP {
  private let contents: ImageBytes

  /// `nil` if the bytes are none.
  init?(_ contents: ImageBytes) {
    guard
      contents.contains("ns.adobe.com/xap") || contents.contains("XML:com.adobe.xmp") || contents.contains("x:xmpmeta")
    else { return nil }
    self.contents = contents
  }

  func read(into facts: inout ImageFacts) {
    if contents.contains("GPSLatitude") || contents.contains("GPSLongitude") { facts.privateParts.insert(.place) }
    if contents.contains("OwnerName") { facts.privateParts.insert(.owner) }
    if contents.contains("SerialNumber") { facts.privateParts.insert(.serialNumber) }
  }
}

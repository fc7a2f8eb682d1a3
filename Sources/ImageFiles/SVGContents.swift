/// What an SVG drawing holds that does more than draw. The text is searched, not parsed: what only looks like a script is reported, too.
enum SVGContents {
  /// Whether a text is an SVG drawing: its root stands within the first kilobyte.
  static func isSVG(_ bytes: [UInt8]) -> Bool {
    let beginning = ImageBytes(bytes.prefix(1024).map(lowercased))
    guard let first = bytes.prefix(1024).first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }),
      first == UInt8(ascii: "<")
    else { return false }
    return beginning.contains("<svg") || beginning.contains(":svg")
  }

  static func hazards(_ bytes: [UInt8]) -> Set<ImageFacts.Hazard> {
    let text = bytes.map(lowercased)
    let contents = ImageBytes(text)
    var hazards: Set<ImageFacts.Hazard> = []
    if contents.contains("<script") || contents.contains(":script") || contents.contains("javascript:")
      || contents.contains("<foreignobject") || hasHandler(text)
    {
      hazards.insert(.script)
    }
    if contents.contains("<!entity") { hazards.insert(.entity) }
    if contents.contains("@import") || contents.contains("<?xml-stylesheet") || refersElsewhere(text) {
      hazards.insert(.reference)
    }
    return hazards
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  /// Whether an attribute such as `onload` stands anywhere.
  private static func hasHandler(_ text: [UInt8]) -> Bool {
    var index = 1
    while index + 2 < text.count {
      if text[index] == UInt8(ascii: "o"), text[index + 1] == UInt8(ascii: "n"),
        isSpace(text[index - 1]) || text[index - 1] == UInt8(ascii: "/")
      {
        var end = index + 2
        while end < text.count, text[end] >= 0x61, text[end] <= 0x7A { end += 1 }
        let hasName = end > index + 2
        while end < text.count, isSpace(text[end]) { end += 1 }
        if hasName, end < text.count, text[end] == UInt8(ascii: "=") { return true }
      }
      index += 1
    }
    return false
  }

  /// Whether something leads out of the file: a reference that begins neither with `#` nor with `data:image/`.
  private static func refersElsewhere(_ text: [UInt8]) -> Bool {
    for word in ["href", "src", "url("] {
      let wanted = Array(word.utf8)
      var index = 0
      while index + wanted.count <= text.count {
        guard text[index] == wanted[0], text[index..<index + wanted.count].elementsEqual(wanted) else {
          index += 1
          continue
        }
        index += wanted.count
        var end = index
        while end < text.count,
          isSpace(text[end]) || [UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "'")].contains(text[end])
        { end += 1 }
        // The word alone is no reference.
        let isReference = word == "url(" || text[index..<end].contains(UInt8(ascii: "="))
        if isReference, end < text.count, text[end] != UInt8(ascii: "#"), !text[end...].starts(with: "data:image/".utf8)
        {
          return true
        }
      }
    }
    return false
  }
}

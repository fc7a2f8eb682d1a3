/// A kind of file, as its first bytes show it; the raw value is its registered name.
package enum MediaType: String, Sendable, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case webp = "image/webp"
  case tiff = "image/tiff"
  case bmp = "image/bmp"
  case heic = "image/heic"
  case avif = "image/avif"
  case jpegXL = "image/jxl"
  case svg = "image/svg+xml"
  case pdf = "application/pdf"

  /// Tells the kind of a file by its content; `nil` if it is none of these.
  ///
  /// - Complexity: Looks at the first kilobyte.
  package init?(of bytes: [UInt8]) {
    let contents = ImageBytes(bytes)
    func begins(_ text: String, at offset: Int = 0) -> Bool {
      contents.text(at: offset, count: text.utf8.count) == text
    }
    if contents.bytes(at: 0, count: 8) == PNGHeader.signature {
      self = .png
    } else if contents.bytes(at: 0, count: 3) == [0xFF, 0xD8, 0xFF] {
      self = .jpeg
    } else if begins("GIF87a") || begins("GIF89a") {
      self = .gif
    } else if begins("RIFF"), begins("WEBP", at: 8) {
      self = .webp
    } else if contents.bytes(at: 0, count: 4) == [0x49, 0x49, 0x2A, 0]
      || contents.bytes(at: 0, count: 4) == [0x4D, 0x4D, 0, 0x2A]
    {
      self = .tiff
    } else if begins("ftyp", at: 4), let brand = contents.text(at: 8, count: 4) {
      switch brand {
      case "avif", "avis": self = .avif
      case "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1": self = .heic
      default: return nil
      }
    } else if contents.bytes(at: 0, count: 2) == [0xFF, 0x0A] || begins("JXL ", at: 4) {
      self = .jpegXL
    } else if begins("%PDF-") {
      self = .pdf
    } else if begins("BM"), contents.little16(at: 26) == 1 {
      self = .bmp
    } else if SVGContents.isSVG(bytes) {
      self = .svg
    } else {
      return nil
    }
  }

  /// The part of the name that people say, as in “png”.
  package var shortName: String {
    switch self {
    case .svg: "svg"
    default: String(rawValue.split(separator: "/").last ?? "")
    }
  }

  /// The kind that a recipe names, as in “jpeg”; `nil` if there is none.
  package init?(shortName: String) {
    guard let type = Self.allCases.first(where: { $0.shortName == shortName }) else { return nil }
    self = type
  }
}

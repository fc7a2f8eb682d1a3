/// What a file says of its picture, without decoding it.
package struct ImageFacts: Sendable, Hashable {
  /// How colours are written.
  package enum Colour: String, Sendable, CaseIterable {
    case grey, rgb, palette, cmyk
  }

  /// What a picture says of people, which nobody sees who looks at it.
  package enum PrivatePart: String, Sendable, CaseIterable {
    case place = "where it was taken (GPS)"
    case owner = "the camera's owner"
    case serialNumber = "a serial number of the camera"
  }

  /// What a picture does beyond being shown.
  package enum Hazard: String, Sendable, CaseIterable {
    case script = "runs scripts"
    case reference = "loads something from elsewhere"
    case entity = "declares entities"
  }

  package let mediaType: MediaType
  /// Width and height in pixels, as they are stored; `nil` where the file's own library has to be asked.
  package internal(set) var width: Int?
  package internal(set) var height: Int?
  /// The bits of a channel.
  package internal(set) var bits: Int?
  package internal(set) var colour: Colour?
  package internal(set) var hasAlpha = false
  /// How the picture is to be turned, from 1 to 8, as EXIF numbers it; 1 is upright.
  package internal(set) var orientation = 1
  package internal(set) var isAnimated = false
  package internal(set) var privateParts: Set<PrivatePart> = []
  package internal(set) var hazards: Set<Hazard> = []
  /// Why the file cannot be whole; `nil` if nothing of its structure says so.
  package internal(set) var defect: String?

  init(_ mediaType: MediaType) { self.mediaType = mediaType }

  /// Reads what a file says; `nil` if it is no picture that is known.
  ///
  /// - Complexity: O(*n*) over the bytes; keeps nothing.
  package init?(of bytes: [UInt8]) {
    guard let type = MediaType(of: bytes) else { return nil }
    self.init(type)
    let contents = ImageBytes(bytes)
    switch type {
    case .png: PNGHeader(contents).read(into: &self)
    case .jpeg: JPEGHeader(contents).read(into: &self)
    case .gif: GIFHeader(contents).read(into: &self)
    case .webp: WebPHeader(contents).read(into: &self)
    case .tiff: EXIF(contents)?.read(into: &self)
    case .svg: hazards = SVGContents.hazards(bytes)
    case .bmp, .heic, .avif, .jpegXL, .pdf: break
    }
  }

  /// The width and height as the picture is shown, once it is turned upright.
  package var shownSize: (width: Int, height: Int)? {
    guard let width, let height else { return nil }
    return orientation >= 5 ? (height, width) : (width, height)
  }
}

internal import CImageLibrary
internal import FoundationEssentials
package import ImageFiles
internal import Synchronization

/// The library of the system that decodes pictures and makes others of them: libvips, which is loaded when something needs it.
package struct ImageLibrary: Sendable {
  /// Debian's package that has the library.
  package static let package = "libvips42"

  /// The library's version, as in “8.14.1”. Two versions may make different bytes of the same picture; one makes the same.
  package let version: String

  private static let loaded: ImageLibrary? =
    studbook_vips_load() == 0 ? ImageLibrary(version: String(cString: studbook_vips_version())) : nil

  private init(version: String) { self.version = version }

  /// The library.
  ///
  /// - Throws: `ImageLibraryError` if it is not installed.
  package static func load() throws(ImageLibraryError) -> ImageLibrary {
    guard let loaded else { throw ImageLibraryError() }
    return loaded
  }

  /// Whether the library is installed.
  package static var isInstalled: Bool { loaded != nil }

  /// The most pixels that a picture may have to be decoded.
  package static let mostPixels = 100_000_000

  /// Pictures of more pixels than this are decoded one at a time, because some formats have to be kept whole in memory meanwhile.
  private static let manyPixels = 16_000_000
  private static let largeOnes = Mutex<Void>(())

  /// Decodes all of a picture, and keeps nothing of it.
  ///
  /// - Throws: `ImageFailure` if it is damaged, or nothing that the library reads.
  package func decode(_ bytes: [UInt8]) throws(ImageFailure) {
    let pixels = try requireDecodable(bytes)
    try call(pixels: pixels) {
      studbook_vips_decode($0, $1, $2, $3)
    } with: {
      bytes
    }
  }

  /// Makes a picture that fits.
  ///
  /// - Returns: The new file.
  /// - Throws: `ImageFailure` if the picture is damaged, too large, or nothing that the library reads.
  package func fit(_ bytes: [UInt8], _ fitting: ImageFitting) throws(ImageFailure) -> [UInt8] {
    let pixels = try requireDecodable(bytes)
    var made: UnsafeMutableRawPointer?
    var count = 0
    let format =
      switch fitting.format {
      case .jpeg: studbook_vips_jpeg
      case .png: studbook_vips_png
      case .webp: studbook_vips_webp
      }
    try call(pixels: pixels) {
      studbook_vips_fit(
        $0,
        $1,
        Int32(fitting.width),
        Int32(fitting.height),
        format,
        Int32(fitting.quality),
        fitting.strips ? 1 : 0,
        &made,
        &count,
        $2,
        $3
      )
    } with: {
      bytes
    }
    defer { studbook_vips_free(made) }
    return made.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
  }

  /// What a picture looks like.
  ///
  /// - Throws: `ImageFailure` if the picture cannot be decoded.
  package func perceptualHash(_ bytes: [UInt8]) throws(ImageFailure) -> PerceptualHash {
    let size = try requireDecodable(bytes)
    var colors = [UInt8](repeating: 0, count: PerceptualHash.width * PerceptualHash.height * 3)
    try call(pixels: size) {
      studbook_vips_colors($0, $1, Int32(PerceptualHash.width), Int32(PerceptualHash.height), &colors, $2, $3)
    } with: {
      bytes
    }
    return PerceptualHash(colors: colors)
  }

  /// Looks at what the file says of itself before anything is decoded.
  ///
  /// - Returns: How many pixels it has.
  private func requireDecodable(_ bytes: [UInt8]) throws(ImageFailure) -> Int {
    guard let facts = ImageFacts(of: bytes) else { throw ImageFailure(.notAPicture) }
    if let defect = facts.defect { throw ImageFailure(.damaged(defect)) }
    // Drawings and documents are programs more than pictures, and what renders them was not made for files of strangers.
    if facts.mediaType == .svg || facts.mediaType == .pdf { throw ImageFailure(.drawing(facts.mediaType)) }
    var (width, height): (Int, Int)
    if let ofHeader = facts.width, let other = facts.height {
      (width, height) = (ofHeader, other)
    } else {
      var (found, other, bits): (Int32, Int32, Int32) = (0, 0, 0)
      try call(asks: facts.mediaType) {
        studbook_vips_size($0, $1, &found, &other, &bits, $2, $3)
      } with: {
        bytes
      }
      (width, height) = (Int(found), Int(other))
    }
    guard width > 0, height > 0 else { throw ImageFailure(.damaged("it has no size")) }
    let (pixels, isTooMany) = width.multipliedReportingOverflow(by: height)
    guard !isTooMany, pixels <= Self.mostPixels else { throw ImageFailure(.tooManyPixels(width, height)) }
    return pixels
  }

  private func call(
    asks type: MediaType? = nil,
    pixels: Int = 0,
    _ body: (UnsafeRawPointer?, Int, UnsafeMutablePointer<CChar>?, Int) -> Int32,
    with bytes: () -> [UInt8]
  ) throws(ImageFailure) {
    var reason = [CChar](repeating: 0, count: 256)
    func carriedOut() -> Int32 {
      bytes().withUnsafeBytes { buffer in
        reason.withUnsafeMutableBufferPointer { body(buffer.baseAddress, buffer.count, $0.baseAddress, $0.count) }
      }
    }
    let result = pixels > Self.manyPixels ? Self.largeOnes.withLock { _ in carriedOut() } : carriedOut()
    guard result != 0 else { return }
    let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if let type { throw ImageFailure(.unreadable(type, text)) }
    throw ImageFailure(.damaged(text.isEmpty ? "libvips cannot decode it" : text))
  }
}

/// What a picture is made into.
package struct ImageFitting: Sendable, Hashable {
  /// Formats that pictures are written in.
  package enum Format: String, Sendable, CaseIterable {
    case jpeg, png, webp
  }

  /// The box that the picture has to fit into; it is never made larger.
  package var width: Int
  package var height: Int
  package var format: Format
  /// From 1 to 100; means nothing for PNG.
  package var quality: Int
  /// Whether everything but the picture is left out: places, cameras, colour profiles, remarks.
  package var strips: Bool

  package init(width: Int, height: Int, format: Format = .jpeg, quality: Int = 82, strips: Bool = true) {
    self.width = width
    self.height = height
    self.format = format
    self.quality = quality
    self.strips = strips
  }
}

/// The library for pictures is not there.
package struct ImageLibraryError: LocalizedError, CustomStringConvertible, Sendable {
  package var description: String {
    "Pictures are decoded by libvips, which is not installed; try: sudo apt install \(ImageLibrary.package)"
  }
  package var errorDescription: String? { description }
}

/// Why nothing can be made of a picture.
package struct ImageFailure: LocalizedError, CustomStringConvertible, Sendable {
  package enum Kind: Sendable, Hashable {
    case notAPicture
    case drawing(MediaType)
    case damaged(String)
    /// The library does not read files of this kind.
    case unreadable(MediaType, String)
    case tooManyPixels(Int, Int)
  }

  package let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  package var description: String {
    switch kind {
    case .notAPicture: "it is no picture"
    case .drawing(let type): "\(type.rawValue) is not decoded; give it as PNG"
    case .damaged(let problem): problem
    case .unreadable(let type, let problem): "this libvips does not read \(type.rawValue): \(problem)"
    case .tooManyPixels(let width, let height):
      "it has \(width) by \(height) pixels, and no more than \(ImageLibrary.mostPixels) are decoded"
    }
  }
  package var errorDescription: String? { description }
}

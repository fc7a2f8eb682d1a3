internal import Digests
internal import Foundation
internal import ImageFiles
internal import SystemErrors

/// The files of a site.
final class SiteFiles {
  private let folder: String
  /// The digests of those that are written.
  private var pictures: Set<String> = []
  /// The longest side of a thumbnail.
  private static let thumbnailSide = 160

  init(_ folder: String) { self.folder = folder }

  func makeFolder(_ name: String) throws { try Files.makeFolder("\(folder)/\(name)") }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let file = try FileWriter(path: "\(folder)/\(name)")
    try file.write(bytes)
    try file.finish()
  }

  /// Writes a picture, once however many objects have it.
  ///
  /// - Returns: `nil` for bytes that are no picture which browsers show and which can do nothing.
  func writePicture(_ data: Data) throws -> SitePicture? {
    let bytes = Array(data)
    guard let facts = ImageFacts(of: bytes), [.png, .jpeg, .gif, .webp, .avif].contains(facts.mediaType) else {
      return nil
    }
    var words = facts.mediaType.shortName.uppercased()
    if let width = facts.width, let height = facts.height { words += ", \(width) × \(height)" }
    words += ", \(ValueWords.size(bytes.count))"
    let digest = SHA2Digest(of: bytes).hexadecimal
    let path = "pictures/\(digest.prefix(20)).\(facts.mediaType.shortName)"
    if pictures.isEmpty { try makeFolder("pictures") }
    if pictures.insert(digest).inserted { try write(bytes, to: path) }
    let side = max(facts.width ?? .max, facts.height ?? .max)
    return SitePicture(path: path, words: words, size: bytes.count, isThumbnail: side <= Self.thumbnailSide)
  }
}

/// A picture of an object.
struct SitePicture {
  /// From the first page's folder.
  let path: String
  /// What it is.
  let words: String
  /// Its bytes.
  let size: Int
  /// Whether it is too small to be looked at by itself.
  let isThumbnail: Bool
}

internal import Digests
internal import ImageFiles
internal import ImageFitting
internal import Synchronization

/// Where pictures that were made to fit stay between builds.
package protocol FittedPictures: Sendable {
  /// The picture that was kept under a name; `nil` if there is none that can be believed.
  func picture(named name: String) -> [UInt8]?
  /// Keeps a picture; what cannot be kept is made again the next time.
  func keep(_ picture: [UInt8], named name: String)
}

/// Makes pictures fit, and keeps what it made last by the digests of the pictures: a record whose value is in doubt is converted twice.
final class ImageFitter: Sendable {
  private let library: ImageLibrary
  /// What makes the pictures, with its version: another may make other bytes.
  var libraryVersion: String { "libvips \(library.version)" }
  private let fitting: ImageFitting
  private let state = Mutex(State())

  private struct State: Sendable {
    var made: [(digest: SHA2Digest, bytes: [UInt8])] = []
    var kept: (any FittedPictures)?
  }

  init(_ library: ImageLibrary, _ fitting: ImageFitting) {
    self.library = library
    self.fitting = fitting
  }

  /// What is made of a picture, in words.
  var words: String {
    "made to fit \(fitting.width) by \(fitting.height) pixels as \(fitting.format.rawValue.uppercased())"
  }

  /// Takes pictures that an earlier build has made, and keeps those that it makes.
  func use(_ pictures: any FittedPictures) { state.withLock { $0.kept = pictures } }

  /// Whether what fits is made of all the bytes of a picture, so that it is known to be whole: others may have a smaller one of their own that is taken.
  static func readsAll(of type: MediaType) -> Bool { [.jpeg, .png, .webp, .gif].contains(type) }

  /// Makes a picture fit.
  ///
  /// - Throws: What a finding says of a picture that cannot be decoded.
  func fit(_ original: NamedFile) throws(ConversionFailure) -> [UInt8] {
    let (known, kept) = state.withLock { state in
      (state.made.last { $0.digest == original.digest }?.bytes, state.kept)
    }
    if let known { return known }
    let name = kept == nil ? "" : name(of: original.digest)
    if let picture = kept?.picture(named: name) {
      remember(picture, original.digest)
      return picture
    }
    do throws(ImageFailure) {
      let result = try library.fit(original.bytes, fitting)
      remember(result, original.digest)
      kept?.keep(result, named: name)
      return result
    } catch {
      throw .file(error.finding)
    }
  }

  private func remember(_ picture: [UInt8], _ digest: SHA2Digest) {
    state.withLock { state in
      state.made.append((digest, picture))
      if state.made.count > 16 { state.made.removeFirst() }
    }
  }

  /// A digest of everything that the picture's bytes depend on.
  private func name(of digest: SHA2Digest) -> String {
    let options = "\(fitting.width)x\(fitting.height) \(fitting.format.rawValue) \(fitting.quality) \(fitting.strips)"
    return SHA2Digest(of: "fitted 1\n\(libraryVersion)\n\(options)\n\(digest.hexadecimal)".utf8).hexadecimal
  }
}

internal import Digests
internal import Findings
internal import FoundationEssentials
internal import ImageFiles
internal import ImageFitting
internal import Synchronization

/// What a mapping does with the bytes that a text stands for: where they are, how they are written, and what is made of them.
struct FileConversion: Sendable {
  /// Where the file is that the text names; `nil` if the text holds the bytes itself.
  let files: FileValues?
  let encoding: BinaryEncoding
  /// What makes pictures fit.
  let fitter: ImageFitter?

  static let base64 = FileConversion(files: nil, encoding: .base64, fitter: nil)

  /// The value of a text.
  func data(_ text: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> Data {
    let original = try original(text)
    return Data(try fitter?.fit(original) ?? original)
  }

  /// The bytes that a text stands for, before anything is made of them.
  func original(_ text: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> [UInt8] {
    let string = String(decoding: text, as: UTF8.self)
    if let files { return try files.contents(of: string) }
    switch encoding {
    case .base64:
      guard let data = Data(base64Encoded: string) else { throw .type(.binary) }
      return Array(data)
    case .hex:
      guard let bytes = Self.bytes(hexadecimal: text) else { throw .type(.hexadecimal) }
      return bytes
    }
  }

  /// The bytes that pairs of digits stand for; `nil` if there are others.
  private static func bytes(hexadecimal text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 2) else { return nil }
    func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x37
      case 0x61...0x66: byte - 0x57
      default: nil
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    for index in stride(from: 0, to: text.count, by: 2) {
      guard let high = digit(text[index]), let low = digit(text[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}

/// Makes pictures fit, and keeps what it made last by the digests of the pictures: a record whose value is in doubt is converted twice.
final class ImageFitter: Sendable {
  private let library: ImageLibrary
  /// What makes the pictures, with its version: another may make other bytes.
  var libraryVersion: String { "libvips \(library.version)" }
  private let fitting: ImageFitting
  private let made = Mutex<[(digest: SHA2Digest, bytes: [UInt8])]>([])

  init(_ library: ImageLibrary, _ fitting: ImageFitting) {
    self.library = library
    self.fitting = fitting
  }

  func fit(_ bytes: [UInt8]) throws(ConversionFailure) -> [UInt8] {
    let digest = SHA2Digest(of: bytes)
    if let known = made.withLock({ made in made.last { $0.digest == digest }?.bytes }) { return known }
    do throws(ImageFailure) {
      let result = try library.fit(bytes, fitting)
      made.withLock { made in
        made.append((digest, result))
        if made.count > 16 { made.removeFirst() }
      }
      return result
    } catch {
      throw .file(error.finding)
    }
  }
}

extension ImageFailure {
  /// What is said of a picture that cannot be decoded.
  var finding: FileFinding {
    switch kind {
    case .notAPicture: .mediaType(found: nil, asked: [])
    case .drawing, .unreadable: .damaged(problem: description)
    case .damaged(let problem): .damaged(problem: problem)
    case .tooManyPixels: .unsafe(problem: description)
    }
  }
}

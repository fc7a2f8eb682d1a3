internal import Findings
internal import FoundationEssentials
internal import ImageFitting

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
    return Data(try fitter?.fit(original) ?? original.bytes)
  }

  /// The bytes that a text stands for, before anything is made of them.
  func original(_ text: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> NamedFile {
    let string = String(decoding: text, as: UTF8.self)
    if let files { return try files.contents(of: string) }
    switch encoding {
    case .base64:
      guard let data = Data(base64Encoded: string) else { throw .type(.binary) }
      return NamedFile(Array(data))
    case .hex:
      guard let bytes = Self.bytes(hexadecimal: text) else { throw .type(.hexadecimal) }
      return NamedFile(bytes)
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

#if canImport(Glibc)
  internal import Glibc
#endif

/// An open conversion of the system's `iconv` from one encoding to UTF-8.
final class IconvHandle {
  private let descriptor: iconv_t

  /// `nil` if the system has no such encoding.
  init?(from name: String) {
    guard let opened = iconv_open("UTF-8", name), Int(bitPattern: opened) != -1 else { return nil }
    descriptor = opened
  }

  deinit { iconv_close(descriptor) }

  static func exists(_ name: String) -> Bool { IconvHandle(from: name) != nil }

  /// Decodes one character.
  ///
  /// - Returns: Its UTF-8 bytes; `nil` if `bytes` are not exactly one character.
  func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    iconv(descriptor, nil, nil, nil, nil)
    var input = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    var inputLeft = bytes.count
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      var output = buffer.baseAddress
      var outputLeft = buffer.count
      guard iconv(descriptor, &input, &inputLeft, &output, &outputLeft) != -1, inputLeft == 0 else { return nil }
      // Some converters keep a character back until they know that no combining one follows.
      guard iconv(descriptor, nil, nil, &output, &outputLeft) != -1, outputLeft < buffer.count else { return nil }
      return buffer[..<(buffer.count - outputLeft)].map { UInt8(bitPattern: $0) }
    }
  }
}

#if canImport(Glibc)
  internal import Glibc
#endif

/// Converts text to UTF-8 with the system's `iconv`, piece by piece.
package final class UnicodeConverter {
  private let handle: iconv_t
  /// Bytes of a character whose rest has not come yet.
  private var pending: [UInt8] = []
  /// How many bytes of what was given last have been converted.
  package private(set) var consumed = 0

  /// `nil` if the system does not know the encoding.
  package init?(from encoding: String) {
    guard let handle = iconv_open("UTF-8", encoding), handle != iconv_t(bitPattern: -1) else { return nil }
    self.handle = handle
  }

  deinit { iconv_close(handle) }

  /// Whether the system knows the encoding.
  package static func exists(_ encoding: String) -> Bool { UnicodeConverter(from: encoding) != nil }

  /// Whether every byte of the encoding is a character of its own.
  package static func isSingleByte(_ encoding: String) -> Bool {
    // These join a letter and the mark after it.
    guard !["1258", "TCVN"].contains(where: encoding.uppercased().contains) else { return false }
    guard let converter = UnicodeConverter(from: encoding) else { return false }
    var text: [UInt8] = []
    for byte in UInt8.min...UInt8.max {
      _ = withUnsafeBytes(of: byte) { converter.convert($0, isLast: false, to: &text) }
      if !converter.pending.isEmpty { return false }
    }
    return true
  }

  /// How many bytes UTF-8 text takes in an encoding; `nil` if that does not have its characters.
  package static func length(of text: UnsafeBufferPointer<UInt8>, in encoding: String) -> Int? {
    var length = 0
    return convert(text, to: encoding) { length += $0.count } ? length : nil
  }

  /// UTF-8 text in an encoding; `nil` if that does not have its characters.
  package static func bytes(of text: [UInt8], in encoding: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    return text.withUnsafeBufferPointer { text in convert(text, to: encoding) { bytes += $0 } } ? bytes : nil
  }

  /// - Returns: Whether the encoding has all of the text's characters.
  private static func convert(
    _ text: UnsafeBufferPointer<UInt8>,
    to encoding: String,
    _ take: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    guard let start = text.baseAddress, !text.isEmpty else { return true }
    guard let handle = iconv_open(encoding, "UTF-8"), handle != iconv_t(bitPattern: -1) else { return false }
    defer { iconv_close(handle) }
    var from: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(mutating: start)
      .assumingMemoryBound(to: CChar.self)
    var left = text.count
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4 << 10) { output -> Bool in
      while true {
        var to: UnsafeMutablePointer<CChar>? = output.baseAddress
        var room = output.count
        let result = left > 0 ? iconv(handle, &from, &left, &to, &room) : iconv(handle, nil, nil, &to, &room)
        let fault = result == -1 ? errno : 0
        take(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(output)[..<(output.count - room)]))
        if result == -1, fault != E2BIG { return false }
        if result != -1 {
          if left == 0, from == nil { return true }
          if left == 0 { from = nil }
        }
      }
    }
  }

  /// Converts `bytes` and appends the result to `text`.
  ///
  /// - Parameter isLast: Whether nothing follows, so that a half character is a fault.
  /// - Returns: `false` if the bytes are not text in the encoding; what stands before the fault has then been appended.
  package func convert(_ bytes: UnsafeRawBufferPointer, isLast: Bool, to text: inout [UInt8]) -> Bool {
    var input = pending
    consumed = 0
    input.append(contentsOf: bytes)
    pending.removeAll()
    var output = [UInt8](repeating: 0, count: 16 << 10)
    while consumed < input.count {
      var fault: Int32 = 0
      var written = 0
      input.withUnsafeMutableBytes { source in
        output.withUnsafeMutableBytes { target in
          var from = source.baseAddress.map { $0.assumingMemoryBound(to: CChar.self) + consumed }
          var left = source.count - consumed
          var to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
          var room = target.count
          let before = left
          if iconv(handle, &from, &left, &to, &room) == -1 { fault = errno }
          consumed += before - left
          written = target.count - room
        }
      }
      text.append(contentsOf: output[..<written])
      switch fault {
      case EINVAL:
        pending = Array(input[consumed...])
        return !isLast
      case EILSEQ: return false
      default: continue
      }
    }
    return true
  }

  /// Converts one character, on its own.
  ///
  /// - Returns: Its UTF-8 bytes; `nil` if `bytes` are not exactly one character.
  package func character(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    iconv(handle, nil, nil, nil, nil)
    var input = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    var inputLeft = bytes.count
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      var output = buffer.baseAddress
      var outputLeft = buffer.count
      guard iconv(handle, &input, &inputLeft, &output, &outputLeft) != -1, inputLeft == 0 else { return nil }
      // Some converters keep a character back until they know that no combining one follows.
      guard iconv(handle, nil, nil, &output, &outputLeft) != -1, outputLeft < buffer.count else { return nil }
      return buffer[..<(buffer.count - outputLeft)].map { UInt8(bitPattern: $0) }
    }
  }
}

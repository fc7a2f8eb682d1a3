/// How many bytes of a file a stretch of its text takes, when the text has been converted to UTF-8.
package enum ByteMeasure: Sendable, Hashable {
  case utf8
  /// Each character takes as many.
  case fixed(Int)
  case utf16
  /// To be found out by converting the text back.
  case reencoded(String)
  /// The same text may take more or fewer bytes.
  case unknown

  /// The measure for an encoding by its name.
  package init(encoding: String) {
    let name = encoding.uppercased()
    if name == "UTF-8" || name == "UTF8" {
      self = .utf8
    } else if name.hasPrefix("UTF-16") || name.hasPrefix("UCS-2") {
      self = .utf16
    } else if name.hasPrefix("UTF-32") || name.hasPrefix("UCS-4") {
      self = .fixed(4)
    } else if ["2022", "UTF-7", "UTF7", "HZ"].contains(where: name.contains) {
      // What a byte means depends on what stands before it.
      self = .unknown
    } else {
      self = UnicodeConverter.isSingleByte(encoding) ? .fixed(1) : .reencoded(encoding)
    }
  }

  /// The length in the file of text that is given in UTF-8; `nil` if it cannot be known.
  ///
  /// - Complexity: O(*n*) in bytes; O(1) for UTF-8.
  package func count(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    switch self {
    case .utf8: return text.count
    case .fixed(let length): return ByteCount.scalars(in: text) * length
    // A character of four bytes takes two units, any other one.
    case .utf16: return 2 * (ByteCount.scalars(in: text) + ByteCount.longScalars(in: text))
    case .reencoded(let name): return UnicodeConverter.length(of: text, in: name)
    case .unknown: return nil
    }
  }
}

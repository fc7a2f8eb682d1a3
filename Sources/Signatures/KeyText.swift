internal import FoundationEssentials

/// The form that minisign's files share: a comment that nothing vouches for, and bytes in Base64.
enum KeyText {
  static let untrusted = "untrusted comment: "

  /// A file with a comment and a line of Base64.
  static func text(comment: String, _ bytes: [UInt8]) -> String {
    "\(untrusted)\(comment)\n\(Data(bytes).base64EncodedString())\n"
  }

  /// The lines of a text, without an empty end. Swift takes a carriage return and a line feed for one character.
  static func lines(of text: String) -> [Substring] {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    return lines
  }

  /// The bytes of a key: those of the line after the comment, or of the only line.
  static func keyBytes(
    in text: String,
    _ subject: SignatureError.Subject,
    count: Int
  ) throws(SignatureError) -> [UInt8] {
    var lines = lines(of: text).map { $0.filter { !$0.isWhitespace || $0 == " " } }
    if lines.count == 2, lines[0].hasPrefix(untrusted.dropLast()) { lines.removeFirst() }
    guard lines.count == 1 else { throw .malformed(subject, reason: "it has other lines than a comment and a key") }
    return try bytes(lines[0], subject, count: count)
  }

  static func bytes(
    _ line: String,
    _ subject: SignatureError.Subject,
    count: Int
  ) throws(SignatureError) -> [UInt8] {
    guard let data = Data(base64Encoded: line) else { throw .malformed(subject, reason: "it is not Base64") }
    guard data.count == count else {
      throw .malformed(subject, reason: "it has \(data.count) bytes, not \(count)")
    }
    return Array(data)
  }
}

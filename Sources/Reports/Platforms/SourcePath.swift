internal import Findings

/// Paths of sources as platforms want them: relative to the repository, with slashes.
struct SourcePath {
  /// The folder in which the recipe stands, relative to the repository's root; empty when it is the root itself.
  var folder: String

  /// The path of `file`, which the recipe names relative to its folder; `.` and `..` are resolved as far as they can be.
  func path(_ file: String) -> String {
    var parts: [Substring] = []
    let isAbsolute = file.hasPrefix("/")
    for part in ((isAbsolute ? "" : folder + "/") + file).split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }

  /// The path as a URI reference, everything but unreserved characters percent-encoded.
  func uri(_ file: String) -> String {
    var result = ""
    for byte in path(file).utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }
}

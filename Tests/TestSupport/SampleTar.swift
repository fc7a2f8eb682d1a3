/// Tar archives in the form of POSIX (ustar), for tests.
public enum SampleTar {
  /// Something in an archive.
  public enum Member {
    case file(String, [UInt8])
    case symbolicLink(String, to: String)
    case hardLink(String, to: String)
    /// A header that says that this many bytes follow; none do.
    case claim(String, size: Int)
  }

  public static func bytes(_ members: [Member]) -> [UInt8] {
    members.flatMap(bytes) + [UInt8](repeating: 0, count: 1_024)
  }

  /// Without the zeros that mark an archive's end.
  public static func bytes(_ member: Member) -> [UInt8] {
    switch member {
    case .file(let name, let contents):
      header(name, size: contents.count, type: "0") + contents
        + [UInt8](repeating: 0, count: (512 - contents.count % 512) % 512)
    case .symbolicLink(let name, let target): header(name, size: 0, type: "2", link: target)
    case .hardLink(let name, let target): header(name, size: 0, type: "1", link: target)
    case .claim(let name, let size): header(name, size: size, type: "0")
    }
  }

  private static func header(_ name: String, size: Int, type: String, link: String = "") -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    func octal(_ number: Int, _ digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: digits - text.count) + text
    }
    put(name, at: 0)
    put("0000644\u{0}", at: 100)
    put(octal(size, 11) + "\u{0}", at: 124)
    put("        " + type, at: 148)
    put(link, at: 157)
    put("ustar\u{0}00", at: 257)
    put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
    return header
  }
}

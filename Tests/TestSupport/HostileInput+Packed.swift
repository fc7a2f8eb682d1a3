internal import CZlib

extension HostileInput {
  /// Packed files and archives.
  static let packed: [HostileInput] = [
    HostileInput("bomb.csv.gz") { gzip([UInt8](repeating: 0x61, count: $0 << 6)) },
    HostileInput("twice.csv.gz") { gzip(gzip([UInt8](repeating: 0x61, count: $0 << 6))) },
    HostileInput("nested.csv.gz") { size in
      (0..<40).reduce([UInt8](repeating: 0x61, count: size >> 4)) { bytes, _ in gzip(bytes) }
    },
    HostileInput("members.csv.gz") { size in
      let member = gzip(Array("a,b\n".utf8))
      return (0...size / member.count).flatMap { _ in member }
    },
    HostileInput("bomb.zip") { size in
      StoredZip.bytes([("a.csv.gz", gzip([UInt8](repeating: 0x61, count: size << 6)))])
    },
    HostileInput("overlap.zip") { size in
      // Many entries of the directory lead to the same bytes.
      overlapping(StoredZip.bytes([("a.csv", [UInt8](repeating: 0x61, count: size))]), times: 4_000)
    },
    HostileInput("members.zip") { size in
      StoredZip.bytes((0..<size / 160).map { ("\($0)-\(String(repeating: "x", count: 20)).csv", Array("a\n1\n".utf8)) })
    },
    HostileInput("names.zip") { size in
      StoredZip.bytes(
        [
          "../up.csv", "/etc/root.csv", "..\\..\\b.csv", "a\u{1B}[2J\u{1B}]0;x\u{7}.csv", "a\n::error::x.csv",
          "\u{202E}vsc.csv", "",
        ]
        .map { ($0, Array("a,b\n1,2\n".utf8)) }
      )
    },
    HostileInput("up.zip") { _ in StoredZip.bytes([("../../up.csv", Array("a,b\n1,2\n".utf8))]) },
    HostileInput("symbolic.tar") { _ in tar([("a.csv", "2", secretName, "")]) },
    HostileInput("hard.tar") { _ in
      tar([("a.csv", "1", secretName, ""), ("b.csv", "1", "b.csv", ""), ("c.csv", "1", "a.csv", "")])
    },
    HostileInput("through.tar") { _ in tar([("d", "2", "..", ""), ("d/up.csv", "0", "", "a,b\n1,2\n")]) },
    HostileInput("devices.tar") { _ in
      tar([("a.csv", "3", "", ""), ("b.csv", "4", "", ""), ("c.csv", "6", "", ""), ("d.csv", "7", "", "a,b\n1,2\n")])
    },
    HostileInput("names.tar") { _ in
      tar(["../up.csv", "/etc/root.csv", "a\u{1B}[2J.csv", "a\n::error::x.csv"].map { ($0, "0", "", "a,b\n1,2\n") })
    },
    HostileInput("headers.tar") { size in
      tar((0..<size / 1536).map { _ in ("x", "x", "", "16 path=b/a.csv\n") })
    },
    HostileInput("huge.tar") { _ in
      tar([("x", "x", "", "30 size=9223372036854775807\n12 path=b\n"), ("a.csv", "0", "", "a,b\n1,2\n")])
    },
    HostileInput("sparse.tar") { _ in
      tar([
        ("x", "x", "", "22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n37 GNU.sparse.realsize=99999999999999\n"),
        ("a.csv", "0", "", "1\n0\n8\n"),
      ])
    },
    HostileInput("longname.tar") { size in
      tar([("././@LongLink", "L", "", String(repeating: "x", count: size)), ("a.csv", "0", "", "a\n1\n")])
    },
  ]

  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window and gzip's own frame.
    guard
      deflateInit2_(
        &stream,
        9,
        Z_DEFLATED,
        15 + 16,
        8,
        Z_DEFAULT_STRATEGY,
        ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)
      ) == Z_OK
    else { return [] }
    defer { deflateEnd(&stream) }
    var bytes = bytes
    var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    bytes.withUnsafeMutableBufferPointer { from in
      packed.withUnsafeMutableBufferPointer { to in
        (stream.next_in, stream.avail_in) = (from.baseAddress, UInt32(from.count))
        (stream.next_out, stream.avail_out) = (to.baseAddress, UInt32(to.count))
        _ = deflate(&stream, Z_FINISH)
      }
    }
    packed.removeSubrange(Int(stream.total_out)...)
    return packed
  }

  /// An archive of one member whose directory lists it again and again, under other names.
  private static func overlapping(_ archive: [UInt8], times: Int) -> [UInt8] {
    let end = archive.count - 22
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(archive[place + $1]) << (8 * $1) }
    }
    let start = number(end + 16, 4)
    var entry = Array(archive[start..<end])
    var directory: [UInt8] = []
    for index in 0..<times {
      // The name's first letter and two more bytes tell them apart.
      entry[46] = UInt8(ascii: "a") + UInt8(index % 26)
      entry[47] = UInt8(ascii: "A") + UInt8(index / 26 % 26)
      entry[48] = UInt8(ascii: "A") + UInt8(index / 676)
      directory += entry
    }
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return Array(archive[..<start]) + directory + [0x50, 0x4B, 5, 6] + bytes(0, 4) + bytes(times, 2) + bytes(times, 2)
      + bytes(directory.count, 4) + bytes(start, 4) + bytes(0, 2)
  }

  /// A tar of members with their names, kinds, what they link to, and contents.
  private static func tar(_ members: [(name: String, kind: Character, link: String, contents: String)]) -> [UInt8] {
    var archive: [UInt8] = []
    for member in members {
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at place: Int) {
        header.replaceSubrange(place..<place + text.utf8.count, with: Array(text.utf8))
      }
      put(member.name, at: 0)
      put(String(member.contents.utf8.count, radix: 8), at: 124)
      header[156] = member.kind.asciiValue ?? 0
      put(member.link, at: 157)
      put("ustar\u{0}00", at: 257)
      put("        ", at: 148)
      let sum = header.reduce(0) { $0 + Int($1) }
      put(String(sum, radix: 8) + "\u{0}", at: 148)
      archive += header + Array(member.contents.utf8)
      archive += [UInt8](repeating: 0, count: (512 - member.contents.utf8.count % 512) % 512)
    }
    return archive + [UInt8](repeating: 0, count: 1024)
  }
}

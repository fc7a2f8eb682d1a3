/// A zip archive whose members are not compressed, for tests.
public enum StoredZip {
  /// - Parameter members: The members' names and contents.
  public static func bytes(_ members: [(name: String, contents: [UInt8])]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for member in members {
      let name = Array(member.name.utf8)
      let sizes =
        number(checksum(member.contents), 4) + number(member.contents.count, 4) + number(member.contents.count, 4)
      let common =
        number(20, 2) + number(0, 2) + number(0, 2) + number(0, 4) + sizes + number(name.count, 2) + number(0, 2)
      directory += [0x50, 0x4B, 1, 2] + number(20, 2) + common + number(0, 10) + number(archive.count, 4) + name
      archive += [0x50, 0x4B, 3, 4] + common + name + member.contents
    }
    let count = number(members.count, 2)
    return archive + directory + [0x50, 0x4B, 5, 6] + number(0, 4) + count + count + number(directory.count, 4)
      + number(archive.count, 4) + number(0, 2)
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  private static func checksum(_ bytes: [UInt8]) -> Int {
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return Int(~checksum)
  }
}

/// Gzip data that are not compressed, for tests: <https://www.rfc-editor.org/rfc/rfc1952>.
public enum StoredGzip {
  public static func bytes(_ contents: [UInt8]) -> [UInt8] {
    var data: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var start = 0
    repeat {
      let end = min(contents.count, start + 65_535)
      let count = end - start
      data += [end == contents.count ? 1 : 0]
      for number in [count, ~count] { data += [UInt8(number & 255), UInt8(number >> 8 & 255)] }
      data += contents[start..<end]
      start = end
    } while start < contents.count
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in contents {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    for number in [~sum, UInt32(truncatingIfNeeded: contents.count)] {
      data += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return data
  }
}

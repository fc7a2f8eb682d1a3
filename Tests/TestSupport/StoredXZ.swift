internal import CZlib

/// xz data that are not compressed: <https://tukaani.org/xz/xz-file-format.txt>. They are made at once, so that fuzzing does not wait for a compressor.
public enum StoredXZ {
  /// One block of LZMA2 chunks that hold the bytes as they are, without a check.
  public static func bytes(of contents: [UInt8]) -> [UInt8] {
    let flags: [UInt8] = [0, 0]
    var result: [UInt8] = [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00] + flags + checksum(flags)
    // The filter LZMA2 with the smallest dictionary.
    let blockHeader: [UInt8] = [2, 0, 0x21, 1, 0, 0, 0, 0]
    var block = blockHeader + checksum(blockHeader)
    for start in stride(from: 0, to: contents.count, by: 1 << 16) {
      let chunk = contents[start..<min(start + (1 << 16), contents.count)]
      let size = chunk.count - 1
      block += [start == 0 ? 1 : 2, UInt8(size >> 8), UInt8(size & 0xFF)] + chunk
    }
    block.append(0)
    let unpaddedSize = block.count
    block += [UInt8](repeating: 0, count: (4 - block.count % 4) % 4)
    var index: [UInt8] = [0, 1] + number(unpaddedSize) + number(contents.count)
    index += [UInt8](repeating: 0, count: (4 - index.count % 4) % 4)
    index += checksum(index)
    let backward = index.count / 4 - 1
    let footer = (0..<4).map { UInt8(truncatingIfNeeded: backward >> (8 * $0)) } + flags
    result += block + index + checksum(footer) + footer + [0x59, 0x5A]
    return result
  }

  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    let sum = crc32(0, bytes, uInt(bytes.count))
    return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
  }

  private static func number(_ number: Int) -> [UInt8] {
    var rest = number
    var bytes: [UInt8] = []
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}

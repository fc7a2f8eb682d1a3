/// The number by which a key and its signatures are recognised: 8 bytes that minisign draws at random. It proves nothing.
package struct KeyIdentifier: Sendable, Hashable, CustomStringConvertible {
  /// The bytes as they stand in files.
  package let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// 16 upper-case hexadecimal digits, as minisign shows it: the number whose least significant byte comes first in files.
  package var description: String {
    bytes.reversed().map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}

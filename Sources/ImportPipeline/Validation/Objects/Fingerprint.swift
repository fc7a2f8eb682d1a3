internal import AttributeValues
internal import Foundation
internal import ManagedObjects

/// 95 bits that stand for the values of a key, so that keys are told apart without keeping them: among a billion keys, two different ones have the
/// same fingerprint with a probability of one in a hundred thousand millions.
///
/// Values that are equal have equal fingerprints: texts are taken in Unicode's composed form, as Swift compares them. The seeds differ from run to
/// run.
struct Fingerprint: Hashable {
  /// Never 0.
  var hash: UInt64
  var rest: UInt32

  private static let seeds = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
  private static let factors: (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F)

  private init(_ first: UInt64, _ second: UInt64) {
    hash = first | 1
    rest = UInt32(truncatingIfNeeded: second >> 32)
  }

  /// The fingerprint of a text of ASCII, or of any bytes.
  ///
  /// - Complexity: O(*n*), eight bytes at a time.
  init(ascii text: UnsafeBufferPointer<UInt8>) {
    var first = Self.seeds.0 ^ UInt64(text.count)
    var second = Self.seeds.1
    let raw = UnsafeRawBufferPointer(text)
    var offset = 0
    while offset &+ 8 <= raw.count {
      Self.mix(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self), &first, &second)
      offset &+= 8
    }
    if offset < raw.count {
      var word: UInt64 = 0
      while offset < raw.count {
        word = word << 8 | UInt64(raw[offset])
        offset &+= 1
      }
      Self.mix(word, &first, &second)
    }
    self.init(first, second)
  }

  /// The fingerprint of a value.
  init(_ value: AttributeValue) {
    switch value {
    case .string(let text):
      let composed = text.isASCII ? text : text.precomposedStringWithCanonicalMapping
      self = composed.withContiguousBytes { Fingerprint(ascii: $0) }
    // `Data` hashes its first 80 bytes alone.
    case .binary(let data): self = Array(data).withUnsafeBufferPointer { Fingerprint(ascii: $0) }
    default: self.init(Self.hash(value, Self.seeds.0), Self.hash(value, Self.seeds.1))
    }
  }

  /// The fingerprint of a text.
  ///
  /// - Parameter isComposed: Whether the text is in the form in which texts are compared, so that no other text is equal to it.
  init(_ text: String, isComposed: inout Bool) {
    let composed = text.isASCII ? text : text.precomposedStringWithCanonicalMapping
    isComposed = text.isASCII || composed.utf8.elementsEqual(text.utf8)
    self = composed.withContiguousBytes { Fingerprint(ascii: $0) }
  }

  /// The fingerprint of an object that a key names.
  init(_ objectID: ManagedObjectID) { self.init(.integer(objectID.reference)) }

  /// The fingerprint of several values in their order.
  init(_ parts: some Sequence<Fingerprint>) {
    var first = Self.seeds.0
    var second = Self.seeds.1
    for part in parts {
      Self.mix(part.hash, &first, &second)
      Self.mix(UInt64(part.rest), &first, &second)
    }
    self.init(first, second)
  }

  @inline(__always)
  private static func mix(_ word: UInt64, _ first: inout UInt64, _ second: inout UInt64) {
    let left = (first ^ word).multipliedFullWidth(by: factors.0)
    let right = (second ^ word).multipliedFullWidth(by: factors.1)
    first = left.high ^ left.low
    second = right.high ^ right.low
  }

  private static func hash(_ value: AttributeValue, _ seed: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(value)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The order of an index's keys, as SQLite compares them: NULL, numbers, texts, blobs; integers and reals exactly; texts by collation.
///
/// Everything goes back to one thing: `normalize(_:into:)` turns a key into bytes whose order is that of the keys, and no such string is the beginning of another.
/// The number of the row is not part of it. Its first eight bytes, as a number, decide nearly every comparison.
struct KeyOrder: Sendable {
  let terms: [KeyTerm]
  let termCount: Int
  private let first: KeyTerm?
  /// Whether a text's own bytes are what it is ordered by.
  private let comparesTexts: Bool

  init(terms: [KeyTerm]) {
    self.terms = terms
    termCount = terms.count
    first = terms.first
    comparesTexts = terms.count == 1 && terms[0].collation == .binary && !terms[0].isDescending
  }

  private static let nullTag: UInt8 = 1
  private static let numberTag: UInt8 = 2
  private static let textTag: UInt8 = 3
  private static let blobTag: UInt8 = 4

  /// Adds the bytes that a key is ordered by to `target`.
  ///
  /// - Parameter ends: Gets the end of each term's bytes, counted from where they began.
  /// - Returns: Whether a value is NULL; `nil` if the key has not a value for each term.
  /// - Complexity: O(*n*) in bytes; no allocation but what `target` needs to grow.
  func normalize(
    _ key: UnsafeRawBufferPointer,
    into target: ByteBuffer,
    ends: UnsafeMutablePointer<Int>? = nil
  ) -> Bool? {
    var position = 0
    guard let headerSize = Varint.read(key, at: &position), headerSize <= UInt64(key.count) else { return nil }
    let header = UnsafeRawBufferPointer(rebasing: key[..<Int(headerSize)])
    var offset = header.count
    var hasNull = false
    let start = target.count
    for (number, term) in terms.enumerated() {
      guard let type = Varint.read(header, at: &position), let size = SerialType.size(type), size <= key.count - offset
      else { return nil }
      let value = UnsafeRawBufferPointer(rebasing: key[offset..<(offset + size)])
      offset += size
      let termStart = target.count
      if type == SerialType.null { hasNull = true }
      Self.normalize(value, type: type, collation: term.collation, into: target)
      if term.isDescending {
        for index in termStart..<target.count {
          let byte = target.base.load(fromByteOffset: index, as: UInt8.self)
          target.base.storeBytes(of: ~byte, toByteOffset: index, as: UInt8.self)
        }
      }
      ends?[number] = target.count - start
    }
    return hasNull
  }

  private static func normalize(
    _ value: UnsafeRawBufferPointer,
    type: UInt64,
    collation: Collation,
    into target: ByteBuffer
  ) {
    switch type {
    case SerialType.null: target.append(nullTag)
    case 1...9:
      target.append(numberTag)
      let number = OrderedNumber(type, value)
      target.room(for: 8).storeBigEndian(number.bits, at: 0)
      target.advance(by: 8)
      if number.hasRemainder {
        target.room(for: 2).storeBigEndian(number.remainder, at: 0)
        target.advance(by: 2)
      }
    default:
      guard SerialType.isText(type) else {
        target.append(blobTag)
        return appendEscaped(value, to: target)
      }
      target.append(textTag)
      switch collation {
      case .binary: appendEscaped(value, to: target)
      case .rtrim: appendEscaped(withoutTrailingSpaces(value), to: target)
      case .nocase:
        // SQLite compares up to the first NUL, and by length from there on.
        let end = value.firstIndex(of: 0) ?? value.count
        let text = target.room(for: end + 5)
        for index in 0..<end { text.storeBytes(of: folded(value[index]), toByteOffset: index, as: UInt8.self) }
        text.storeBytes(of: UInt8(0), toByteOffset: end, as: UInt8.self)
        text.storeBigEndian(UInt32(truncatingIfNeeded: value.count - end), at: end + 1)
        target.advance(by: end + 5)
      }
    }
  }

  /// Adds bytes and an end that sorts before every byte that may follow: 0 is written as 0 255, the end as 0 0.
  private static func appendEscaped(_ bytes: UnsafeRawBufferPointer, to target: ByteBuffer) {
    var rest = bytes
    while let base = rest.baseAddress, !rest.isEmpty, let zero = memchr(base, 0, rest.count) {
      let count = UnsafeRawPointer(zero) - base
      target.append(UnsafeRawBufferPointer(rebasing: rest[..<count]))
      target.append(0)
      target.append(255)
      rest = UnsafeRawBufferPointer(rebasing: rest[(count + 1)...])
    }
    target.append(rest)
    target.append(0)
    target.append(0)
  }

  private static func withoutTrailingSpaces(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var end = text.count
    while end > 0, text[end - 1] == 0x20 { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: text[..<end])
  }

  private static func folded(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}

// MARK: Texts

extension KeyOrder {
  /// How two keys stand to each other, less than zero, zero or more than zero, if the bytes of their one text say so; `nil` for all other keys.
  ///
  /// - Complexity: O(*n*) in bytes; nothing is made of the keys.
  func compareTexts(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int? {
    guard comparesTexts, let one = Self.text(one), let other = Self.text(other) else { return nil }
    return KeyComparison.compareBytes(one, other)
  }

  /// The eight bytes of a key's one text that follow those in its prefix, zeros behind the end; 0 if the prefix has not the first seven, and for all other
  /// keys. Keys with the same prefix stand as these words do, where they differ.
  ///
  /// - Complexity: O(1).
  func wordBehindPrefix(of key: UnsafeRawBufferPointer) -> UInt64 {
    guard comparesTexts, let text = Self.text(key), text.count >= 8, let base = text.baseAddress,
      !Self.hasZero(base.bigEndian(at: 0, as: UInt64.self))
    else { return 0 }
    if text.count >= 15 { return base.bigEndian(at: 7, as: UInt64.self) }
    return base.bigEndian(at: text.count - 8, as: UInt64.self) << (UInt64(15 - text.count) * 8)
  }

  /// The text that a key of one term begins with; `nil` if it has none.
  private static func text(_ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var position = 0
    guard let headerSize = Varint.read(key, at: &position), let type = Varint.read(key, at: &position),
      SerialType.isText(type), UInt64(position) + 1 == headerSize, let size = SerialType.size(type),
      size <= key.count - position - 1
    else { return nil }
    return UnsafeRawBufferPointer(start: key.baseAddress.map { $0 + position + 1 }, count: size)
  }
}

// MARK: The first eight bytes

extension KeyOrder {
  /// The first eight bytes of what a key is ordered by, as a number.
  struct Prefix {
    var value: UInt64
    /// Whether only zeros follow; two such keys with the same number are equal.
    var isExact: Bool
  }

  /// The prefix of a key.
  ///
  /// - Parameter scratch: Memory to work in.
  /// - Complexity: O(1) for most keys, O(*n*) in bytes for others; no allocation.
  func prefix(of key: UnsafeRawBufferPointer, scratch: ByteBuffer) -> Prefix {
    if let prefix = quickPrefix(of: key) { return prefix }
    scratch.removeAll()
    _ = normalize(key, into: scratch)
    return Self.prefix(scratch.bytes, from: 0)
  }

  /// The eight bytes from `start` on, zeros behind the end.
  static func prefix(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Prefix {
    guard let base = bytes.baseAddress else { return Prefix(value: 0, isExact: true) }
    if start + 8 <= bytes.count {
      var isExact = true
      for index in (start + 8)..<max(bytes.count, start + 8) where bytes[index] != 0 {
        isExact = false
        break
      }
      return Prefix(value: base.bigEndian(at: start, as: UInt64.self), isExact: isExact)
    }
    var value: UInt64 = 0
    for index in start..<(start + 8) { value = value << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
    return Prefix(value: value, isExact: true)
  }

  /// The prefix where the first value alone decides it; `nil` where all of the key has to be normalized.
  private func quickPrefix(of key: UnsafeRawBufferPointer) -> Prefix? {
    guard let term = first, !term.isDescending, key.count >= 2, key[0] < 0x80 else { return nil }
    var position = 1
    guard let type = Varint.read(key, at: &position), let size = SerialType.size(type), let base = key.baseAddress,
      Int(key[0]) + size <= key.count
    else { return nil }
    let value = base + Int(key[0])
    switch type {
    case SerialType.null:
      return termCount == 1 ? Prefix(value: UInt64(Self.nullTag) << 56, isExact: true) : nil
    case 1...9:
      let number = OrderedNumber(type, UnsafeRawBufferPointer(start: value, count: size))
      return Prefix(
        value: UInt64(Self.numberTag) << 56 | number.bits >> 8,
        isExact: termCount == 1 && number.bits & 0xFF == 0 && !number.hasRemainder
      )
    default:
      guard size >= 8, term.collation != .rtrim else { return nil }
      let isText = SerialType.isText(type)
      var word = value.bigEndian(at: 0, as: UInt64.self)
      guard !Self.hasZero(word) else { return nil }
      if isText, term.collation == .nocase { word = Self.folded(word) }
      return Prefix(value: UInt64(isText ? Self.textTag : Self.blobTag) << 56 | word >> 8, isExact: false)
    }
  }

  private static func hasZero(_ word: UInt64) -> Bool {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0
  }

  /// Eight bytes, each of the letters A to Z as its small one.
  private static func folded(_ word: UInt64) -> UInt64 {
    let low = word & 0x7F7F_7F7F_7F7F_7F7F
    let isLetter = (low &+ 0x3F3F_3F3F_3F3F_3F3F) & ~(low &+ 0x2525_2525_2525_2525) & ~word & 0x8080_8080_8080_8080
    return word | isLetter >> 2
  }
}

/// A number as bits whose order, as those of an unsigned integer, is that of the numbers, integers and reals alike.
struct OrderedNumber {
  /// The largest real number that is not above it.
  let bits: UInt64
  /// What an integer is above that.
  let remainder: UInt16
  /// Whether there may be a remainder: not below 2^53, where every integer is a real number.
  let hasRemainder: Bool

  init(_ type: UInt64, _ value: UnsafeRawBufferPointer) {
    var number: Double
    var integer: Int64 = 0
    if type == SerialType.real {
      number = Double(bitPattern: value.baseAddress?.bigEndian(at: 0, as: UInt64.self) ?? 0)
    } else {
      if let base = value.baseAddress {
        integer = SerialType.readInteger(type, base)
      } else {
        integer = type == SerialType.one ? 1 : 0
      }
      number = Double(integer)
    }
    hasRemainder = number.magnitude >= 0x1p53
    if hasRemainder, type != SerialType.real {
      if number >= 0x1p63 || Int64(number) > integer { number = number.nextDown }
      remainder = UInt16(truncatingIfNeeded: integer &- Int64(number))
    } else {
      remainder = 0
    }
    // The two zeros are equal.
    let pattern = number == 0 ? 0 : number.bitPattern
    bits = pattern >> 63 == 1 ? ~pattern : pattern | 1 << 63
  }
}

/// What a cell looks like, for telling a right dialect from a wrong one and a header from data.
enum CellKind: UInt8, CaseIterable {
  case empty, number, date, time, phone, address, word, text, other

  /// Looks at the bytes of a cell's contents.
  ///
  /// - Complexity: O(*n*), at most the first 400 bytes.
  init(_ cell: UnsafeBufferPointer<UInt8>) {
    var bytes = cell[...]
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    guard let first = bytes.first else {
      self = .empty
      return
    }
    var digits = 0
    var letters = 0
    var separators = 0  // of dates and times
    var colons = 0
    var numeric = 0  // signs, points, commas, percent, currency
    var spaces = 0
    var others = 0
    for byte in bytes.prefix(400) {
      switch byte {
      case 0x30...0x39: digits += 1
      case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF: letters += 1
      case 0x2D, 0x2F: separators += 1
      case 0x3A: colons += 1
      case 0x2E, 0x2C, 0x2B, 0x25, 0x24: numeric += 1
      case 0x20: spaces += 1
      case 0x27, 0x28, 0x29, 0x26, 0x21, 0x3F: break  // ' ( ) & ! ?
      default: others += 1
      }
    }
    let count = min(bytes.count, 400)
    if digits > 0 && digits + numeric == count && numeric <= 1 + digits / 2 {
      self = .number
    } else if digits > 0 && (first == 0x2D || first == 0x28) && letters == 0
      && digits + numeric + separators + 2 >= count && colons == 0 && separators <= 1
    {
      self = .number
    } else if digits > 0 && letters > 0 && letters <= 3 && digits >= letters && others == 0 && Self.isExponent(bytes) {
      self = .number
    } else if digits >= 4 && digits <= 20 && letters <= 2 && others == 0 && colons <= 3 && Self.isDate(bytes) {
      self = .date
    } else if colons >= 1 && letters <= 2 && others == 0 && Self.isTime(bytes) {
      self = .time
    } else if first == 0x2B && digits >= 7 && letters == 0 && others == 0 && colons == 0 {
      self = .phone
    } else if Self.isAddress(bytes) {
      self = .address
    } else if others == 0 && colons == 0 && letters + digits > 0 && spaces == 0 {
      self = .word
    } else if others == 0 && letters > 0 {
      self = .text
    } else {
      self = .other
    }
  }

  /// Whether cells of this kind speak for the dialect that cut them.
  var isPlausible: Bool { self != .other }

  /// Whether cells of this kind are hardly ever names of columns.
  var isDataOnly: Bool {
    switch self {
    case .number, .date, .time, .phone, .address: true
    case .empty, .word, .text, .other: false
    }
  }

  /// Whether the first word is a day in digits, such as 2021-03-05, 5.3.21 or 3/5/2021; a time may follow.
  private static func isDate(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let day = bytes.prefix { $0 != 0x20 && $0 != 0x54 && $0 != 0x2C }
    guard let mark = day.first(where: { !isDigit($0) }), mark == 0x2D || mark == 0x2F || mark == 0x2E else {
      return false
    }
    let parts = day.split(separator: mark, omittingEmptySubsequences: false)
    return parts.count == 3 && (4...8).contains(day.count - 2)
      && parts.allSatisfy { (1...4).contains($0.count) && $0.allSatisfy(isDigit) }
  }

  /// Whether it is a time of the day in digits, such as 9:05, 09:05:30.25 pm or 09:05:30+01:00.
  private static func isTime(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let clock = bytes.prefix { isDigit($0) || $0 == 0x3A || $0 == 0x2E || $0 == 0x2C }
    var parts = clock.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard (2...4).contains(parts.count), let hours = parts.first, let last = parts.last else { return false }
    guard (1...3).contains(hours.count), hours.allSatisfy(isDigit), last.count >= 2 else { return false }
    parts[parts.count - 1] = last.prefix(2)
    guard last.count == 2 || !isDigit(last[last.startIndex + 2]) else { return false }
    // What is left is a zone or a half of the day.
    let rest = bytes[clock.endIndex...]
    return parts.dropFirst().allSatisfy { $0.count == 2 && $0.allSatisfy(isDigit) }
      && (rest.isEmpty
        || rest.count <= 7 && (rest.first.map { [0x20, 0x2B, 0x2D].contains($0) || $0 >= 0x41 } ?? true))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isExponent(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    Double(String(decoding: bytes, as: UTF8.self)) != nil
  }

  private static func isAddress(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    func starts(_ text: StaticString) -> Bool {
      bytes.count > text.utf8CodeUnitCount
        && bytes.starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    if starts("http://") || starts("https://") || starts("www.") || starts("ftp://") {
      return !bytes.contains(0x20) && !bytes.contains(0x22)
    }
    guard let at = bytes.firstIndex(of: 0x40), at > bytes.startIndex else { return false }
    return bytes[at...].contains(0x2E) && !bytes.contains(0x20) && !bytes.contains(0x22) && !bytes.contains(0x2C)
  }
}

/// An address in its parts, to resolve the links of a page.
///
/// Parts are kept as they are written, but for what no address may have in it: that is percent-encoded, as browsers do.
/// See https://www.rfc-editor.org/rfc/rfc3986#section-5.2 and https://url.spec.whatwg.org/
struct PageAddress {
  private var scheme: Substring.UTF8View?
  private var authority: Substring.UTF8View?
  private var path: [UInt8]
  private var query: Substring.UTF8View?
  private var fragment: Substring.UTF8View?

  /// `reference` resolved against the address `base`; the reference itself where there is nothing to resolve it against.
  static func resolve(_ reference: String, against base: String) -> String {
    let written = cleaned(reference)
    let address = PageAddress(written)
    if address.scheme != nil { return address.isHierarchical ? address.text : written }
    guard !base.isEmpty else { return written }
    return address.resolved(against: PageAddress(cleaned(base))).text
  }

  private init(_ text: String) {
    var rest = text[...].utf8
    if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(where: { !Self.isSchemeByte($0) }), rest[colon] == UInt8(ascii: ":"),
      let first = rest.first, (0x61...0x7A).contains(first | 0x20)
    {
      scheme = rest[..<colon]
      rest = rest[rest.index(after: colon)...]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    if rest.starts(with: "//".utf8) {
      let start = rest.index(rest.startIndex, offsetBy: 2)
      let end = rest[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = rest[start..<end]
      rest = rest[end...]
    }
    path = Array(rest)
  }

  /// Whether it has a path of names between slashes, unlike `mailto:` and `javascript:`.
  private var isHierarchical: Bool { authority != nil || path.first == UInt8(ascii: "/") }

  private func resolved(against base: PageAddress) -> PageAddress {
    var address = self
    address.scheme = base.scheme
    guard authority == nil else { return address }
    address.authority = base.authority
    // Browsers take a backslash for a slash.
    address.path = path.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
    if address.path.isEmpty {
      address.path = base.path
      if query == nil { address.query = base.query }
    } else if address.path.first != UInt8(ascii: "/") {
      let folder = base.path.lastIndex(of: UInt8(ascii: "/")).map { base.path[...$0] } ?? []
      let root = folder.isEmpty && base.authority != nil ? [UInt8(ascii: "/")] : Array(folder)
      address.path = root + address.path
    }
    return address
  }

  // MARK: Writing

  private var text: String {
    var text: [UInt8] = []
    if let scheme {
      text += scheme.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      text.append(UInt8(ascii: ":"))
    }
    if let authority {
      text += "//".utf8
      text += authority
    }
    Self.append(Self.withoutDots(path), except: "\"<>^`{}", to: &text)
    if let query {
      text.append(UInt8(ascii: "?"))
      Self.append(query, except: "\"<>'", to: &text)
    }
    if let fragment {
      text.append(UInt8(ascii: "#"))
      Self.append(fragment, except: "\"<>`", to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ bytes: some Sequence<UInt8>, except marks: String, to text: inout [UInt8]) {
    for byte in bytes {
      if byte > 0x20, byte < 0x7F, !marks.utf8.contains(byte) {
        text.append(byte)
      } else {
        text.append(UInt8(ascii: "%"))
        text.append(hexadecimal[Int(byte >> 4)])
        text.append(hexadecimal[Int(byte & 15)])
      }
    }
  }

  private static let hexadecimal = Array("0123456789ABCDEF".utf8)

  /// The path with its steps `.` and `..` taken.
  private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
    let steps = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard steps.contains(where: { isDot($0) || isDoubleDot($0) }) else { return path }
    let isAbsolute = path.first == UInt8(ascii: "/")
    var taken: [ArraySlice<UInt8>] = []
    for (index, step) in steps.enumerated().dropFirst(isAbsolute ? 1 : 0) {
      if isDoubleDot(step) { _ = taken.popLast() } else if !isDot(step) { taken.append(step) }
      // A path that ends in dots is a folder.
      if index == steps.count - 1, isDot(step) || isDoubleDot(step) { taken.append([]) }
    }
    return (isAbsolute ? [UInt8(ascii: "/")] : []) + Array(taken.joined(separator: [UInt8(ascii: "/")]))
  }

  private static func isDot(_ step: ArraySlice<UInt8>) -> Bool { step.elementsEqual(".".utf8) }
  private static func isDoubleDot(_ step: ArraySlice<UInt8>) -> Bool { step.elementsEqual("..".utf8) }

  // MARK: Reading

  /// Without white space at its ends and line breaks and tabs in it.
  private static func cleaned(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.value <= 0x20 { scalars.removeFirst() }
    while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars.filter { !"\t\n\r".unicodeScalars.contains($0) }))
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// Whether an address is one from the web that needs no work: all of it may stand in an address, and no step is a dot.
  static func isWhole(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    guard address.count > 8, address.starts(with: "http".utf8) else { return false }
    var last: UInt8 = 0
    for byte in address {
      if byte >= 0x80 || plain[Int(byte >> 6)] & (1 << UInt64(byte & 63)) == 0 { return false }
      if byte == UInt8(ascii: "."), last == UInt8(ascii: "/") { return false }
      last = byte
    }
    return true
  }

  /// A bit for each byte of ASCII that stays as it is in every part of an address.
  private static let plain: [UInt64] = {
    var bits: [UInt64] = [0, 0]
    for byte in UInt8(0x21)..<0x7F where !"\"<>^`{}'\\".utf8.contains(byte) {
      bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
    }
    return bits
  }()
}

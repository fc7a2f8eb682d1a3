/// An address in its parts, against which the links of a page are resolved.
///
/// Parts are kept as they are written, but for what no address may have in it: that is percent-encoded, as browsers do.
/// See https://www.rfc-editor.org/rfc/rfc3986#section-5.2 and https://url.spec.whatwg.org/
struct PageAddress {
  private var scheme: ArraySlice<UInt8>?
  private var authority: ArraySlice<UInt8>?
  private var path: ArraySlice<UInt8>
  private var query: ArraySlice<UInt8>?
  private var fragment: ArraySlice<UInt8>?

  init(_ text: String) { self.init(Self.cleaned(Array(text.utf8))) }

  private init(_ text: [UInt8]) {
    var rest = text[...]
    if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = rest[(mark + 1)...]
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(where: { !Self.isSchemeByte($0) }), rest[colon] == UInt8(ascii: ":"),
      let first = rest.first, (0x61...0x7A).contains(first | 0x20)
    {
      scheme = rest[..<colon]
      rest = rest[(colon + 1)...]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[(mark + 1)...]
      rest = rest[..<mark]
    }
    if rest.starts(with: "//".utf8) {
      let start = rest.startIndex + 2
      let end = rest[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = rest[start..<end]
      rest = rest[end...]
    }
    path = rest
  }

  /// Whether there is nothing against which to resolve.
  var isEmpty: Bool {
    scheme == nil && authority == nil && path.isEmpty && query == nil && fragment == nil
  }

  /// `reference` resolved against this address; the reference itself where that makes no sense.
  ///
  /// - Complexity: O(*n*) in the bytes of both.
  func resolve(_ reference: some Sequence<UInt8>) -> [UInt8] {
    let written = Self.cleaned(Array(reference))
    let address = PageAddress(written)
    if address.scheme != nil { return address.isHierarchical ? address.text : written }
    return isEmpty ? written : address.resolved(against: self).text
  }

  /// Whether it has a path of names between slashes, unlike `mailto:` and `javascript:`.
  private var isHierarchical: Bool { authority != nil || path.first == UInt8(ascii: "/") }

  private func resolved(against base: PageAddress) -> PageAddress {
    var address = self
    address.scheme = base.scheme
    guard authority == nil else { return address }
    address.authority = base.authority
    if path.isEmpty {
      address.path = base.path
      if query == nil { address.query = base.query }
      return address
    }
    // Browsers take a backslash for a slash.
    for index in path.indices where path[index] == UInt8(ascii: "\\") { address.path[index] = UInt8(ascii: "/") }
    if address.path.first != UInt8(ascii: "/") {
      let folder = base.path.lastIndex(of: UInt8(ascii: "/")).map { base.path[...$0] } ?? []
      let root = folder.isEmpty && base.authority != nil ? [UInt8(ascii: "/")] : folder
      address.path = root + address.path
    }
    return address
  }

  // MARK: Writing

  private var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(128)
    if let scheme {
      for byte in scheme { text.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
      text.append(UInt8(ascii: ":"))
    }
    if let authority {
      text += "//".utf8
      text += authority
    }
    AddressBytes.path.append(Self.withoutDots(path), to: &text)
    if let query {
      text.append(UInt8(ascii: "?"))
      AddressBytes.query.append(query, to: &text)
    }
    if let fragment {
      text.append(UInt8(ascii: "#"))
      AddressBytes.fragment.append(fragment, to: &text)
    }
    return text
  }

  /// The path with its steps `.` and `..` taken.
  private static func withoutDots(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard path.contains(UInt8(ascii: ".")) else { return path }
    let steps = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard steps.contains(where: { isDot($0) || isDoubleDot($0) }) else { return path }
    let isAbsolute = path.first == UInt8(ascii: "/")
    var taken: [ArraySlice<UInt8>] = []
    for (index, step) in steps.enumerated().dropFirst(isAbsolute ? 1 : 0) {
      if isDoubleDot(step) { _ = taken.popLast() } else if !isDot(step) { taken.append(step) }
      // A path that ends in dots is a folder.
      if index == steps.count - 1, isDot(step) || isDoubleDot(step) { taken.append([]) }
    }
    return (isAbsolute ? [UInt8(ascii: "/")] : []) + taken.joined(separator: [UInt8(ascii: "/")])
  }

  private static func isDot(_ step: ArraySlice<UInt8>) -> Bool { step.elementsEqual(".".utf8) }
  private static func isDoubleDot(_ step: ArraySlice<UInt8>) -> Bool { step.elementsEqual("..".utf8) }

  // MARK: Reading

  /// Without white space at its ends and line breaks and tabs in it.
  private static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 <= 0x20 }) else { return bytes }
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.count
    let end = bytes.lastIndex { $0 > 0x20 } ?? start - 1
    return bytes[start..<(end + 1)].filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}

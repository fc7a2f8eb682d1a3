internal import Glibc

extension XMLScanner {
  /// Reads what begins with `<`.
  @inline(__always)
  mutating func markup(
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    _ collector: UnsafeMutablePointer<XMLCollector>
  ) -> Int {
    guard start &+ 1 < end else { return Step.incomplete }
    switch text[start &+ 1] {
    case UInt8(ascii: "/"): return endTag(text, start, end, collector)
    case UInt8(ascii: "!"): return declarationOrComment(text, start, end, collector)
    case UInt8(ascii: "?"): return instruction(text, start, end)
    default: return startTag(text, start, end, collector)
    }
  }

  /// Takes the name at `index`; it ends at the first byte that is part of no name.
  @inline(__always)
  private func nameEnd(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ hash: inout UInt64) -> Int {
    var index = start
    while index < end, isClass(text[index], .name) {
      hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01B3
      index &+= 1
    }
    return index
  }

  @inline(__always)
  private func skipSpace(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, isClass(text[index], .space) { index &+= 1 }
    return index
  }

  // MARK: End tags

  @inline(__always)
  private mutating func endTag(
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    _ collector: UnsafeMutablePointer<XMLCollector>
  ) -> Int {
    guard open.count > 0 else { return Step.unknown }
    let name = open.base[open.count &- 1]
    let count = Int(names.entries.base[Int(name)].count)
    let nameStart = start &+ 2
    guard nameStart &+ count < end else { return Step.incomplete }
    guard names.equals(name, text + nameStart, count) else { return Step.unknown }
    let close = skipSpace(text, nameStart &+ count, end)
    guard close < end else { return Step.incomplete }
    guard text[close] == UInt8(ascii: ">") else { return Step.unknown }
    endElement(at: close &+ 1, collector)
    return close &+ 1
  }

  @inline(__always)
  private mutating func endElement(at offset: Int, _ collector: UnsafeMutablePointer<XMLCollector>) {
    collector.pointee.progress.scan(to: offset)
    collector.pointee.end()
    if !namespaces.isEmpty { namespaces.leave(open.count) }
    open.removeLast(downTo: open.count &- 1)
  }

  // MARK: Start tags

  @inline(__always)
  private mutating func startTag(
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    _ collector: UnsafeMutablePointer<XMLCollector>
  ) -> Int {
    let nameStart = start &+ 1
    guard isClass(text[nameStart], .nameStart), open.count > 0 || !hasRoot else { return Step.unknown }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var index = nameEnd(text, nameStart, end, &hash)
    guard index < end else { return Step.incomplete }
    let name = names.number(text + nameStart, index &- nameStart, hash: hash)
    pending.removeLast(downTo: 0)
    if text[index] != UInt8(ascii: ">") {
      index = attributes(text, index, end)
      if index < 0 { return index }
    }
    let isEmpty = text[index] == UInt8(ascii: "/")
    if isEmpty {
      guard index &+ 1 < end else { return Step.incomplete }
      guard text[index &+ 1] == UInt8(ascii: ">") else { return Step.unknown }
    }
    guard let number = elementNumber(name, text, collector) else { return Step.unknown }
    hasRoot = true
    open.append(name)
    collector.pointee.progress.scan(to: index)
    collector.pointee.openScanned(number, start: start, attributes: pending, values: text, resolved: resolved)
    if collector.pointee.isFaulty { return index }
    if isEmpty {
      endElement(at: index &+ 2, collector)
      return index &+ 2
    }
    return index &+ 1
  }

  /// Collects the attributes of a tag.
  ///
  /// - Returns: The offset of its `>` or `/`.
  @inline(__always)
  private mutating func attributes(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    resolved.removeLast(downTo: 0)
    while true {
      let gap = index
      index = skipSpace(text, index, end)
      guard index < end else { return Step.incomplete }
      if text[index] == UInt8(ascii: ">") || text[index] == UInt8(ascii: "/") { return index }
      guard index > gap, isClass(text[index], .nameStart) else { return Step.unknown }
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      let nameStart = index
      index = nameEnd(text, index, end, &hash)
      let name = names.number(text + nameStart, index &- nameStart, hash: hash)
      if index < end, text[index] != UInt8(ascii: "=") { index = skipSpace(text, index, end) }
      guard index < end else { return Step.incomplete }
      guard text[index] == UInt8(ascii: "=") else { return Step.unknown }
      index = skipSpace(text, index &+ 1, end)
      guard index < end else { return Step.incomplete }
      let quote = text[index]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return Step.unknown }
      index = value(text, index &+ 1, end, quote, name)
      if index < 0 { return index }
      for other in 0..<(pending.count &- 1) where pending.base[other].name == name { return Step.unknown }
      // So many are a matter for the limits.
      if pending.count > 256 { return Step.unknown }
    }
  }

  /// Adds the attribute `name` with the value that begins at `start`.
  ///
  /// - Returns: The offset after the closing quote.
  @inline(__always)
  private mutating func value(
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    _ quote: UInt8,
    _ name: Int32
  ) -> Int {
    var index = start
    while index < end {
      let byte = text[index]
      if byte == quote {
        pending.append(PendingAttribute(name: name, isResolved: false, start: start, count: index &- start))
        return index &+ 1
      }
      if !isClass(byte, .value) { break }
      index &+= 1
    }
    return resolvedValue(text, start, end, quote, name)
  }

  /// The same for a value with references or white space other than blanks, which becomes blanks.
  @inline(never)
  private mutating func resolvedValue(
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    _ quote: UInt8,
    _ name: Int32
  ) -> Int {
    let first = resolved.count
    var index = start
    while index < end {
      let byte = text[index]
      if byte == quote {
        pending.append(PendingAttribute(name: name, isResolved: true, start: first, count: resolved.count - first))
        return index + 1
      }
      switch byte {
      case UInt8(ascii: "<"): return Step.unknown
      case UInt8(ascii: "&"):
        index = reference(text, index, end)
        if index < 0 { return index }
        continue
      case UInt8(ascii: "\r"):
        guard index + 1 < end else { return Step.incomplete }
        if text[index + 1] != UInt8(ascii: "\n") { resolved.append(0x20) }
      case UInt8(ascii: "\t"), UInt8(ascii: "\n"): resolved.append(0x20)
      default: resolved.append(byte)
      }
      index += 1
    }
    return Step.incomplete
  }

  // MARK: Comments, sections and instructions

  private mutating func declarationOrComment(
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    _ collector: UnsafeMutablePointer<XMLCollector>
  ) -> Int {
    if let next = take("<!--", text, start, end) {
      if next > 0 { mode = .comment }
      return next
    }
    if open.count > 0, let next = take("<![CDATA[", text, start, end) {
      if next > 0 { mode = .section }
      return next
    }
    return documentType(text, start, end, collector)
  }

  /// The offset after `token` if it stands at `start`; `nil` if something else does.
  private func take(_ token: StaticString, _ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    let count = token.utf8CodeUnitCount
    for place in 0..<count {
      guard start + place < end else { return Step.incomplete }
      if text[start + place] != token.utf8Start[place] { return nil }
    }
    return start + count
  }

  private func instruction(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start + 2
    while index < end, isClass(text[index], .name) { index += 1 }
    guard index < end else { return Step.incomplete }
    let target = UnsafeBufferPointer(start: text + start + 2, count: index - start - 2)
    let isPlain = target.first.map { isClass($0, .nameStart) } == true && !target.contains(UInt8(ascii: ":"))
    guard isPlain, String(decoding: target, as: UTF8.self).lowercased() != "xml" else { return Step.unknown }
    guard isClass(text[index], .space) || text[index] == UInt8(ascii: "?") else { return Step.unknown }
    let isDirect = text[index] == UInt8(ascii: "?")
    while index + 1 < end {
      if text[index] == UInt8(ascii: "?"), text[index + 1] == UInt8(ascii: ">") { return index + 2 }
      if isDirect { return Step.unknown }
      index += 1
    }
    return Step.incomplete
  }
}

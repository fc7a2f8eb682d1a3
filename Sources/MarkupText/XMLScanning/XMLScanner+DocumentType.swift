internal import Findings

extension XMLScanner {
  /// Reads a document type whose own declarations change nothing of what the document says; others are left to libxml2.
  ///
  /// What it refers to is never loaded.
  mutating func documentType(
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    _ collector: UnsafeMutablePointer<XMLCollector>
  ) -> Int {
    guard !hasRoot, !hasDocumentType else { return Step.unknown }
    let limit = min(end, start + 1_024)
    guard let mark = (start..<limit).first(where: { text[$0] == UInt8(ascii: ">") || text[$0] == UInt8(ascii: "[") })
    else {
      return limit == end ? Step.incomplete : Step.unknown
    }
    // An address with a `>` in it does not end in its quote here, and is left to libxml2 with all else.
    let shape =
      /<!DOCTYPE[ \t\r\n]+[A-Za-z_][A-Za-z0-9._\-]*(?:[ \t\r\n]+(?:SYSTEM|PUBLIC[ \t\r\n]+"[A-Za-z0-9 .,:=\/+;()\-]*")[ \t\r\n]+"([A-Za-z0-9.,:=?;!*@$_%+~\/\-]*)")?[ \t\r\n]*[>\[]/
    guard let found = Self.string(text, start, mark + 1).wholeMatch(of: shape) else { return Step.unknown }
    var close = mark
    if text[mark] == UInt8(ascii: "[") {
      // What stands in a file that is not loaded may contradict what stands here.
      guard found.output.1 == nil else { return Step.unknown }
      close = declarations(text, mark + 1, end)
      if close < 0 { return close }
    }
    hasDocumentType = true
    declaration += Array(UnsafeBufferPointer(start: text + start, count: close + 1 - start))
    if let address = found.output.1 {
      collector.pointee.progress.scan(to: close)
      collector.pointee.refuse(.documentType(String(address)), severity: .note)
    }
    return close + 1
  }

  /// The longest document type that is read here, in bytes.
  private static let longestDeclarations = 16 << 10

  /// Reads the declarations that start at `start`; the offset of the `>` after them.
  private func declarations(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    let limit = min(end, start + Self.longestDeclarations)
    let missing = limit == end ? Step.incomplete : Step.unknown
    var declared = HarmlessDeclarations()
    var index = start
    while true {
      while index < limit, isClass(text[index], .space) { index += 1 }
      guard index + 4 <= limit else { return missing }
      if text[index] == UInt8(ascii: "]") {
        index += 1
        while index < limit, isClass(text[index], .space) { index += 1 }
        guard index < limit else { return missing }
        return text[index] == UInt8(ascii: ">") ? index : Step.unknown
      }
      guard text[index] == UInt8(ascii: "<") else { return Step.unknown }
      guard let close = (index..<limit).first(where: { text[$0] == UInt8(ascii: ">") }) else { return missing }
      guard declared.add(Self.string(text, index, close + 1)) else { return Step.unknown }
      index = close + 1
    }
  }

  private static func string(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: text + start, count: end - start), as: UTF8.self)
  }
}

extension XMLScanner {
  /// Reads a document type without declarations of its own; others are left to libxml2.
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
    guard let close = (start..<limit).first(where: { text[$0] == UInt8(ascii: ">") || text[$0] == UInt8(ascii: "[") })
    else {
      return limit == end ? Step.incomplete : Step.unknown
    }
    let bytes = UnsafeBufferPointer(start: text + start, count: close + 1 - start)
    // An address with a `>` in it does not end in its quote here, and is left to libxml2 with all else.
    let shape =
      /<!DOCTYPE[ \t\r\n]+[A-Za-z_][A-Za-z0-9._\-]*(?:[ \t\r\n]+(?:SYSTEM|PUBLIC[ \t\r\n]+"[A-Za-z0-9 .,:=\/+;()\-]*")[ \t\r\n]+"([A-Za-z0-9.,:=?;!*@$_%+~\/\-]*)")?[ \t\r\n]*>/
    guard let found = String(decoding: bytes, as: UTF8.self).wholeMatch(of: shape) else { return Step.unknown }
    hasDocumentType = true
    declaration += Array(bytes)
    if let address = found.output.1 {
      collector.pointee.scannedOffset = close
      collector.pointee.refuseDocumentType(String(address))
    }
    return close + 1
  }
}

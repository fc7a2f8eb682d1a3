extension Finding {
  /// A name for the finding that survives edits elsewhere in the file: 16 hexadecimal digits made from the rule, the file, the field
  /// and the offending text, but not from line numbers.
  ///
  /// Two findings may share a fingerprint when the same mistake stands twice in a file; `FingerprintCounter` tells them apart.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  public var fingerprint: String {
    var hash = FingerprintHash()
    hash.add(rule.rawValue)
    hash.add(position?.file)
    hash.add(field)
    hash.add(entity)
    hash.add(attribute)
    hash.add(value)
    hash.add(excerpt?.text)
    // Messages may be reworded and may name lines, so they count only when nothing else says what is meant.
    if value == nil, excerpt == nil { hash.add(message) }
    return hash.digits
  }
}

/// Gives each finding of a run a fingerprint of its own, by numbering those that repeat.
package struct FingerprintCounter: Sendable {
  private var timesSeen: [String: Int] = [:]

  /// Makes a counter that has seen no finding.
  package init() {}

  /// The fingerprint of `finding`, with `-2`, `-3` … behind it when it has been seen before.
  package mutating func next(_ finding: Finding) -> String {
    let fingerprint = finding.fingerprint
    let times = timesSeen[fingerprint, default: 0] + 1
    timesSeen[fingerprint] = times
    return times == 1 ? fingerprint : "\(fingerprint)-\(times)"
  }
}

/// The 64-bit FNV-1a hash: small, the same on every machine and in every version. It only has to tell texts apart, not to resist forgery.
/// http://www.isthe.com/chongo/tech/comp/fnv/
private struct FingerprintHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ text: String?) {
    // A missing text and an empty one differ, and so do "ab" + "c" and "a" + "bc".
    add(byte: text == nil ? 0 : 1)
    guard let text else { return }
    for byte in text.utf8 { add(byte: byte) }
    add(byte: 0xFF)
  }

  var digits: String {
    let text = String(state, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }

  private mutating func add(byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
}

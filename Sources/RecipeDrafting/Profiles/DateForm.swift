internal import AttributeValues
internal import ImportPipeline

/// The patterns of dates that are looked for.
enum DateForm {
  /// The likelier stand first; where values fit several, the first one counts.
  static let patterns = DatePattern.standard + texts.compactMap(DatePattern.init)

  private static let texts = [
    "yyyy-MM-dd HH:mm:ssXXX", "yyyy-MM-dd'T'HH:mmXXX",
    "yyyy/MM/dd", "yyyy/M/d", "dd.MM.yyyy", "d.M.yyyy", "d.M.yy", "d.M.yyyy H:mm", "d.M.yyyy H:mm:ss",
    "MM/dd/yyyy", "M/d/yyyy", "dd/MM/yyyy", "d/M/yyyy", "M/d/yy", "d/M/yy", "M/d/yyyy H:mm", "d/M/yyyy H:mm",
    "M/d/yyyy h:mm a", "dd-MM-yyyy", "MM-dd-yyyy", "d-M-yyyy", "d MMMM yyyy", "d MMM yyyy", "MMMM d, yyyy",
    "MMM d, yyyy", "d-MMM-yyyy", "d-MMM-yy", "d. MMMM yyyy", "EEE, d MMM yyyy HH:mm:ss Z",
    "EEE, d MMM yyyy HH:mm:ss 'GMT'", "EEE, d MMM yyyy HH:mm:ss", "yyyyMMdd'T'HHmmssXXX",
  ]

  /// The pattern that fits what another one fits when day and month change places.
  static func isTwin(_ one: String, of other: String) -> Bool {
    func swapped(_ text: String) -> String {
      String(text.map { $0 == "M" ? "d" : $0 == "d" ? "M" : $0 })
    }
    return one != other && (swapped(one) == other || swapped(one) == other.replacing("dd", with: "d"))
  }

  /// Which patterns a text fits, as bits by their places.
  ///
  /// - Parameter among: The patterns to try.
  static func fitting(_ bytes: UnsafeBufferPointer<UInt8>, among candidates: UInt64) -> UInt64 {
    guard (6...40).contains(bytes.count) else { return 0 }
    var fitting: UInt64 = 0
    var rest = candidates
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      rest &= rest - 1
      if patterns[number].seconds(bytes) != nil { fitting |= 1 << UInt64(number) }
    }
    return fitting
  }

  /// All patterns.
  static var all: UInt64 { (1 << UInt64(patterns.count)) - 1 }
}

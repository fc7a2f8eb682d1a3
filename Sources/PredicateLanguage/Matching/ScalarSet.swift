/// Some Unicode scalars, as sorted ranges that neither touch nor overlap.
struct ScalarSet: Hashable {
  private(set) var ranges: [ClosedRange<UInt32>] = []
  /// Whether only the ASCII part is known: the rest is a matter of Unicode's tables, which are ICU's.
  var isKnownForASCIIOnly = false

  static let greatest: UInt32 = 0x10FFFF

  init(_ ranges: [ClosedRange<UInt32>] = [], isKnownForASCIIOnly: Bool = false) {
    self.isKnownForASCIIOnly = isKnownForASCIIOnly
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound &+ 1 {
        self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  init(ascii characters: String) {
    self.init(characters.unicodeScalars.map { $0.value...$0.value }, isKnownForASCIIOnly: true)
  }

  func contains(_ scalar: UInt32) -> Bool { ranges.contains { $0.contains(scalar) } }

  func union(_ other: ScalarSet) -> ScalarSet {
    ScalarSet(ranges + other.ranges, isKnownForASCIIOnly: isKnownForASCIIOnly || other.isKnownForASCIIOnly)
  }

  var inverted: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= Self.greatest { result.append(next...Self.greatest) }
    return ScalarSet(result, isKnownForASCIIOnly: isKnownForASCIIOnly)
  }

  /// With both cases of each ASCII letter; `nil` if there is more than ASCII, whose cases are ICU's matter.
  var ignoringCase: ScalarSet? {
    guard ranges.allSatisfy({ $0.upperBound < 0x80 }) else { return nil }
    var result = ranges
    for range in ranges {
      for scalar in range {
        switch UInt8(truncatingIfNeeded: scalar) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
          result.append(scalar ^ 0x20...scalar ^ 0x20)
        default: break
        }
      }
    }
    return ScalarSet(result, isKnownForASCIIOnly: true)
  }

  static let digits = ScalarSet([0x30...0x39], isKnownForASCIIOnly: true)
  static let capitals = ScalarSet([0x41...0x5A], isKnownForASCIIOnly: true)
  static let smallLetters = ScalarSet([0x61...0x7A], isKnownForASCIIOnly: true)
  static let letters = ScalarSet([0x41...0x5A, 0x61...0x7A], isKnownForASCIIOnly: true)
  static let wordCharacters = ScalarSet(
    [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A],
    isKnownForASCIIOnly: true
  )
  static let whiteSpace = ScalarSet([0x09...0x0D, 0x20...0x20], isKnownForASCIIOnly: true)
  /// What `.` does not match.
  static let lineEnds = ScalarSet([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])
}

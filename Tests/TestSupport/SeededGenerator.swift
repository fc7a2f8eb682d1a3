/// Random numbers that are the same at every run (SplitMix64), so that a failure can be repeated.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes the sequence of a seed.
  public init(seed: UInt64) { state = seed }

  /// Makes the sequence of a seed; sequences of neighbouring seeds have nothing in common.
  public init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }

  /// A number from 0 below `limit`.
  public mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// One of the elements, of which there is at least one.
  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

  /// True once in `times`.
  public mutating func once(in times: Int) -> Bool { number(below: times) == 0 }

  /// Whether something happens that happens `count` times in `total`.
  public mutating func chance(_ count: Int, in total: Int) -> Bool { Int.random(in: 0..<total, using: &self) < count }
}

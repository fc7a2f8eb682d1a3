import ReleasePacks
import Testing

@Suite struct RoundTripTests {
  @Test func makesAndApplies() throws {
    let old: [UInt8] = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    var new = old
    new[77] = 1
    new.insert(contentsOf: [9, 9, 9], at: 3000)
    let patch = try PatchMaker.patch(from: old, to: new)
    #expect(try Patch(patch).apply(to: old) == new)
  }
}

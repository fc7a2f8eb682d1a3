import ManagedObjects
import TestSupport
import Testing

@Suite struct StringOrderTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func bytesOfASCIIAreOrderedAsDecodedStringsAre(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func text() -> String {
      String((0..<random.number(below: 7)).map { _ in random.pick(Array("aAbB019 _-.$\u{1}~zé\u{212A}ß")) })
    }
    for _ in 0..<500 {
      let left = text()
      let right = text()
      for comparison in [SortKey.Comparison.binary, .caseInsensitive, .localizedStandard] {
        let order = StringOrder.compare(left, right, comparison)
        #expect(order == StringOrder.compareDecoded(left, right, comparison), "\(comparison) \(left) \(right)")
        #expect(order.reversed == StringOrder.compare(right, left, comparison), "\(comparison) \(left) \(right)")
      }
    }
  }

  @Test func theOrderIsTransitive() {
    var random = SeededGenerator(seed: 1)
    let texts = (0..<60).map { _ in
      String((0..<random.number(below: 5)).map { _ in random.pick(Array("aAáÁ019 -eEéßık\u{212A}")) })
    }
    for comparison in [SortKey.Comparison.binary, .caseInsensitive, .localizedStandard] {
      let sorted = texts.sorted { StringOrder.compare($0, $1, comparison) == .less }
      for (index, text) in sorted.enumerated() {
        for later in sorted[index...] { #expect(StringOrder.compare(text, later, comparison) != .greater) }
      }
    }
  }
}

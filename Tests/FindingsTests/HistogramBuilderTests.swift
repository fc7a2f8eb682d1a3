import Findings
import Testing

@Suite struct HistogramBuilderTests {
  @Test func countsEachNumberOnceWhateverTheOrder() throws {
    let numbers = (0..<1000).map { Double(($0 * 37) % 997) / 3 - 100 }
    var builder = HistogramBuilder()
    var reversed = HistogramBuilder()
    for number in numbers { builder.add(number) }
    for number in numbers.reversed() { reversed.add(number) }
    let histogram = try #require(builder.finished())
    #expect(histogram == reversed.finished())
    #expect(histogram.count == 1000)
    #expect(histogram.counts.count <= 24)
    #expect(histogram.counts.count > 6)
    #expect(histogram.minimum == -100)
    #expect(histogram.start <= histogram.minimum)
    #expect(histogram.start + histogram.width * Double(histogram.counts.count) > histogram.maximum)
  }

  @Test func putsEachNumberIntoTheRangeThatHoldsIt() {
    var builder = HistogramBuilder(ranges: 4)
    for number in [0.0, 1, 1.5, 2, 3.99] { builder.add(number) }
    #expect(
      builder.finished() == Histogram(start: 0, width: 1, counts: [1, 2, 1, 1], minimum: 0, maximum: 3.99)
    )
  }

  @Test func hasOneRangeWhenAllNumbersAreTheSame() {
    var builder = HistogramBuilder()
    builder.add(7.5)
    builder.add(7.5)
    #expect(builder.finished() == Histogram(start: 7.5, width: 0, counts: [2], minimum: 7.5, maximum: 7.5))
  }

  @Test func leavesOutWhatIsNotFinite() {
    var builder = HistogramBuilder()
    let counted = [builder.add(.nan), builder.add(.infinity)]
    #expect(counted == [false, false])
    #expect(builder.finished() == nil)
  }

  static let extremes: [[Double]] = [
    [-1e300, 1e300], [Double.leastNonzeroMagnitude, 1], [-Double.greatestFiniteMagnitude, 0], [1e17, 1e17 + 16],
    [-5, -5.5, -6], [0, -0.0],
  ]

  @Test(arguments: extremes) func survivesExtremeNumbers(_ numbers: [Double]) throws {
    var builder = HistogramBuilder()
    for number in numbers { builder.add(number) }
    let histogram = try #require(builder.finished())
    #expect(histogram.count == numbers.count)
    #expect(histogram.counts.count <= 24)
  }
}

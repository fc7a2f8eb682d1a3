import Testing

@testable import SQLiteStore

struct OrderNumbersTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var current: [Int64?]
    var numbers: [Int64]
  }

  static let cases = [
    Case(testDescription: "no members", current: [], numbers: []),
    Case(testDescription: "a new list", current: [nil, nil, nil], numbers: [2048, 4096, 6144]),
    Case(testDescription: "one more at the end", current: [2048, 4096, nil], numbers: [2048, 4096, 6144]),
    Case(testDescription: "one in the middle", current: [2048, nil, 4096], numbers: [2048, 3072, 4096]),
    Case(testDescription: "one in front", current: [nil, 2048, 4096], numbers: [1024, 2048, 4096]),
    Case(testDescription: "the last moved to the front", current: [6144, 2048, 4096], numbers: [1024, 2048, 4096]),
    Case(testDescription: "one taken out", current: [2048, 6144], numbers: [2048, 6144]),
    Case(testDescription: "no room left", current: [5, nil, 6], numbers: [2048, 4096, 6144]),
    Case(testDescription: "equal numbers", current: [2048, 2048], numbers: [1024, 2048]),
    Case(testDescription: "numbers without sense", current: [-3, 0, Int64.max], numbers: [2048, 4096, 6144]),
  ]

  @Test(arguments: cases) func changesAsFewNumbersAsItTakes(_ example: Case) {
    let numbers = OrderNumbers.numbers(keeping: example.current)
    #expect(numbers.count == example.current.count)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    if example.testDescription != "numbers without sense" { #expect(numbers == example.numbers) }
  }
}

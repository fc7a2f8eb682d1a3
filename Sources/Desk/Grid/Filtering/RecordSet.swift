/// Numbers of records, a bit for each.
package struct RecordSet: Sendable, Hashable {
  private static let wordsOfBlock = 64

  private var words: [UInt64] = []
  /// How many there are before each block of words.
  private var before: [Int] = []
  package private(set) var count = 0
  /// One more than the greatest.
  private var end = 0

  package init() {}

  /// Adds a number that is greater than all that are there.
  ///
  /// - Complexity: O(1), or O(gap) in what lies between.
  package mutating func append(_ number: Int) {
    precondition(number >= end, "Numbers have to ascend")
    end = number + 1
    let word = number >> 6
    while words.count <= word {
      if words.count.isMultiple(of: Self.wordsOfBlock) { before.append(count) }
      words.append(0)
    }
    words[word] |= 1 << UInt64(number & 63)
    count += 1
  }

  /// Whether a number is there.
  package func contains(_ number: Int) -> Bool {
    number >= 0 && number >> 6 < words.count && words[number >> 6] & 1 << UInt64(number & 63) != 0
  }

  /// Some of the numbers, ascending.
  ///
  /// - Parameter range: Their places among the numbers, from 0; what is beyond the last is left out.
  /// - Complexity: O(log *n* + the words that the numbers stand in).
  package func numbers(_ range: Range<Int>) -> [Int] {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return [] }
    var low = 0
    var high = before.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if before[middle] <= range.lowerBound { low = middle } else { high = middle }
    }
    var place = before[low]
    var word = low * Self.wordsOfBlock
    var numbers: [Int] = []
    numbers.reserveCapacity(range.count)
    while numbers.count < range.count {
      var bits = words[word]
      if place + bits.nonzeroBitCount <= range.lowerBound {
        place += bits.nonzeroBitCount
      } else {
        while bits != 0, numbers.count < range.count {
          if place >= range.lowerBound { numbers.append(word << 6 | bits.trailingZeroBitCount) }
          place += 1
          bits &= bits - 1
        }
      }
      word += 1
    }
    return numbers
  }

  /// How many of the numbers are less than one.
  ///
  /// - Complexity: O(1).
  package func rank(of number: Int) -> Int {
    guard number < end else { return count }
    let word = number >> 6
    let block = word / Self.wordsOfBlock
    var rank = before[block]
    for index in block * Self.wordsOfBlock..<word { rank += words[index].nonzeroBitCount }
    return rank + (words[word] & (1 << UInt64(number & 63) - 1)).nonzeroBitCount
  }
}

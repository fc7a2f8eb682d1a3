/// Sorts the keys that were collected for an index, as far as fits into memory at once.
///
/// The keys come in the order of their rows, and everything here keeps the order of what is equal: so equal keys stand in the order of their rows in
/// the end. A radix sort by the prefixes does most of it; keys with the same prefix are sorted by the next eight bytes in which they differ, and so on.
struct KeyRunSort: ~Copyable {
  /// A key, in 16 bytes.
  private struct Entry {
    private static let exact: UInt32 = 1 << 31

    var word: UInt64
    /// Where the key stands among the collected ones.
    let offset: UInt32
    private var sizeAndMark: UInt32

    init(_ prefix: KeyOrder.Prefix, offset: Int, size: UInt32) {
      word = prefix.value
      self.offset = UInt32(offset)
      sizeAndMark = size | (prefix.isExact ? Self.exact : 0)
    }

    var size: Int { Int(sizeAndMark & ~Self.exact) }

    var prefix: KeyOrder.Prefix {
      get { KeyOrder.Prefix(value: word, isExact: sizeAndMark & Self.exact != 0) }
      set {
        word = newValue.value
        sizeAndMark = UInt32(size) | (newValue.isExact ? Self.exact : 0)
      }
    }
  }

  /// Groups below this are sorted by comparing whole keys.
  private static let smallGroup = 24
  /// Groups below this are sorted by insertion, when a number is all that has to be compared.
  private static let smallRadix = 48
  /// Keys that have more groups of eight bytes in common are compared as a whole.
  private static let deepestGroup = 64

  private let order: KeyOrder
  private let keys: UnsafeRawPointer
  private var entries: UnsafeMutableBufferPointer<Entry>
  private var spare: UnsafeMutableBufferPointer<Entry>
  private let scratch = ByteBuffer(capacity: 512)
  private let first = ByteBuffer(capacity: 512)
  private var comparison: KeyComparison

  /// The keys, as they were collected; `keys` are its bytes.
  private let collected: ByteBuffer

  /// Sorts collected keys.
  init(_ collected: ByteBuffer, by order: KeyOrder) {
    self.order = order
    self.collected = collected
    comparison = KeyComparison(order)
    let bytes = UnsafeRawPointer(collected.base)
    keys = bytes
    var count = 0
    var position = 0
    while position < collected.count {
      position += Int(bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)) + KeyFormat.collectedHeaderSize
      count += 1
    }
    entries = .allocate(capacity: count)
    spare = .allocate(capacity: count)
    position = 0
    for number in 0..<count {
      let size = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
      position += KeyFormat.collectedHeaderSize
      let key = UnsafeRawBufferPointer(start: bytes + position, count: Int(size))
      let entry = Entry(order.prefix(of: key, scratch: scratch), offset: position, size: size)
      (entries.baseAddress! + number).initialize(to: entry)
      (spare.baseAddress! + number).initialize(to: entry)
      position += Int(size)
    }
    sort()
  }

  deinit {
    entries.deallocate()
    spare.deallocate()
  }

  private func key(_ entry: Entry) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: keys + Int(entry.offset), count: entry.size)
  }

  // MARK: The run

  /// The size of the run in memory.
  var runSize: Int { collected.count + (KeyFormat.sortedHeaderSize - KeyFormat.collectedHeaderSize) * entries.count }

  /// The keys one after another with their prefixes, as `KeyFormat` says of sorted runs: quick to read in memory.
  func run() -> KeyBytes {
    let run = KeyBytes(capacity: runSize)
    var target = run.buffer.room(for: runSize)
    for entry in entries {
      KeyFormat.writeSorted(entry.prefix, size: entry.size, to: target)
      target += KeyFormat.sortedHeaderSize
      target.copyMemory(from: keys + Int(entry.offset), byteCount: entry.size)
      target += entry.size
    }
    run.buffer.advance(by: runSize)
    return run
  }

  /// The keys one after another, as `FrontCoding` writes them: small in files.
  func frontCodedRun() -> ByteBuffer {
    let run = ByteBuffer(capacity: collected.count / 2)
    var previous = UnsafeRawBufferPointer(start: nil, count: 0)
    for entry in entries {
      let key = key(entry)
      FrontCoding.append(key, behind: previous, to: run)
      previous = key
    }
    return run
  }

  // MARK: Sorting

  private mutating func sort() {
    sortByPrefix(0..<entries.count)
    refineGroups(of: 0..<entries.count, from: 8, depth: 0)
  }

  /// Sorts what has the same prefix; the first `start` bytes of the keys in `range` have been compared where the prefixes are equal.
  private mutating func refineGroups(of range: Range<Int>, from start: Int, depth: Int) {
    var begin = range.lowerBound
    while begin < range.upperBound {
      let prefix = entries[begin].word
      var isExact = entries[begin].prefix.isExact
      var end = begin + 1
      while end < range.upperBound, entries[end].word == prefix {
        isExact = isExact && entries[end].prefix.isExact
        end += 1
      }
      if end - begin > 1, !isExact { refine(begin..<end, from: start, depth: depth) }
      begin = end
    }
  }

  private mutating func refine(_ group: Range<Int>, from start: Int, depth: Int) {
    guard group.count > Self.smallGroup, depth < Self.deepestGroup else {
      return group.count <= Self.smallGroup ? insertionSort(group) : mergeSort(group)
    }
    // Few different values make many equal keys; nothing has to be done then.
    let example = key(entries[group.lowerBound])
    if group.allSatisfy({ KeyComparison.areIdentical(key(entries[$0]), example) }) { return }
    first.removeAll()
    _ = order.normalize(example, into: first)
    var common = first.count
    for index in group {
      scratch.removeAll()
      _ = order.normalize(key(entries[index]), into: scratch)
      common = first.bytes.commonCount(with: scratch.bytes, from: start, limit: common)
    }
    // Values that look different can be equal; there is nothing left to compare then.
    if common == first.count { return }
    let outer = entries[group.lowerBound].word
    for index in group {
      scratch.removeAll()
      _ = order.normalize(key(entries[index]), into: scratch)
      entries[index].prefix = KeyOrder.prefix(scratch.bytes, from: common)
    }
    sortByPrefix(group)
    refineGroups(of: group, from: common + 8, depth: depth + 1)
    for index in group { entries[index].prefix = KeyOrder.Prefix(value: outer, isExact: false) }
  }

  /// Sorts by prefixes alone, keeping the order of equal ones.
  private mutating func sortByPrefix(_ range: Range<Int>) {
    if range.dropFirst().allSatisfy({ entries[$0 - 1].word <= entries[$0].word }) { return }
    if range.count < Self.smallRadix {
      for index in range.dropFirst() {
        let entry = entries[index]
        var hole = index
        while hole > range.lowerBound, entries[hole - 1].word > entry.word {
          entries[hole] = entries[hole - 1]
          hole -= 1
        }
        entries[hole] = entry
      }
      return
    }
    radixSort(range)
  }

  private mutating func radixSort(_ range: Range<Int>) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 8 * 256) { counts in
      counts.initialize(repeating: 0)
      for index in range {
        var rest = entries[index].word
        for digit in 0..<8 {
          counts[digit << 8 | Int(rest & 0xFF)] += 1
          rest >>= 8
        }
      }
      var isInSpare = false
      for digit in 0..<8 {
        let table = UnsafeMutableBufferPointer(rebasing: counts[(digit << 8)..<(digit + 1) << 8])
        let shift = UInt64(digit * 8)
        // A byte that all have in common sorts nothing.
        if table[Int(entries[range.lowerBound].word >> shift & 0xFF)] == range.count { continue }
        var position = range.lowerBound
        for value in 0..<256 {
          let count = table[value]
          table[value] = position
          position += count
        }
        let source = isInSpare ? spare : entries
        let target = isInSpare ? entries : spare
        for index in range {
          let entry = source[index]
          let value = Int(entry.word >> shift & 0xFF)
          target[table[value]] = entry
          table[value] += 1
        }
        isInSpare.toggle()
      }
      if isInSpare { for index in range { entries[index] = spare[index] } }
    }
  }

  private mutating func insertionSort(_ range: Range<Int>) {
    for index in range.dropFirst() {
      let entry = entries[index]
      let bytes = key(entry)
      var hole = index
      while hole > range.lowerBound, comparison.compare(key(entries[hole - 1]), bytes) > 0 {
        entries[hole] = entries[hole - 1]
        hole -= 1
      }
      entries[hole] = entry
    }
  }

  private mutating func mergeSort(_ range: Range<Int>) {
    guard range.count > Self.smallGroup else { return insertionSort(range) }
    let middle = range.lowerBound + range.count / 2
    mergeSort(range.lowerBound..<middle)
    mergeSort(middle..<range.upperBound)
    for index in range { spare[index] = entries[index] }
    var left = range.lowerBound
    var right = middle
    for index in range {
      let takesRight =
        left == middle
        || (right < range.upperBound && comparison.compare(key(spare[left]), key(spare[right])) > 0)
      entries[index] = takesRight ? spare[right] : spare[left]
      if takesRight { right += 1 } else { left += 1 }
    }
  }
}

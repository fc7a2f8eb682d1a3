/// The memory of a table of fingerprints.
///
/// A class of plain numbers and pointers, because it is asked and filled once or more for every record. Sendable although it changes: the table copies what
/// is shared before it changes it.
final class FingerprintStorage: @unchecked Sendable {
  /// An object: 20 bytes.
  private struct Item: Equatable {
    /// Never both 0, but for an object that was taken out.
    var lowHash: UInt32
    var highHash: UInt32
    var rest: UInt32
    var reference: UInt32
    /// The line; `isNoRecord` marks objects that no record of the run has given these values.
    var line: UInt32

    static let isNoRecord: UInt32 = 1 << 31
    var hash: UInt64 { UInt64(highHash) << 32 | UInt64(lowHash) }

    func has(_ fingerprint: Fingerprint) -> Bool { hash == fingerprint.hash && rest == fingerprint.rest }
  }

  /// Objects stand in blocks, so that they never move.
  private static let blockBits = 12
  private static let blockSize = 1 << blockBits

  /// What the slot's object begins with; 0 marks a free slot.
  private var tags: UnsafeMutablePointer<UInt8>
  /// The number of the slot's object.
  private var numbers: UnsafeMutablePointer<UInt32>
  private var mask: Int
  private var blocks: UnsafeMutablePointer<UnsafeMutablePointer<Item>>
  private var blockCapacity = 16
  /// How many objects were ever added.
  private var itemCount = 0
  /// The objects' sources: each holds from this object's number on.
  private var sources: [(start: Int, source: Int32)] = []
  /// How many objects there are.
  private(set) var count = 0
  /// What `prefetch` has read, so that it is read.
  private var prefetched: UInt8 = 0

  init() {
    mask = 1023
    tags = .allocate(capacity: 1024)
    tags.initialize(repeating: 0, count: 1024)
    numbers = .allocate(capacity: 1024)
    numbers.initialize(repeating: 0, count: 1024)
    blocks = .allocate(capacity: blockCapacity)
  }

  /// A copy.
  init(_ other: FingerprintStorage) {
    let slots = other.mask + 1
    mask = other.mask
    tags = .allocate(capacity: slots)
    tags.update(from: other.tags, count: slots)
    numbers = .allocate(capacity: slots)
    numbers.update(from: other.numbers, count: slots)
    blockCapacity = other.blockCapacity
    blocks = .allocate(capacity: blockCapacity)
    for number in 0..<other.blockCount {
      blocks[number] = .allocate(capacity: Self.blockSize)
      let filled = min(Self.blockSize, other.itemCount - number << Self.blockBits)
      blocks[number].update(from: other.blocks[number], count: filled)
    }
    itemCount = other.itemCount
    sources = other.sources
    count = other.count
  }

  deinit {
    for number in 0..<blockCount { blocks[number].deallocate() }
    blocks.deallocate()
    tags.deallocate()
    numbers.deallocate()
  }

  private var blockCount: Int { (itemCount + Self.blockSize - 1) >> Self.blockBits }

  private func item(_ number: UInt32) -> UnsafeMutablePointer<Item> {
    blocks[Int(number) >> Self.blockBits] + (Int(number) & (Self.blockSize - 1))
  }

  /// Whether both have the same slots and objects.
  func isSame(as other: FingerprintStorage) -> Bool {
    guard mask == other.mask, itemCount == other.itemCount, count == other.count,
      sources.elementsEqual(other.sources, by: ==)
    else { return false }
    for slot in 0...mask {
      if tags[slot] != other.tags[slot] || tags[slot] != 0 && numbers[slot] != other.numbers[slot] { return false }
    }
    return (0..<UInt32(itemCount)).allSatisfy { item($0).pointee == other.item($0).pointee }
  }

  // MARK: Looking

  /// The slot at which the search for a fingerprint begins.
  func home(_ fingerprint: Fingerprint) -> Int { home(fingerprint.hash) }

  private func home(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 1) & mask }

  private static func tag(_ hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 56) | 0x80 }

  /// Reads the slots at which the search for these fingerprints begins, and the objects there if they are wanted. No read needs the one before, so that the
  /// processor waits for many at once, in place of for each of them when it is asked for.
  func prefetch(_ fingerprints: Fingerprints, andObjects: Bool) {
    var read: UInt8 = 0
    for index in 0..<fingerprints.count {
      guard let fingerprint = fingerprints[index] else { continue }
      let slot = home(fingerprint)
      read &+= tags[slot] &+ UInt8(truncatingIfNeeded: numbers[slot])
    }
    if andObjects {
      for index in 0..<fingerprints.count {
        guard let fingerprint = fingerprints[index] else { continue }
        let slot = home(fingerprint)
        if tags[slot] != 0 { read &+= UInt8(truncatingIfNeeded: item(numbers[slot]).pointee.rest) }
      }
    }
    prefetched = read
  }

  /// The slot behind another.
  func after(_ slot: Int) -> Int { (slot + 1) & mask }

  /// The next slot of an object with a fingerprint, from a slot on; -1 if there is none.
  func slot(of fingerprint: Fingerprint, from start: Int) -> Int {
    let tag = Self.tag(fingerprint.hash)
    var slot = start
    while tags[slot] != 0 {
      if tags[slot] == tag, item(numbers[slot]).pointee.has(fingerprint) { return slot }
      slot = (slot + 1) & mask
    }
    return -1
  }

  /// The object in a slot.
  func entry(at slot: Int) -> FingerprintTable.Entry {
    let number = numbers[slot]
    let item = item(number).pointee
    return FingerprintTable.Entry(
      reference: Int64(item.reference),
      source: item.line & Item.isNoRecord != 0 ? -1 : source(of: Int(number)),
      line: Int32(item.line & ~Item.isNoRecord)
    )
  }

  private func source(of number: Int) -> Int32 {
    var low = 0
    var high = sources.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if sources[middle].start <= number { low = middle } else { high = middle }
    }
    return low < sources.count ? sources[low].source : -1
  }

  // MARK: Changing

  /// Adds an object.
  func insert(_ fingerprint: Fingerprint, _ entry: FingerprintTable.Entry) {
    if (count + 1) * 4 > (mask + 1) * 3 { grow() }
    let number = itemCount
    if number & (Self.blockSize - 1) == 0 { addBlock() }
    let isNoRecord = entry.source < 0 ? Item.isNoRecord : 0
    blocks[number >> Self.blockBits][number & (Self.blockSize - 1)] = Item(
      lowHash: UInt32(truncatingIfNeeded: fingerprint.hash),
      highHash: UInt32(truncatingIfNeeded: fingerprint.hash >> 32),
      rest: fingerprint.rest,
      reference: UInt32(truncatingIfNeeded: entry.reference),
      line: UInt32(max(entry.line, 0)) | isNoRecord
    )
    if entry.source >= 0, sources.last?.source != entry.source { sources.append((number, entry.source)) }
    itemCount += 1
    count += 1
    place(UInt32(number), fingerprint.hash)
  }

  private func place(_ number: UInt32, _ hash: UInt64) {
    var slot = home(hash)
    while tags[slot] != 0 { slot = (slot + 1) & mask }
    tags[slot] = Self.tag(hash)
    numbers[slot] = number
  }

  private func addBlock() {
    let number = itemCount >> Self.blockBits
    if number == blockCapacity {
      let grown = UnsafeMutablePointer<UnsafeMutablePointer<Item>>.allocate(capacity: blockCapacity * 2)
      grown.update(from: blocks, count: blockCapacity)
      blocks.deallocate()
      blocks = grown
      blockCapacity *= 2
    }
    blocks[number] = .allocate(capacity: Self.blockSize)
  }

  /// Doubles the slots. Objects of one fingerprint stay in their order, for they are placed in the order in which they were added.
  private func grow() {
    let capacity = (mask + 1) * 2
    mask = capacity - 1
    // All that the slots say follows from the objects, so the old ones can go first.
    tags.deallocate()
    numbers.deallocate()
    tags = .allocate(capacity: capacity)
    tags.initialize(repeating: 0, count: capacity)
    numbers = .allocate(capacity: capacity)
    numbers.initialize(repeating: 0, count: capacity)
    for number in 0..<UInt32(itemCount) {
      let hash = item(number).pointee.hash
      if hash != 0 { place(number, hash) }
    }
  }

  /// Takes out the object of a slot, and moves those behind it forward, as far as they may stand there.
  func remove(_ slot: Int) {
    item(numbers[slot]).pointee.lowHash = 0
    item(numbers[slot]).pointee.highHash = 0
    var gap = slot
    var next = (gap + 1) & mask
    while tags[next] != 0 {
      // An object may move into the gap unless its home lies between the two.
      if (next &- home(item(numbers[next]).pointee.hash)) & mask >= (next &- gap) & mask {
        tags[gap] = tags[next]
        numbers[gap] = numbers[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    tags[gap] = 0
    count -= 1
  }
}

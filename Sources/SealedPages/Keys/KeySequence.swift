internal import FoundationEssentials

/// Follows the keys of an index in the order in which they are written or read: proves that they rise, counts different beginnings, finds keys that may not be there twice. A
/// class of plain numbers and pointers, as `ByteBuffer` is.
final class KeySequence {
  /// What a key is that cannot follow the one before.
  enum Fault: LocalizedError, Equatable {
    case notAKey
    case notRising
    /// The same key, without NULL, as that of this other row.
    case notUnique(otherRowID: Int64)
  }

  private let order: KeyOrder
  private let isUnique: Bool
  private let previous = ByteBuffer(capacity: 512)
  private var previousPrefix = KeyOrder.Prefix(value: 0, isExact: true)
  /// The number of the previous key's row, if it was needed.
  private var previousRowID: Int64?
  /// The normalized form of the previous key, if it was needed.
  private var normal = ByteBuffer(capacity: 512)
  private var hasNormal = false
  private var nextNormal = ByteBuffer(capacity: 512)
  /// Where the terms of a key end, and of each beginning how often it changed.
  private let ends: UnsafeMutablePointer<Int>
  private let changes: UnsafeMutablePointer<Int>
  /// Whether NULLs count as different: `ANALYZE` does not look for equal keys any more in a unique index once it has come to a value.
  private var countsEveryNull = false
  /// How many keys there are.
  private(set) var count = 0

  init(order: KeyOrder, isUnique: Bool) {
    self.order = order
    self.isUnique = isUnique
    ends = .allocate(capacity: order.termCount)
    changes = .allocate(capacity: order.termCount)
    ends.initialize(repeating: 0, count: order.termCount)
    changes.initialize(repeating: 0, count: order.termCount)
  }

  deinit {
    ends.deallocate()
    changes.deallocate()
  }

  /// How many different values the first term has, the first two have, and so on.
  var distinct: [Int] { Array(UnsafeBufferPointer(start: changes, count: order.termCount)) }

  /// Takes the next key.
  ///
  /// - Throws: `Fault`.
  /// - Complexity: O(*n*) in bytes; no allocation once the memory has grown to the longest key.
  func add(_ key: UnsafeRawBufferPointer, prefix: KeyOrder.Prefix) throws(Fault) {
    var firstDifferent = 0
    var rowID: Int64?
    if count == 0 {
      countsEveryNull = isUnique && order.termCount == 1 && order.terms[0].isDescending && !hasNull(key)
    } else {
      firstDifferent = try different(key, prefix: prefix)
      if firstDifferent == order.termCount {
        guard let last = previousRowID ?? KeyParts(previous.bytes)?.rowID, let next = KeyParts(key)?.rowID else {
          throw .notAKey
        }
        guard next > last else { throw .notRising }
        if isUnique, !hasNull(key) { throw .notUnique(otherRowID: last) }
        rowID = next
        if countsEveryNull { firstDifferent = 0 }
      }
    }
    for term in firstDifferent..<order.termCount { changes[term] += 1 }
    count += 1
    previous.removeAll()
    previous.append(key)
    previousPrefix = prefix
    previousRowID = rowID
  }

  /// The first term in which a key differs from the one before; the number of terms if it does not.
  private func different(_ key: UnsafeRawBufferPointer, prefix: KeyOrder.Prefix) throws(Fault) -> Int {
    let termCount = order.termCount
    if termCount == 1, prefix.value != previousPrefix.value {
      guard prefix.value > previousPrefix.value else { throw .notRising }
      hasNormal = false
      return 0
    }
    if termCount == 1, prefix.isExact, previousPrefix.isExact { return 1 }
    if let result = order.compareTexts(key, previous.bytes) {
      guard result >= 0 else { throw .notRising }
      hasNormal = false
      return result == 0 ? termCount : 0
    }
    if KeyComparison.areIdentical(key, previous.bytes) { return termCount }
    if !hasNormal {
      normal.removeAll()
      _ = order.normalize(previous.bytes, into: normal)
    }
    nextNormal.removeAll()
    guard order.normalize(key, into: nextNormal, ends: ends) != nil else { throw .notAKey }
    let position = normal.bytes.commonCount(with: nextNormal.bytes)
    let isEqual = position == nextNormal.count && position == normal.count
    if !isEqual, KeyComparison.compareBytes(nextNormal.bytes, normal.bytes) < 0 { throw .notRising }
    let spare = normal
    normal = nextNormal
    nextNormal = spare
    hasNormal = true
    return isEqual ? termCount : ((0..<termCount).first { ends[$0] > position } ?? termCount - 1)
  }

  private func hasNull(_ key: UnsafeRawBufferPointer) -> Bool {
    nextNormal.removeAll()
    return order.normalize(key, into: nextNormal) ?? true
  }
}

extension KeySequence.Fault {
  var errorDescription: String? {
    switch self {
    case .notAKey: "The record is no key of the index."
    case .notRising: "The keys of the index do not rise."
    case .notUnique(let rowID): "The key is that of row \(rowID), too."
    }
  }
}

internal import AttributeValues
internal import ManagedObjects

/// What the precheck knows of the good records of a batch, one after the other, until the records before them are known as well; its memory is used again
/// for the next batch.
///
/// A class of pointers and numbers, as far as every record is asked for: whoever admits one after the other counts no references.
final class PrecheckedBatch {
  /// The rows of the records, if they are packed.
  let packed: (any PackedRows)?
  /// How many records there may be.
  let capacity: Int
  /// The slots of each key that a record enters.
  private let keySlots: [[Int]]
  private let slotCount: Int
  private let toOneCount: Int
  /// The slots of attributes whose values are numbers.
  private let numberSlots: [Int]
  private var keepsValues = false
  private var keepsNumbers = false
  private let keys: UnsafeMutablePointer<Fingerprint?>
  private let isFilled: UnsafeMutablePointer<Bool>
  private let filledCounts: UnsafeMutablePointer<Int>
  private var rows: [[AttributeValue]] = []
  private var targets: [Int64] = []
  private let numbers: UnsafeMutablePointer<Double>
  private var ownReferences: [[OwnReference]] = []
  /// How many records there are.
  private(set) var count = 0
  /// Whether a text in a key of this or an earlier record was not in the form in which texts are compared.
  private(set) var hasSeenUncomposedKey = false

  /// - Parameters:
  ///   - capacity: How many records there may be.
  ///   - keySlots: The slots of each key that a record enters.
  ///   - numberSlots: The slots of attributes whose values are numbers.
  ///   - slotCount: How many attributes an object has.
  ///   - toOneCount: How many to-one relationships it has.
  ///   - packed: What takes the records' rows, if they are packed.
  init(
    capacity: Int,
    keySlots: [[Int]],
    numberSlots: [Int],
    slotCount: Int,
    toOneCount: Int,
    packed: (any PackedRows)?
  ) {
    self.capacity = capacity
    self.keySlots = keySlots
    self.numberSlots = numberSlots
    self.slotCount = slotCount
    self.toOneCount = toOneCount
    self.packed = packed
    numbers = .allocate(capacity: capacity * numberSlots.count)
    keys = .allocate(capacity: capacity * keySlots.count)
    isFilled = .allocate(capacity: capacity * slotCount)
    filledCounts = .allocate(capacity: slotCount)
    filledCounts.initialize(repeating: 0, count: slotCount)
  }

  deinit {
    numbers.deallocate()
    keys.deallocate()
    isFilled.deallocate()
    filledCounts.deallocate()
  }

  // MARK: Filling

  /// Forgets all records.
  ///
  /// - Parameter keeps: What is kept of those to come.
  func removeAll(_ keeps: KeptValues) {
    keepsValues = keeps.values
    keepsNumbers = keeps.numbers
    rows.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
    ownReferences.removeAll()
    filledCounts.update(repeating: 0, count: slotCount)
    packed?.removeAll()
    count = 0
  }

  /// Adds a record in which nothing is wrong.
  ///
  /// - Returns: Whether it could be added; a row that cannot be packed is left to those who say why.
  func append(_ record: PrecheckedRecord) -> Bool {
    let number = count
    precondition(number < capacity)
    if let packed {
      do {
        try packed.append(
          attributes: UnsafeBufferPointer(start: record.row, count: slotCount).span,
          texts: UnsafeBufferPointer(start: record.texts, count: slotCount).span,
          toOne: UnsafeBufferPointer(start: record.targets, count: toOneCount).span
        )
      } catch {
        return false
      }
    }
    let isFilled = isFilled + number * slotCount
    for slot in 0..<slotCount {
      isFilled[slot] = record.isFilled[slot]
      filledCounts[slot] &+= record.isFilled[slot] ? 1 : 0
    }
    if record.hasSeenUncomposedKey { hasSeenUncomposedKey = true }
    let keys = keys + number * keySlots.count
    for key in keySlots.indices { keys[key] = record.fingerprint(of: keySlots[key]) }
    if !record.ownReferences.isEmpty {
      ownReferences.append(contentsOf: repeatElement([], count: number - ownReferences.count))
      ownReferences.append(record.ownReferences)
    }
    if keepsValues {
      rows.append(record.values)
      targets.append(contentsOf: UnsafeBufferPointer(start: record.targets, count: toOneCount))
    }
    if keepsNumbers {
      let numbers = numbers + number * numberSlots.count
      for index in numberSlots.indices { numbers[index] = record.row[numberSlots[index]].number ?? .nan }
    }
    count = number + 1
    return true
  }

  // MARK: Asking

  /// The fingerprint of a record's key; `nil` if a part of the key is missing.
  func key(_ key: Int, of record: Int) -> Fingerprint? { keys[record * keySlots.count + key] }

  /// The fingerprints of a key of all records.
  func keys(_ key: Int) -> Fingerprints { Fingerprints(start: keys + key, stride: keySlots.count, count: count) }

  /// The values of a record by slot, as far as the precheck has looked at them; `nil` if they are not kept.
  func row(_ record: Int) -> [AttributeValue]? { keepsValues ? rows[record] : nil }

  /// The key of the object in a record's relationship; 0 if it refers to none, or to an own reference. Only where values are kept.
  func target(slot: Int, of record: Int) -> Int64 { targets[record * toOneCount + slot] }

  /// The numbers of a record, in the order of the slots of attributes with numbers, NaN for none; nothing if they are not kept. Valid until the batch changes.
  func numbers(of record: Int) -> UnsafeBufferPointer<Double> {
    UnsafeBufferPointer(
      start: numbers + record * numberSlots.count,
      count: keepsNumbers ? numberSlots.count : 0
    )
  }

  /// Whether what is kept of the records is enough.
  func has(_ needed: KeptValues) -> Bool { (keepsValues || !needed.values) && (keepsNumbers || !needed.numbers) }

  /// How many records have a value.
  func filledCount(slot: Int) -> Int { filledCounts[slot] }

  /// Whether a record has a value.
  func isFilled(slot: Int, of record: Int) -> Bool { isFilled[record * slotCount + slot] }

  /// Whether any record refers to objects of the source's own entity.
  var haveOwnReferences: Bool { !ownReferences.isEmpty }

  /// The objects of the source's own entity that a record refers to.
  func ownReferences(_ record: Int) -> [OwnReference] {
    record < ownReferences.count ? ownReferences[record] : []
  }
}

/// The fingerprints of the keys of many records, `nil` for a key that is not there. Valid as long as what they were taken from does not change.
struct Fingerprints {
  private let start: UnsafePointer<Fingerprint?>
  private let stride: Int
  let count: Int

  init(start: UnsafePointer<Fingerprint?>, stride: Int, count: Int) {
    self.start = start
    self.stride = stride
    self.count = count
  }

  subscript(_ index: Int) -> Fingerprint? { start[index * stride] }
}

/// What is kept of records of which there is proof, besides what is always kept.
struct KeptValues {
  /// The values: for rows that are not packed, and for suggestions.
  var values: Bool
  /// The numbers, for histograms.
  var numbers: Bool
  /// Where records begin.
  var offsets = false
  /// Where the batch stands; its memory is not used again then.
  var spans = false
}

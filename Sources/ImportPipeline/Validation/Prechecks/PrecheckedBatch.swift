internal import AttributeValues
internal import ManagedObjects

/// What the precheck knows of the good records of a batch, one after the other, until the records before them are known as well; its memory is used again
/// for the next batch.
///
/// A class of pointers and numbers, as far as every record is asked for: whoever admits one after the other counts no references.
final class PrecheckedBatch {
  /// The rows of the records, if they are packed.
  let packed: (any PackedRows)?
  /// The slots of each key that a record enters.
  private let keySlots: [[Int]]
  private let slotCount: Int
  private let toOneCount: Int
  /// The slots of attributes whose values are numbers.
  private let numberSlots: [Int]
  private var keepsValues = false
  private var keepsNumbers = false
  private var keys: UnsafeMutablePointer<Fingerprint?>
  private var isFilled: UnsafeMutablePointer<Bool>
  private var capacity: Int
  /// How many records have a value, by slot.
  private(set) var filledCounts: [Int]
  private var rows: [[AttributeValue]] = []
  private var targets: [Int64] = []
  private var numbers: [Double] = []
  private var ownReferences: [[OwnReference]] = []
  /// How many records there are.
  private(set) var count = 0

  /// - Parameters:
  ///   - keySlots: The slots of each key that a record enters.
  ///   - record: What is known of a record.
  ///   - packed: What takes the records' rows, if they are packed.
  init(keySlots: [[Int]], numberSlots: [Int], _ record: PrecheckedRecord, packed: (any PackedRows)?) {
    self.keySlots = keySlots
    self.numberSlots = numberSlots
    self.packed = packed
    slotCount = record.row.count
    toOneCount = record.targets.count
    filledCounts = Array(repeating: 0, count: slotCount)
    capacity = 0
    keys = .allocate(capacity: 0)
    isFilled = .allocate(capacity: 0)
  }

  deinit {
    keys.deallocate()
    isFilled.deallocate()
  }

  // MARK: Filling

  /// Forgets all records.
  ///
  /// - Parameters:
  ///   - capacity: How many records there may be from now on.
  ///   - keeps: What is kept of them.
  func removeAll(capacity: Int, _ keeps: KeptValues) {
    if capacity > self.capacity {
      keys.deallocate()
      isFilled.deallocate()
      keys = .allocate(capacity: capacity * keySlots.count)
      isFilled = .allocate(capacity: capacity * slotCount)
      self.capacity = capacity
    }
    keepsValues = keeps.values
    keepsNumbers = keeps.numbers
    rows.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    ownReferences.removeAll()
    for slot in 0..<slotCount { filledCounts[slot] = 0 }
    packed?.removeAll()
    count = 0
  }

  /// Adds a record in which nothing is wrong.
  ///
  /// - Returns: Whether it could be added; a row that cannot be packed is left to those who say why.
  func append(_ record: borrowing PrecheckedRecord) -> Bool {
    if let packed {
      do {
        try packed.append(attributes: record.row.span, texts: record.texts.span, toOne: record.targets.span)
      } catch {
        return false
      }
    }
    for slot in 0..<slotCount {
      let isFilled = record.isFilled[slot]
      self.isFilled[count * slotCount + slot] = isFilled
      if isFilled { filledCounts[slot] += 1 }
    }
    for key in keySlots.indices { keys[count * keySlots.count + key] = record.fingerprint(of: keySlots[key]) }
    if !record.ownReferences.isEmpty {
      ownReferences.append(contentsOf: repeatElement([], count: count - ownReferences.count))
      ownReferences.append(record.ownReferences)
    }
    if keepsValues {
      rows.append(record.row)
      targets.append(contentsOf: record.targets)
    }
    if keepsNumbers { for slot in numberSlots { numbers.append(record.row[slot].number ?? .nan) } }
    count += 1
    return true
  }

  // MARK: Asking

  /// The fingerprint of a record's key; `nil` if a part of the key is missing.
  func key(_ key: Int, of record: Int) -> Fingerprint? { keys[record * keySlots.count + key] }

  /// The values of a record by slot, as far as the precheck has looked at them; `nil` if they are not kept.
  func row(_ record: Int) -> [AttributeValue]? { keepsValues ? rows[record] : nil }

  /// The key of the object in a record's relationship; 0 if it refers to none, or to an own reference. Only where values are kept.
  func target(slot: Int, of record: Int) -> Int64 { targets[record * toOneCount + slot] }

  /// The numbers of a record, in the order of the slots of attributes with numbers, NaN for none; nothing if they are not kept.
  func numbers(of record: Int) -> ArraySlice<Double> {
    keepsNumbers ? numbers[record * numberSlots.count..<(record + 1) * numberSlots.count] : []
  }

  /// Whether a record has a value.
  func isFilled(slot: Int, of record: Int) -> Bool { isFilled[record * slotCount + slot] }

  /// Whether any record refers to objects of the source's own entity.
  var haveOwnReferences: Bool { !ownReferences.isEmpty }

  /// The objects of the source's own entity that a record refers to.
  func ownReferences(_ record: Int) -> [OwnReference] {
    record < ownReferences.count ? ownReferences[record] : []
  }
}

/// What is kept of records of which there is proof, besides what is always kept.
struct KeptValues {
  /// The values: for rows that are not packed, and for suggestions.
  var values: Bool
  /// The numbers, for histograms.
  var numbers: Bool
}

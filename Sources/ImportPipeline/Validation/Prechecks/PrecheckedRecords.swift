internal import AttributeValues

/// What is known of the record that is being prechecked; its memory is used again for the next.
struct PrecheckedRecord {
  /// The values by slot, as far as they are kept.
  var row: [AttributeValue]
  /// Whether there is a value, by slot.
  var isFilled: [Bool]
  /// The fingerprints of values that keys are made of, by slot.
  var fingerprints: [Fingerprint?]
  /// The objects of the source's own entity that the record refers to.
  var ownReferences: [OwnReference] = []
  var problems: [CheckProblem] = []

  /// - Parameter defaults: The values of an object before any field is looked at.
  init(defaults: [AttributeValue]) {
    row = defaults
    isFilled = defaults.map { !$0.isNull }
    fingerprints = Array(repeating: nil, count: defaults.count)
  }

  /// The fingerprint of the record's key over some slots; `nil` if a part of it is missing.
  func fingerprint(of slots: [Int]) -> Fingerprint? {
    if slots.count == 1 { return isFilled[slots[0]] ? fingerprints[slots[0]] : nil }
    var parts: [Fingerprint] = []
    for slot in slots {
      guard isFilled[slot], let part = fingerprints[slot] else { return nil }
      parts.append(part)
    }
    return Fingerprint(parts)
  }
}

/// An object of the source's own entity that a record refers to.
struct OwnReference {
  /// The number of the relationship in the plan.
  let relationship: Int
  let fingerprint: Fingerprint
}

/// Prechecked records that are not changed any more, for those who admit one after the other: one reference to pass on, not seven.
final class PrecheckedBatch {
  let records: PrecheckedRecords

  init(_ records: PrecheckedRecords) { self.records = records }
}

/// What the precheck knows of the good records of a batch, one after the other, until the records before them are known as well.
struct PrecheckedRecords {
  /// The slots of each key that a record enters.
  private let keySlots: [[Int]]
  private let slotCount: Int
  /// Whether the values are kept, for histograms and suggestions.
  var keepsValues = true
  private var isFilled: [Bool] = []
  private var keys: [Fingerprint?] = []
  private var ownReferences: [[OwnReference]] = []
  private var values: [AttributeValue] = []
  private(set) var count = 0

  init(keySlots: [[Int]], slotCount: Int) {
    self.keySlots = keySlots
    self.slotCount = slotCount
  }

  /// Forgets all records.
  mutating func removeAll() {
    isFilled.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    ownReferences.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Adds a record in which nothing is wrong.
  mutating func append(_ record: borrowing PrecheckedRecord) {
    isFilled.append(contentsOf: record.isFilled)
    for slots in keySlots { keys.append(record.fingerprint(of: slots)) }
    if !record.ownReferences.isEmpty {
      ownReferences.append(contentsOf: repeatElement([], count: count - ownReferences.count))
      ownReferences.append(record.ownReferences)
    }
    if keepsValues { values.append(contentsOf: record.row) }
    count += 1
  }

  /// Counts the values of a record, by slot.
  ///
  /// - Complexity: O(*n*) in the slots.
  func addFilled(of record: Int, to counts: inout [Int]) {
    let start = record * slotCount
    for slot in 0..<slotCount where isFilled[start + slot] { counts[slot] &+= 1 }
  }

  /// The values of a record by slot, as far as the precheck has looked at them; `nil` if they are not kept.
  func row(_ record: Int) -> ArraySlice<AttributeValue>? {
    keepsValues ? values[record * slotCount..<(record + 1) * slotCount] : nil
  }

  /// The fingerprint of a record's key; `nil` if a part of the key is missing.
  func key(_ key: Int, of record: Int) -> Fingerprint? { keys[record * keySlots.count + key] }

  /// Whether any record refers to objects of the source's own entity.
  var haveOwnReferences: Bool { !ownReferences.isEmpty }

  /// The objects of the source's own entity that a record refers to.
  func ownReferences(_ record: Int) -> [OwnReference] { record < ownReferences.count ? ownReferences[record] : [] }
}

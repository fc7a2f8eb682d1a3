internal import AttributeValues

/// What is known of the record that is being prechecked; its memory is used again for the next.
struct PrecheckedRecord {
  /// The values by slot, as far as they are kept.
  var row: [AttributeValue]
  /// Whether there is a value, by slot.
  var isFilled: [Bool]
  /// The fingerprints of values that keys are made of, by slot.
  var fingerprints: [Fingerprint?]
  /// The keys of the objects that the record refers to, by the plan's relationships; 0 where it refers to none, or to an own reference.
  var targets: [Int64]
  /// The objects of the source's own entity that the record refers to.
  var ownReferences: [OwnReference] = []
  var problems: [CheckProblem] = []

  /// - Parameters:
  ///   - defaults: The values of an object before any field is looked at.
  ///   - relationshipCount: How many relationships the plan has.
  init(defaults: [AttributeValue], relationshipCount: Int) {
    row = defaults
    targets = Array(repeating: 0, count: relationshipCount)
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

/// What the precheck knows of the good records of a batch, one after the other, until the records before them are known as well.
///
/// A constant of a class: whoever admits one record after the other neither copies the arrays nor counts references to them.
final class PrecheckedBatch {
  private let records: PrecheckedRecords

  init(_ records: PrecheckedRecords) { self.records = records }

  /// How many records there are.
  var count: Int { records.count }

  /// The fingerprint of a record's key; `nil` if a part of the key is missing.
  func key(_ key: Int, of record: Int) -> Fingerprint? { records.keys[record * records.keySlots.count + key] }

  /// The values of a record by slot, as far as the precheck has looked at them; `nil` if they are not kept.
  func row(_ record: Int) -> [AttributeValue]? { records.keepsValues ? records.rows[record] : nil }

  /// The key of the object that a record refers to; 0 if it refers to none, or to an own reference. Only where values are kept.
  func target(_ relationship: Int, of record: Int) -> Int64 {
    records.targets[record * records.relationshipCount + relationship]
  }

  /// Counts the values of a record, by slot.
  ///
  /// - Complexity: O(*n*) in the slots.
  func addFilled(of record: Int, to counts: inout [Int]) {
    let start = record * records.slotCount
    for slot in 0..<records.slotCount where records.isFilled[start + slot] { counts[slot] &+= 1 }
  }

  /// Whether any record refers to objects of the source's own entity.
  var haveOwnReferences: Bool { !records.ownReferences.isEmpty }

  /// The objects of the source's own entity that a record refers to.
  func ownReferences(_ record: Int) -> [OwnReference] {
    record < records.ownReferences.count ? records.ownReferences[record] : []
  }
}

/// Collects the good records of a batch.
struct PrecheckedRecords {
  /// The slots of each key that a record enters.
  fileprivate let keySlots: [[Int]]
  fileprivate let slotCount: Int
  fileprivate let relationshipCount: Int
  /// Whether the values are kept, for rows, histograms and suggestions.
  fileprivate let keepsValues: Bool
  fileprivate private(set) var keys: [Fingerprint?] = []
  fileprivate private(set) var isFilled: [Bool] = []
  fileprivate private(set) var rows: [[AttributeValue]] = []
  fileprivate private(set) var targets: [Int64] = []
  fileprivate private(set) var ownReferences: [[OwnReference]] = []
  fileprivate private(set) var count = 0

  /// - Parameter capacity: How many records there may be.
  init(keySlots: [[Int]], slotCount: Int, relationshipCount: Int, keepsValues: Bool, capacity: Int) {
    self.keySlots = keySlots
    self.slotCount = slotCount
    self.relationshipCount = relationshipCount
    self.keepsValues = keepsValues
    keys.reserveCapacity(capacity * keySlots.count)
    isFilled.reserveCapacity(capacity * slotCount)
    if keepsValues {
      rows.reserveCapacity(capacity)
      targets.reserveCapacity(capacity * relationshipCount)
    }
  }

  /// Adds a record in which nothing is wrong.
  mutating func append(_ record: borrowing PrecheckedRecord) {
    isFilled.append(contentsOf: record.isFilled)
    for key in keySlots.indices { keys.append(record.fingerprint(of: keySlots[key])) }
    if !record.ownReferences.isEmpty {
      ownReferences.append(contentsOf: repeatElement([], count: count - ownReferences.count))
      ownReferences.append(record.ownReferences)
    }
    if keepsValues {
      rows.append(record.row)
      targets.append(contentsOf: record.targets)
    }
    count += 1
  }
}

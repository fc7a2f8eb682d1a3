internal import AttributeValues

/// What is known of the record that is being prechecked; its memory is used again for the next.
///
/// A class of constant pointers: nothing is copied and no access is checked, which for a million records would cost more than the look at them.
final class PrecheckedRecord {
  /// How many attributes and to-one relationships the object has.
  let slotCount: Int
  let toOneCount: Int
  /// The values by slot, as far as they are kept.
  let row: UnsafeMutablePointer<AttributeValue>
  /// The texts by slot that stand for values, as they stand in the record; valid while it is looked at. Only for rows that are packed.
  let texts: UnsafeMutablePointer<UnsafeRawBufferPointer>
  /// Whether there is a value, by slot.
  let isFilled: UnsafeMutablePointer<Bool>
  /// The fingerprints of values that keys are made of, by slot.
  let fingerprints: UnsafeMutablePointer<Fingerprint?>
  /// The keys of the objects that the record refers to, by slot; 0 where it refers to none, or to an own reference.
  let targets: UnsafeMutablePointer<Int64>
  /// The objects of the source's own entity that the record refers to.
  var ownReferences: [OwnReference] = []

  /// Whether a text in a key of any record so far was not in the form in which texts are compared: another text may be equal to it.
  private(set) var hasSeenUncomposedKey = false

  /// - Parameters:
  ///   - defaults: The values of an object before any field is looked at.
  ///   - toOneCount: How many to-one relationships the object has.
  init(defaults: [AttributeValue], toOneCount: Int) {
    slotCount = defaults.count
    self.toOneCount = toOneCount
    row = .allocate(capacity: slotCount)
    texts = .allocate(capacity: slotCount)
    isFilled = .allocate(capacity: slotCount)
    fingerprints = .allocate(capacity: slotCount)
    targets = .allocate(capacity: toOneCount)
    for (slot, value) in defaults.enumerated() {
      (row + slot).initialize(to: value)
      isFilled[slot] = !value.isNull
    }
    texts.initialize(repeating: Self.noText, count: slotCount)
    fingerprints.initialize(repeating: nil, count: slotCount)
    targets.initialize(repeating: 0, count: toOneCount)
  }

  deinit {
    row.deinitialize(count: slotCount)
    row.deallocate()
    texts.deallocate()
    isFilled.deallocate()
    fingerprints.deallocate()
    targets.deallocate()
  }

  static var noText: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  /// The values by slot, as far as they are kept.
  var values: [AttributeValue] { Array(UnsafeBufferPointer(start: row, count: slotCount)) }

  /// The fingerprint of a text in a key.
  func fingerprint(of text: String) -> Fingerprint {
    var isComposed = true
    let fingerprint = Fingerprint(text, isComposed: &isComposed)
    if !isComposed { hasSeenUncomposedKey = true }
    return fingerprint
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

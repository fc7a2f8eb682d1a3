internal import AttributeValues

/// What is known of the record that is being prechecked; its memory is used again for the next.
struct PrecheckedRecord {
  /// The values by slot, as far as they are kept.
  var row: [AttributeValue]
  /// The texts by slot that stand for values, as they stand in the record; valid while it is looked at. Only for rows that are packed.
  var texts: [UnsafeRawBufferPointer]
  /// Whether there is a value, by slot.
  var isFilled: [Bool]
  /// The fingerprints of values that keys are made of, by slot.
  var fingerprints: [Fingerprint?]
  /// The keys of the objects that the record refers to, by slot; 0 where it refers to none, or to an own reference.
  var targets: [Int64]
  /// The objects of the source's own entity that the record refers to.
  var ownReferences: [OwnReference] = []
  var problems: [CheckProblem] = []

  /// - Parameters:
  ///   - defaults: The values of an object before any field is looked at.
  ///   - toOneCount: How many to-one relationships the object has.
  init(defaults: [AttributeValue], toOneCount: Int) {
    row = defaults
    texts = Array(repeating: Self.noText, count: defaults.count)
    isFilled = defaults.map { !$0.isNull }
    fingerprints = Array(repeating: nil, count: defaults.count)
    targets = Array(repeating: 0, count: toOneCount)
  }

  static var noText: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

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

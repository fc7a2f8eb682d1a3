internal import ObjectModel

/// The objects of a context by their IDs, without owning them: an open-addressed table of one word per object.
///
/// A dictionary with the full ID as key costs a hundred nanoseconds and forty bytes per object; here the object itself is the key.
/// Linear probing with backward-shift deletion; the multiplier is random per process, so that a store cannot choose keys that collide.
struct ObjectTable {
  private static let multiplier = UInt64.random(in: 0...UInt64.max) | 1

  private var slots: [Unmanaged<ManagedObject>?]
  private var shift: UInt64
  private(set) var count = 0

  init() {
    slots = Array(repeating: nil, count: 64)
    shift = 64 - 6
  }

  private func home(_ reference: Int64, _ storeNumber: UInt32) -> Int {
    let key = UInt64(bitPattern: reference) &+ (UInt64(storeNumber) << 40)
    return Int(truncatingIfNeeded: (key &* ObjectTable.multiplier) >> shift)
  }

  /// The object with this key whose entity belongs to the hierarchy of `entity`.
  ///
  /// - Complexity: O(1).
  func object(reference: Int64, storeNumber: UInt32, entity: EntityDescription) -> ManagedObject? {
    let mask = slots.count - 1
    var index = home(reference, storeNumber)
    while let candidate = slots[index] {
      let found: ManagedObject? = candidate._withUnsafeGuaranteedRef { object in
        guard object.reference == reference, object.storeNumber == storeNumber else { return nil }
        guard object.runtime.entity === entity || object.runtime.root === entity.rootEntity else { return nil }
        return object
      }
      if let found { return found }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Adds an object whose key is not in the table.
  ///
  /// - Complexity: O(1), amortised.
  mutating func insert(_ object: ManagedObject) {
    if count * 4 >= slots.count * 3 { grow() }
    place(Unmanaged.passUnretained(object), reference: object.reference, storeNumber: object.storeNumber)
    count += 1
  }

  private mutating func place(_ object: Unmanaged<ManagedObject>, reference: Int64, storeNumber: UInt32) {
    let mask = slots.count - 1
    var index = home(reference, storeNumber)
    while slots[index] != nil { index = (index + 1) & mask }
    slots[index] = object
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: nil, count: old.count * 2)
    shift -= 1
    for case let entry? in old {
      let key = entry._withUnsafeGuaranteedRef { ($0.reference, $0.storeNumber) }
      place(entry, reference: key.0, storeNumber: key.1)
    }
  }

  /// Takes an object out, if it is there, under the key that it has now.
  ///
  /// - Complexity: O(1).
  mutating func remove(_ object: ManagedObject) {
    let mask = slots.count - 1
    var index = home(object.reference, object.storeNumber)
    let pointer = Unmanaged.passUnretained(object).toOpaque()
    while let candidate = slots[index], candidate.toOpaque() != pointer { index = (index + 1) & mask }
    guard slots[index] != nil else { return }
    count -= 1
    // Close the gap: every follower that would not be found past it moves back.
    var gap = index
    index = (index + 1) & mask
    while let follower = slots[index] {
      let wanted = follower._withUnsafeGuaranteedRef { home($0.reference, $0.storeNumber) }
      if (index &- wanted) & mask >= (index &- gap) & mask {
        slots[gap] = follower
        gap = index
      }
      index = (index + 1) & mask
    }
    slots[gap] = nil
  }

  /// Empties the table and returns what it held, in no particular order. Its room is kept for as many objects again.
  mutating func removeAll() -> [ManagedObject] {
    guard count > 0 else { return [] }
    let held = objects
    var room = 64
    while room < held.count * 2 { room *= 2 }
    if slots.count > room * 4 {
      slots = Array(repeating: nil, count: room)
      shift = 64 - UInt64(room.trailingZeroBitCount)
    } else {
      for index in slots.indices { slots[index] = nil }
    }
    count = 0
    return held
  }

  /// All objects, in no particular order.
  var objects: [ManagedObject] {
    var result: [ManagedObject] = []
    result.reserveCapacity(count)
    for case let entry? in slots { result.append(entry.takeUnretainedValue()) }
    return result
  }
}

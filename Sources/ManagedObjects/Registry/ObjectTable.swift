internal import ObjectModel

/// The objects of a context by their IDs, without owning them: an open-addressed table.
///
/// A dictionary with the full ID as key costs a hundred nanoseconds and forty bytes per object; here the object itself is the key. Beside each object
/// stands a mark of its key, so that a search looks into no object but the one that it finds, and a table that grows into none.
///
/// Keys that follow one another lie side by side, eight at a time, because that is how objects are fetched and let go: one line of memory serves all
/// eight. Linear probing with backward-shift deletion; the multiplier is random per process, so that a store cannot choose keys that collide.
///
/// A class of plain numbers and pointers: arrays would be retained and released for each object that is looked up.
final class ObjectTable {
  private static let multiplier = UInt64.random(in: 0...UInt64.max) | 1
  private static let fewestSlots = 64

  private var slotCount = fewestSlots
  private var slots: UnsafeMutablePointer<Unmanaged<ManagedObject>?>
  /// The marks of the objects in `slots`; 0 where there is none.
  private var marks: UnsafeMutablePointer<UInt32>
  private(set) var count = 0

  init() { (slots, marks) = Self.room(Self.fewestSlots) }

  deinit {
    slots.deallocate()
    marks.deallocate()
  }

  private static func room(
    _ count: Int
  ) -> (slots: UnsafeMutablePointer<Unmanaged<ManagedObject>?>, marks: UnsafeMutablePointer<UInt32>) {
    let slots = UnsafeMutablePointer<Unmanaged<ManagedObject>?>.allocate(capacity: count)
    slots.initialize(repeating: nil, count: count)
    let marks = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
    marks.initialize(repeating: 0, count: count)
    return (slots, marks)
  }

  /// The highest bit, by which a mark is not 0; 28 bits of a hash of what the keys of eight neighbours have in common; the three bits in which they differ.
  private static func mark(_ reference: Int64, _ storeNumber: UInt32) -> UInt32 {
    let key = UInt64(bitPattern: reference) &+ (UInt64(storeNumber) << 40)
    let hash = UInt32(truncatingIfNeeded: ((key >> 3) &* multiplier) >> 36)
    return 1 << 31 | hash << 3 | UInt32(truncatingIfNeeded: key & 7)
  }

  /// The slot at which the search for an object with this mark begins.
  private func home(_ mark: UInt32) -> Int { Int(mark & 0x7fff_ffff) & (slotCount - 1) }

  /// The object with this key whose entity belongs to the hierarchy of `entity`.
  ///
  /// - Complexity: O(1).
  func object(reference: Int64, storeNumber: UInt32, entity: EntityDescription) -> ManagedObject? {
    object(reference, storeNumber) { $0.entity === entity || $0.root === entity.rootEntity }
  }

  /// The object of a row.
  ///
  /// - Complexity: O(1).
  func object(of row: PackedValues) -> ManagedObject? {
    let head = row.head
    return object(head.pointee.reference, head.pointee.layout.storeNumber) {
      $0.entity === head.pointee.layout.entity || $0.root === head.pointee.layout.entity.rootEntity
    }
  }

  /// The object with this key whose entity is a right one.
  @inline(__always)
  private func object(
    _ reference: Int64,
    _ storeNumber: UInt32,
    where isRight: (EntityRuntime) -> Bool
  ) -> ManagedObject? {
    let mask = slotCount - 1
    let wanted = Self.mark(reference, storeNumber)
    var index = home(wanted)
    while marks[index] != 0 {
      if marks[index] == wanted, let candidate = slots[index] {
        let found: ManagedObject? = candidate._withUnsafeGuaranteedRef { object in
          guard object.reference == reference, object.storeNumber == storeNumber else { return nil }
          return isRight(object.runtime) ? object : nil
        }
        if let found { return found }
      }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Adds an object whose key is not in the table.
  ///
  /// - Complexity: O(1), amortised.
  func insert(_ object: ManagedObject) {
    if count * 8 >= slotCount * 5 { grow() }
    place(Unmanaged.passUnretained(object), Self.mark(object.reference, object.storeNumber))
    count += 1
  }

  private func place(_ object: Unmanaged<ManagedObject>?, _ mark: UInt32) {
    let mask = slotCount - 1
    var index = home(mark)
    while marks[index] != 0 { index = (index + 1) & mask }
    slots[index] = object
    marks[index] = mark
  }

  private func grow() {
    let (oldSlots, oldMarks, oldCount) = (slots, marks, slotCount)
    slotCount *= 2
    (slots, marks) = Self.room(slotCount)
    for index in 0..<oldCount where oldMarks[index] != 0 { place(oldSlots[index], oldMarks[index]) }
    oldSlots.deallocate()
    oldMarks.deallocate()
  }

  /// Takes an object out, if it is there, under the key that it has now.
  ///
  /// - Complexity: O(1).
  func remove(_ object: ManagedObject) {
    let mask = slotCount - 1
    var index = home(Self.mark(object.reference, object.storeNumber))
    let pointer = Unmanaged.passUnretained(object).toOpaque()
    while marks[index] != 0, slots[index]?.toOpaque() != pointer { index = (index + 1) & mask }
    guard marks[index] != 0 else { return }
    count -= 1
    // Close the gap: every follower that would not be found past it moves back.
    var gap = index
    index = (index + 1) & mask
    while marks[index] != 0 {
      if (index &- home(marks[index])) & mask >= (index &- gap) & mask {
        slots[gap] = slots[index]
        marks[gap] = marks[index]
        gap = index
      }
      index = (index + 1) & mask
    }
    slots[gap] = nil
    marks[gap] = 0
  }

  /// Empties the table and returns what it held, in no particular order. Its room is kept for as many objects again.
  func removeAll() -> [ManagedObject] {
    guard count > 0 else { return [] }
    let held = objects
    var room = Self.fewestSlots
    while room < held.count * 2 { room *= 2 }
    if slotCount <= room * 4 { room = slotCount }
    slots.deallocate()
    marks.deallocate()
    slotCount = room
    (slots, marks) = Self.room(room)
    count = 0
    return held
  }

  /// All objects, in no particular order.
  var objects: [ManagedObject] {
    var result: [ManagedObject] = []
    result.reserveCapacity(count)
    for index in 0..<slotCount {
      if let entry = slots[index] { result.append(entry.takeUnretainedValue()) }
    }
    return result
  }
}

/// Memory in which a statement keeps the texts and blobs that are bound for one execution, so that SQLite need not copy them.
///
/// A Swift string's bytes have a stable address only inside `withUTF8`, and `SQLITE_TRANSIENT` allocates once per value. Copying a row's
/// values into memory that is reused for every row costs a `memcpy` and nothing else.
struct BindingArena: ~Copyable {
  private var base: UnsafeMutableRawPointer?
  private var capacity = 0
  private var used = 0
  /// How many bytes the current row needed in all, whether or not they found room.
  private var wanted = 0

  private static let firstCapacity = 4 << 10
  private static let greatestCapacity = 256 << 10

  init() {}

  deinit { base?.deallocate() }

  /// Copies `bytes` into the arena; `nil` if there is no room, in which case SQLite has to make the copy.
  ///
  /// The result stays valid until the next `reset()`.
  ///
  /// - Complexity: O(*n*) in bytes; allocates on first use.
  mutating func store(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer? {
    if base == nil {
      base = .allocate(byteCount: Self.firstCapacity, alignment: 16)
      capacity = Self.firstCapacity
    }
    guard let base else { return nil }
    wanted &+= bytes.count
    guard bytes.count <= capacity - used else { return nil }
    let destination = base + used
    if let source = bytes.baseAddress { destination.copyMemory(from: source, byteCount: bytes.count) }
    used += bytes.count
    return destination
  }

  /// Whether the next `reset()` replaces the memory, so that nothing may stay bound to it.
  var willGrow: Bool { wanted > capacity && capacity < Self.greatestCapacity }

  /// Forgets the stored values, and grows when the last row did not fit.
  mutating func reset() {
    if willGrow {
      base?.deallocate()
      capacity = min(max(wanted &* 2, capacity * 2), Self.greatestCapacity)
      base = .allocate(byteCount: capacity, alignment: 16)
    }
    used = 0
    wanted = 0
  }
}

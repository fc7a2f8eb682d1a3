/// When the rows were read that faults hold ahead of their use, so that too old ones are read again.
struct RowAges {
  private var readTimes: [ObjectIdentifier: ContinuousClock.Instant] = [:]
  /// What the age of rows is measured by.
  var now: () -> ContinuousClock.Instant = { .now }
  /// The most seconds that a row may have lain unused; negative for any number. Another value forgets what was noted.
  var limit: Double = -1 {
    didSet { readTimes.removeAll() }
  }

  /// Whether it matters when rows are read.
  var areKept: Bool { limit > 0 }

  /// Remembers that an object's row was read.
  mutating func noteReading(of object: ManagedObject) { readTimes[ObjectIdentifier(object)] = now() }

  /// Whether the row that was read ahead for a fault is too old to be used. Only asked for a fault that has one; asked once.
  mutating func isStale(_ object: ManagedObject) -> Bool {
    guard limit >= 0 else { return false }
    guard let time = readTimes.removeValue(forKey: ObjectIdentifier(object)) else { return true }
    return time.duration(to: now()) > .seconds(limit)
  }

  /// Forgets an object that goes.
  mutating func forget(_ object: ManagedObject) { readTimes[ObjectIdentifier(object)] = nil }

  /// Forgets all objects.
  mutating func removeAll() { readTimes.removeAll() }
}

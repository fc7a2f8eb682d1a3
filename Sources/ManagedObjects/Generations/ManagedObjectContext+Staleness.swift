extension ManagedObjectContext {
  /// The most seconds that may lie between reading a row and giving its values to a fault; older rows are read again when the fault fires.
  ///
  /// Rows are read ahead by fetches. The default, -1, uses them however old they are; with 0, every fault that fires reads its row.
  public var stalenessInterval: Double {
    get { greatestAge }
    set {
      greatestAge = newValue
      readTimes.removeAll()
    }
  }

  /// Remembers when a fault's row was read, if that will matter.
  func noteReading(of object: ManagedObject) {
    if greatestAge > 0 { readTimes[ObjectIdentifier(object)] = now() }
  }

  /// Whether the row that was read ahead for a fault is too old to be used. Only asked for a fault that has one; asked once.
  func isRowStale(of object: ManagedObject) -> Bool {
    guard greatestAge >= 0 else { return false }
    guard let time = readTimes.removeValue(forKey: ObjectIdentifier(object)) else { return true }
    return time.duration(to: now()) > .seconds(greatestAge)
  }
}

extension ManagedObjectContext {
  /// The most seconds that may lie between reading a row and giving its values to a fault; older rows are read again when the fault fires.
  ///
  /// Rows are read ahead by fetches. The default, -1, uses them however old they are; with 0, every fault that fires reads its row.
  public var stalenessInterval: Double {
    get { faults.greatestAge }
    set { faults.greatestAge = newValue }
  }
}

/// A screen with the memory for records on their way through it.
struct Screening {
  private let screen: RecordScreen
  private var record: ScreenedRecord
  /// The records that have passed since `begin`.
  private(set) var passed: ScreenedRecords

  init(_ screen: RecordScreen) {
    self.screen = screen
    record = screen.emptyRecord
    passed = screen.noRecords
  }

  /// Forgets the records that have passed.
  ///
  /// - Parameter keepsValues: Whether the values of those that follow are kept.
  mutating func begin(keepsValues: Bool) {
    passed.removeAll()
    passed.keepsValues = keepsValues
  }

  /// Whether there is surely nothing wrong with a record by itself; it is then among those that have passed.
  ///
  /// - Complexity: O(*n*) in the record's bytes.
  mutating func passes(_ fields: some RecordFields) -> Bool {
    guard screen.passes(fields, &record) else { return false }
    passed.append(record)
    return true
  }
}

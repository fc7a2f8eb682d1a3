/// What became of the records of a source.
///
/// ```swift
/// let records = RecordCounts(read: 277, inserted: 270, rejected: 7)
/// let source = SourceAccount(file: "akc-breeds.csv", format: "csv", entity: "Breed", records: records, bytes: 71_234)
/// let breeds = EntityAccount(entity: "Breed", before: 0, inserted: 270, after: 270)
/// let isComplete = source.balances && breeds.balances  // nothing went unnoticed
/// ```
public struct RecordCounts: Sendable, Hashable, Codable {
  /// The records that the reader delivered.
  public var read: Int
  /// The records that became new objects.
  public var inserted: Int
  /// The records that changed an object.
  public var updated: Int
  /// The records that agreed with an object already.
  public var unchanged: Int
  /// The records that were not imported because of a finding.
  public var rejected: Int
  /// The records that the recipe told to leave out.
  public var skipped: Int

  /// Makes counts; those that are not given are 0.
  public init(
    read: Int = 0,
    inserted: Int = 0,
    updated: Int = 0,
    unchanged: Int = 0,
    rejected: Int = 0,
    skipped: Int = 0
  ) {
    self.read = read
    self.inserted = inserted
    self.updated = updated
    self.unchanged = unchanged
    self.rejected = rejected
    self.skipped = skipped
  }

  /// The records that the run can say something about; equals `read` when nothing was lost.
  public var accountedFor: Int { inserted + updated + unchanged + rejected + skipped }
  /// The records whose content the store holds.
  public var imported: Int { inserted + updated + unchanged }
  /// Whether every record that was read is accounted for.
  public var balances: Bool { read == accountedFor }

  /// Adds the counts of other records.
  public static func += (left: inout RecordCounts, right: RecordCounts) {
    left.read += right.read
    left.inserted += right.inserted
    left.updated += right.updated
    left.unchanged += right.unchanged
    left.rejected += right.rejected
    left.skipped += right.skipped
  }
}

/// The account of one source of the recipe.
///
/// ```swift
/// let records = RecordCounts(read: 277, inserted: 270, rejected: 7)
/// let source = SourceAccount(file: "akc-breeds.csv", format: "csv", entity: "Breed", records: records, bytes: 71_234)
/// let breeds = EntityAccount(entity: "Breed", before: 0, inserted: 270, after: 270)
/// let isComplete = source.balances && breeds.balances  // nothing went unnoticed
/// ```
public struct SourceAccount: Sendable, Hashable, Codable {
  /// The file as the recipe names it.
  public var file: String
  /// The format in lower case, such as `csv`, `xml` or `html`.
  public var format: String
  /// The entity that the records become.
  public var entity: String
  /// What became of the records.
  public var records: RecordCounts
  /// The size of the file in bytes, as stored.
  public var bytes: Int
  /// How long the source took; for `--verbose` on a terminal only, since files of two runs must not differ.
  public var seconds: Double?

  /// Makes the account of a source.
  public init(
    file: String,
    format: String,
    entity: String,
    records: RecordCounts,
    bytes: Int,
    seconds: Double? = nil
  ) {
    self.file = file
    self.format = format
    self.entity = entity
    self.records = records
    self.bytes = bytes
    self.seconds = seconds
  }

  /// Whether every record that was read is accounted for.
  public var balances: Bool { records.balances }

  /// What does not add up, as a sentence; `nil` when it `balances`.
  public var imbalance: String? {
    guard !balances else { return nil }
    let parts = [records.inserted, records.updated, records.unchanged, records.rejected, records.skipped]
    return """
      \(file) (\(entity)): \(records.read) records read, but \
      \(parts.map(String.init).joined(separator: " + ")) = \(records.accountedFor) accounted for
      """
  }
}

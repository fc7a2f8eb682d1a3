/// How many objects of an entity there were, came, went and are.
///
/// ```swift
/// let records = RecordCounts(read: 277, inserted: 270, rejected: 7)
/// let source = SourceAccount(file: "akc-breeds.csv", format: "csv", entity: "Breed", records: records, bytes: 71_234)
/// let breeds = EntityAccount(entity: "Breed", before: 0, inserted: 270, after: 270)
/// let isComplete = source.balances && breeds.balances  // nothing went unnoticed
/// ```
public struct EntityAccount: Sendable, Hashable, Codable {
  /// The entity's name.
  public var entity: String
  /// The objects before the run.
  public var before: Int
  /// The objects that the run made.
  public var inserted: Int
  /// The objects that the run deleted.
  public var deleted: Int
  /// The objects that the store holds after the run, as counted in the store.
  public var after: Int
  /// How long the entity's objects took to save; for `--verbose` on a terminal only.
  public var seconds: Double?

  /// Makes an account; `balances` says whether the numbers fit together.
  public init(
    entity: String,
    before: Int = 0,
    inserted: Int = 0,
    deleted: Int = 0,
    after: Int = 0,
    seconds: Double? = nil
  ) {
    self.entity = entity
    self.before = before
    self.inserted = inserted
    self.deleted = deleted
    self.after = after
    self.seconds = seconds
  }

  /// Whether `before + inserted − deleted = after`.
  public var balances: Bool { before + inserted - deleted == after }

  /// What does not add up, as a sentence; `nil` when it `balances`.
  public var imbalance: String? {
    guard !balances else { return nil }
    return """
      \(entity): \(before) before + \(inserted) inserted − \(deleted) deleted = \(before + inserted - deleted), \
      but the store holds \(after)
      """
  }
}

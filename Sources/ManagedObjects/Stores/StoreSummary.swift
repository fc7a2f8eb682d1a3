/// What a store is asked to sum up: groups of the objects that a fetch selects, and statistics of each group.
///
/// ```swift
/// let heaviest = FetchedProperty.expression(name: "heaviest", try ObjectExpression(format: "max:(weightMax)"))
/// let summary = StoreSummary(fetch: StoreFetch(entity: breed), groupKeys: ["country"], statistics: [heaviest])
/// let rows = try store.rows(for: summary)  // nil if the store leaves the summing up to others
/// ```
public struct StoreSummary: Sendable {
  /// Which objects; without sort keys, limit and offset.
  public var fetch: StoreFetch
  /// The key paths whose values make a group. Without any, all objects are one group, even if there are none.
  public var groupKeys: [String]
  /// The statistics of each group.
  public var statistics: [FetchedProperty]

  /// Makes a summary of what `fetch` selects.
  public init(fetch: StoreFetch, groupKeys: [String], statistics: [FetchedProperty]) {
    self.fetch = fetch
    self.groupKeys = groupKeys
    self.statistics = statistics
  }
}

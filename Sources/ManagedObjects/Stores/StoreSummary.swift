/// What a store is asked to sum up: groups of the objects that a fetch selects, and statistics of each group.
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

extension ManagedObjectContext {
  /// Where a context and its objects may be used.
  public enum ConcurrencyType: Sendable, Hashable {
    /// By one thread at a time, which the caller sees to; the context has no queue of its own. For tools and imports.
    case confinement
    /// On a queue of the context's own, inside `perform` and `performAndWait`.
    case privateQueue
    /// On the main thread.
    case mainQueue
  }
}

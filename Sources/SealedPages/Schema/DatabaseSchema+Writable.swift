extension DatabaseSchema {
  /// Throws if a database of this schema cannot be written page by page.
  ///
  /// - Throws: `SealedPagesError.unsupported`, with the first thing that only SQLite can write.
  package func requireWritable(settings: DatabaseSettings = DatabaseSettings()) throws(SealedPagesError) {
    _ = try SchemaPlan(self, settings: settings)
  }
}

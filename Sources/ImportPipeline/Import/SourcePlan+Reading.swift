/// Reading a source.
extension SourcePlan {
  /// The source, standing before its first record.
  ///
  /// - Parameter path: Another file, to be read as if it were the source's own.
  func open(_ path: String? = nil) throws -> any RecordSource {
    let files = path.map { [SourceFile(name: recipe.file.value, path: $0)] } ?? files
    return try SourceOpener(recipe: recipe, files: files, fields: fieldNames).open()
  }
}

extension RecordSource {
  /// Reads a source again, as far as the last of some records, and calls `body` with the place of each. What is wrong with its form has been said before.
  ///
  /// - Parameters:
  ///   - count: How many records are wanted.
  ///   - isWanted: Whether a record is one of them, by its number.
  func forEachRecord(
    _ count: Int,
    where isWanted: (Int) -> Bool,
    _ body: (any PlacedRecord) throws -> Void
  ) throws {
    var left = count
    while left > 0, try next() {
      defer { _ = takeFindings() }
      guard isWanted(recordNumber) else { continue }
      left -= 1
      try body(place)
    }
  }
}

internal import JSONText

/// Reading a source.
extension SourcePlan {
  /// The source, standing before its first record.
  ///
  /// - Parameters:
  ///   - path: Another file, to be read as if it were the source's own.
  ///   - isUTF8: Whether a document is in UTF-8, whatever it or the recipe says.
  func open(_ path: String? = nil, isUTF8: Bool = false) throws -> any RecordSource {
    var recipe = recipe
    if isUTF8 { (recipe.markup.encoding, recipe.json.encoding) = ("UTF-8", .utf8) }
    let files = path.map { [SourceFile(name: recipe.file.value, path: $0)] } ?? files
    return try SourceOpener(recipe: recipe, files: files, fields: fieldNames).open()
  }
}

extension SourcePlan {
  /// Whether records are found by what they say, so that one which says something else is none.
  var hasRecordConditions: Bool { recipe.format.isMarkup && recipe.markup.records?.value.contains("[") == true }

  /// Why a record may not be found any more that was mended, as the end of a sentence; empty where records are found whatever they say.
  var conditionRemark: String {
    guard hasRecordConditions, let path = recipe.markup.records?.value else { return "" }
    return "; what “\(path)” asks of a record is changed in the text of the source itself"
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

internal import Findings

/// Notices the paths of a recipe at which no record of a source has anything: most often a path is misspelt, and all objects would silently go
/// without the value.
///
/// One watch is for all files of a source: a path that is found in one of them is right.
final class FieldWatch {
  /// The fields that were not found yet, with their numbers in the source.
  private var missing: [(field: Int, path: String, position: SourcePosition)]
  private var filesLeft: Int
  private var records = 0

  /// In fewer records, what is optional may well be in none.
  private static let fewestRecords = 10

  /// Watches the fields of `recipe` that are looked up by path, in `fileCount` files.
  ///
  /// Paths of which one is enough, and those that are only asked whether they are there, may well be nowhere.
  init(_ recipe: SourceRecipe, fields: [String], fileCount: Int) {
    var positions: [String: SourcePosition] = [:]
    for mapping in recipe.fieldMappings where !mapping.takesPresence {
      if case .firstNonEmpty = mapping.origin { continue }
      for path in mapping.origin.fields { positions[path.value] = positions[path.value] ?? path.position }
    }
    missing = fields.enumerated().compactMap { field, path in positions[path].map { (field, path, $0) } }
    filesLeft = fileCount
  }

  /// Looks which of the missing fields a record has.
  ///
  /// - Complexity: O(*n*) in the fields that no record had so far.
  func look(at record: some RecordFields) {
    records += 1
    guard !missing.isEmpty else { return }
    missing.removeAll { record.withField($0.field) { $0 != nil } }
  }

  /// Says that a file has been read to its end.
  ///
  /// - Returns: What there is to say after the last one.
  func endFile() -> [Finding] {
    filesLeft -= 1
    guard filesLeft == 0, records >= Self.fewestRecords else { return [] }
    return missing.map { field in
      Finding(
        RecipeFinding.noValue(path: field.path, records: records),
        at: field.position,
        field: field.path
      )
    }
  }
}

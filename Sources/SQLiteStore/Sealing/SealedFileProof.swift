internal import SealedPages

/// What a sealed file has to hold, as its writer has counted it.
package struct SealedFileProof: Sendable {
  let path: String
  let schema: DatabaseSchema
  let settings: DatabaseSettings
  let summary: DatabaseSummary

  /// By index, how many different values the first term has, the first two have, and so on.
  package var distinct: [String: [Int]] {
    Dictionary(summary.indexes.map { ($0.name, $0.distinct) }, uniquingKeysWith: { first, _ in first })
  }

  /// What is not in the file as it was written: reads every page once and proves that each index holds exactly its table's rows, in order. Empty if all
  /// is.
  ///
  /// - Throws: `SealedPagesError` if the file cannot be read.
  package func problems() throws -> [String] {
    try DatabaseVerifier(path: path, schema: schema, settings: settings).problems(comparedWith: summary)
  }
}

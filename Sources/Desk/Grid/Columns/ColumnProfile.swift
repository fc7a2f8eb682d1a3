/// What the values of a column are.
package struct ColumnProfile: Sendable, Hashable {
  /// A value with the number of its records.
  package struct Value: Sendable, Hashable {
    package var text: String
    package var count: Int
    /// How many more there may be that were not counted; 0 if `count` is exact.
    package var missed: Int
    /// Whether `text` is only the beginning of a long value.
    package var isCut: Bool
  }

  /// How many different texts there are.
  package enum DistinctCount: Sendable, Hashable {
    case exactly(Int)
    /// Estimated; the error is about 2 %.
    case about(Int)
  }

  /// How many records were looked at.
  package var records: Int
  /// How many have something other than white space.
  package var filled: Int
  package var distinct: DistinctCount
  /// The most frequent texts that are more than white space, most frequent first, then in the order of their bytes.
  package var frequent: [Value]
  /// The average number of characters of the first filled fields; 0 without any.
  package var typicalLength: Int

  /// How many records have nothing but white space.
  package var empty: Int { records - filled }
  /// The share of records with a text, from 0 to 1.
  package var completeness: Double { records == 0 ? 0 : Double(filled) / Double(records) }
}

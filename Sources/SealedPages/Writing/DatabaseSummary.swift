/// What a finished database holds, as it was counted while it was written. A verification of the file can be held against it.
package struct DatabaseSummary: Sendable, Hashable {
  package struct Table: Sendable, Hashable {
    package let name: String
    /// The rows and a hash of their numbers and records.
    package let rows: MultisetHash
  }

  package struct Index: Sendable, Hashable {
    package let name: String
    package let table: String
    /// The keys and a hash of them; made of the rows on one side and of what stands in the index on the other, and the same.
    package let keys: MultisetHash
    /// A hash of the keys in their order, which was proven while they were written.
    package let sequence: SequenceHash
    /// How many different values the first term has, the first two have, and so on.
    package let distinct: [Int]

    /// What `ANALYZE` without a limit writes about the index: the number of rows, and for each beginning of the key how many rows share it on average.
    ///
    /// The averages are rounded up, but one that is at most a tenth above 1 is 1.
    package var statistics: String {
      distinct.reduce(into: "\(keys.count)") { text, distinct in
        var average = (keys.count + distinct - 1) / max(distinct, 1)
        if average == 2, keys.count * 10 <= distinct * 11 { average = 1 }
        text += " \(average)"
      }
    }
  }

  package internal(set) var tables: [Table] = []
  package internal(set) var indexes: [Index] = []
  package internal(set) var pageCount = 0
  /// The first hundred bytes of the file.
  package internal(set) var header: [UInt8] = []
}

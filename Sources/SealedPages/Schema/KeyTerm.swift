/// The collations that are the same everywhere: <https://www.sqlite.org/datatype3.html#collating_sequences>.
enum Collation: String, Sendable, Hashable {
  case binary = "BINARY"
  case nocase = "NOCASE"
  case rtrim = "RTRIM"
}

/// One term of an index, as its keys are made and compared.
struct KeyTerm: Sendable, Hashable {
  /// The column whose value it takes; `nil` for the row's number.
  let column: Int?
  let collation: Collation
  let isDescending: Bool
}

/// An index with the numbers and pages that belong to it.
struct IndexPlan: Sendable {
  let definition: IndexDefinition
  let terms: [KeyTerm]
  let root: UInt32
}

/// A table with its indexes.
struct TablePlan: Sendable {
  let definition: TableDefinition
  let root: UInt32
  var indexes: [IndexPlan] = []
}

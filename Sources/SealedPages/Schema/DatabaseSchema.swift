/// What a database is to hold: the rows of its `sqlite_schema`, in their order, with what a writer has to know of tables and indexes.
///
/// The descriptions have to say what the statements say, as `PRAGMA table_xinfo`, `index_list` and `index_xinfo` would tell of them; nothing here reads SQL.
package struct DatabaseSchema: Sendable, Hashable {
  /// One row of `sqlite_schema`.
  package enum Object: Sendable, Hashable {
    case table(TableDefinition)
    case index(IndexDefinition)
    /// What has no pages of its own: a view or a trigger.
    case other(type: String, name: String, table: String, sql: String)
  }

  package var objects: [Object]

  package init(_ objects: [Object] = []) { self.objects = objects }

  package var tables: [TableDefinition] {
    objects.compactMap { if case .table(let table) = $0 { table } else { nil } }
  }

  package var indexes: [IndexDefinition] {
    objects.compactMap { if case .index(let index) = $0 { index } else { nil } }
  }
}

/// A table whose rows are found by number.
package struct TableDefinition: Sendable, Hashable {
  /// How a table's pages are made.
  package enum Kind: Sendable, Hashable {
    case rowid, withoutRowID, virtual
  }

  /// Where the rows go that arrive while rows of other tables do.
  package enum Placement: Sendable, Hashable {
    /// Into pages at once. Tables written so at the same time have their pages between each other's.
    case asTheyCome
    /// Kept, in memory and beyond the budget on disk, until the table is finished; its pages then stand together.
    case together
    /// Kept as well, and each may be replaced by another with its number, which is not negative or 0.
    case replaceable
  }

  package var name: String
  package var sql: String
  package var columns: [ColumnDefinition]
  /// The column that is another name of the row's number: `INTEGER PRIMARY KEY`.
  package var rowIDColumn: Int?
  package var kind: Kind
  package var placement: Placement

  package init(
    name: String,
    sql: String,
    columns: [ColumnDefinition],
    rowIDColumn: Int? = nil,
    kind: Kind = .rowid,
    placement: Placement = .asTheyCome
  ) {
    self.name = name
    self.sql = sql
    self.columns = columns
    self.rowIDColumn = rowIDColumn
    self.kind = kind
    self.placement = placement
  }
}

/// A column, as far as it decides how values are stored.
package struct ColumnDefinition: Sendable, Hashable {
  package var name: String
  package var affinity: ColumnAffinity
  /// Whether its values are worked out from others.
  package var isGenerated: Bool

  package init(name: String, affinity: ColumnAffinity, isGenerated: Bool = false) {
    self.name = name
    self.affinity = affinity
    self.isGenerated = isGenerated
  }
}

/// An index over columns of a table.
package struct IndexDefinition: Sendable, Hashable {
  package var name: String
  package var table: String
  /// `nil` for an index that a constraint of the table asks for.
  package var sql: String?
  package var terms: [IndexTerm]
  package var isUnique: Bool
  /// Whether it has some of the rows only.
  package var isPartial: Bool

  package init(
    name: String,
    table: String,
    sql: String?,
    terms: [IndexTerm],
    isUnique: Bool = false,
    isPartial: Bool = false
  ) {
    self.name = name
    self.table = table
    self.sql = sql
    self.terms = terms
    self.isUnique = isUnique
    self.isPartial = isPartial
  }
}

/// What an index compares, in one of its places.
package struct IndexTerm: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    case column(Int)
    case rowID
    case expression
  }

  package var source: Source
  /// The name of a collation: `BINARY`, `NOCASE` or `RTRIM`.
  package var collation: String
  package var isDescending: Bool

  package init(_ source: Source, collation: String = "BINARY", isDescending: Bool = false) {
    self.source = source
    self.collation = collation
    self.isDescending = isDescending
  }
}

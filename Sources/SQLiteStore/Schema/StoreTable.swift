internal import AttributeValues

/// A column of an entity's table.
package struct StoreColumn: Sendable, Hashable {
  /// The type that Core Data declares, spelled as in SQL.
  package enum DeclaredType: String, Sendable, Hashable {
    case integer = "INTEGER"
    case float = "FLOAT"
    case timestamp = "TIMESTAMP"
    case decimal = "DECIMAL"
    case varchar = "VARCHAR"
    case blob = "BLOB"
  }

  package var name: String
  package var type: DeclaredType
  /// Columns of one table stand in the order of this number; columns with equal numbers in the order of the entities and names.
  var sortClass: Int

  init(_ name: String, _ type: DeclaredType, sortClass: Int) {
    self.name = name
    self.type = type
    self.sortClass = sortClass
  }

  /// The sort class of keys and counters, before everything else.
  static let keySortClass = 0
  /// The sort class of relationship columns, which they share with integers.
  static let relationshipSortClass = 1
  /// The sort class of the order numbers of ordered relationships.
  static let orderSortClass = 2
}

extension AttributeType {
  /// The declared type and sort class of a column for values of this type; `nil` for types without a column of their own.
  var column: (type: StoreColumn.DeclaredType, sortClass: Int)? {
    switch self {
    case .integer16, .integer32, .integer64, .boolean: (.integer, 1)
    case .float, .double: (.float, 3)
    case .date: (.timestamp, 3)
    case .decimal: (.decimal, 4)
    case .string: (.varchar, 5)
    case .uri: (.varchar, 6)
    case .uuid: (.blob, 7)
    case .transformable: (.blob, 8)
    case .binaryData: (.blob, 9)
    case .undefined, .composite: nil
    }
  }
}

/// The table of a root entity and all that inherit from it.
package struct StoreTable: Sendable, Hashable {
  package var name: String
  /// All columns in order, `Z_PK`, `Z_ENT` and `Z_OPT` first.
  package var columns: [StoreColumn]
  /// The inline UNIQUE constraints; only eras before fetch indexes have them.
  package var uniqueConstraints: [UniqueConstraint] = []
  /// The number (`Z_ENT`) of the root entity.
  package var rootNumber: Int64
  /// Whether several entities share the table.
  package var isShared: Bool

  /// The columns that every entity table begins with.
  static let keyColumns = ["Z_PK", "Z_ENT", "Z_OPT"].map {
    StoreColumn($0, .integer, sortClass: StoreColumn.keySortClass)
  }
}

/// Columns whose values together are unique in a table, with the attributes that they hold.
package struct UniqueConstraint: Sendable, Hashable {
  package var columns: [String]
  package var attributes: [String]
}

/// The table of a many-to-many relationship.
package struct JoinTable: Sendable, Hashable {
  package var name: String
  /// The key of the first relationship's owner.
  package var firstColumn: String
  /// The key of the second relationship's owner, that is, of the first one's members.
  package var secondColumn: String
  /// Where the first relationship keeps the order of its members; `nil` when it is not ordered.
  package var firstOrderColumn: String?
  /// Where the second relationship keeps the order of its members; `nil` when it is not ordered.
  package var secondOrderColumn: String?
  /// The table after which it is created: the index of its owner's.
  var ownerTable: Int
  /// The number of the entity that declares the first relationship; its indexes stand among those of that entity.
  var ownerNumber: Int64
  /// What the table is called when the other relationship names it, which some stores show; `nil` for a relationship that is its own inverse.
  package var alternativeName: String?
  /// Whether one relationship is its own inverse, so that a link stands in one direction only.
  package var isSymmetric = false

  /// The order columns in the order of the table.
  package var orderColumns: [String] { [secondOrderColumn, firstOrderColumn].compactMap { $0 } }
}

/// An index of an entity or join table.
package struct StoreIndex: Sendable, Hashable {
  package struct Column: Sendable, Hashable {
    package var name: String
    package var isDescending = false
  }

  package var name: String
  package var table: String
  package var columns: [Column]
  package var isUnique = false
  /// Whether the statement spells out collation and direction, as fetch indexes do.
  package var isExplicit = false
  /// The condition of a partial index, as SQL.
  package var condition: String?
  /// The attributes of a uniqueness constraint, in the model's order.
  package var uniqueAttributes: [String] = []
  /// Whether the index repeats a fetch index under its attribute's name, as some model compilers ask for and others do not.
  package var isRepeated = false
}

/// A virtual table that indexes ranges, with the triggers that keep it.
package struct StoreRangeIndex: Sendable, Hashable {
  package var name: String
  package var table: String
  package var columns: [String]
}

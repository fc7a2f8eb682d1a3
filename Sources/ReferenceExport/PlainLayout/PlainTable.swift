internal import AttributeValues
internal import ObjectModel

/// A table of the plain layout: one per entity, with the properties that the entity itself declares.
///
/// The table of a sub-entity has the key of its parent's table, so that a row of the parent is completed by a row of the child.
struct PlainTable {
  let entity: EntityDescription
  let name: String
  /// The primary key's column: `id`, unless an attribute is called that.
  let keyName: String
  /// The table of the parent entity.
  let parent: String?
  var columns: [PlainColumn]
  var indexes: [PlainIndex] = []
}

/// A column of the plain layout.
struct PlainColumn {
  /// SQLite's type of a column in a STRICT table.
  enum StorageType: String {
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
    case blob = "BLOB"
  }

  /// Where the values come from.
  enum Source {
    /// An attribute, by its slot in the entity's layout.
    case attribute(Int)
    /// An element of a composite attribute: the attribute's slot, and the names on the way down to the element.
    case element(Int, path: [String])
    /// A to-one relationship, by its slot.
    case toOne(Int)
    /// The place in the ordered relationship of another object; it is filled in after the rows.
    case position
  }

  let name: String
  let type: StorageType
  let source: Source
  /// Whether the values are texts that search tables have.
  var isSearched = false
  var isRequired = false
  /// Conditions on the value, in SQL.
  var checks: [String] = []
  var reference: PlainReference?
}

/// What a foreign key refers to.
struct PlainReference {
  let table: String
  let key: String
  /// What happens to the row when the other is deleted.
  let onDelete: String
}

/// An index over columns of one table.
struct PlainIndex {
  let name: String
  /// The columns, each with its direction.
  let columns: [(name: String, isAscending: Bool)]
  let isUnique: Bool
}

/// A table that keeps a to-many relationship which no column of its members can carry.
struct PlainJoinTable {
  let name: String
  let relationship: RelationshipDescription
  let owner: (column: String, reference: PlainReference)
  let member: (column: String, reference: PlainReference)
  /// The column with the member's place among those of its owner, if the relationship is ordered.
  let positionColumn: String?
  /// The same of the inverse relationship.
  let inversePositionColumn: String?
}

/// A to-many relationship whose order is kept in a column of its members' table.
struct PlainPosition {
  let relationship: RelationshipDescription
  let table: String
  let key: String
  let column: String
}

extension RelationshipDescription {
  /// The names of the entities that have the relationship, for messages.
  var qualifiedName: String { "\(entity?.name ?? "?").\(name)" }
}

/// Names that are unique as SQLite compares them: without regard to the case of ASCII letters.
struct NameRegister {
  fileprivate var taken: Set<String> = []

  /// `name`, or `name` with the first number that makes it unique.
  mutating func register(_ name: String) -> String {
    var unique = name
    var number = 1
    while !taken.insert(unique.lowercased()).inserted {
      number += 1
      unique = name + String(number)
    }
    return unique
  }
}

extension NameRegister {
  /// A name that is unique also with each of `parts` at its end; those are taken, too.
  mutating func register(_ name: String, withParts parts: [String]) -> String {
    var unique = name
    var number = 1
    while ([""] + parts).contains(where: { taken.contains((unique + $0).lowercased()) }) {
      number += 1
      unique = name + String(number)
    }
    for part in [""] + parts { taken.insert((unique + part).lowercased()) }
    return unique
  }
}

/// Names and texts in SQL.
enum SQLText {
  /// A name in double quotes.
  static func name(_ name: String) -> String { quoted(name, "\"") }

  /// A text in single quotes.
  static func literal(_ text: String) -> String { quoted(text, "'") }

  private static func quoted(_ text: String, _ quote: Character) -> String {
    var result = String(quote)
    for character in text.unicodeScalars {
      if Character(character) == quote { result.append(quote) }
      result.unicodeScalars.append(character)
    }
    result.append(quote)
    return result
  }
}

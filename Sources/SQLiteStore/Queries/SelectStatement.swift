internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// A SELECT over an entity's table, put together piece by piece: conditions, joins along to-one relationships, order.
///
/// Every table in the statement has a name of its own (`t0`, `t1`, …) and stands in a scope: scope 0 is the statement, further ones are the
/// subqueries in its conditions. A join along a to-one relationship goes into the scope of the table it starts from.
struct SelectStatement {
  let schema: StoreSchema
  let entity: StoreEntity
  /// Where the values of the parameters come from, in the order of their numbers.
  private(set) var parameters: [QueryParameter] = []
  private var joins: [Join] = []
  private var conditions: [String] = []
  private var order: [String] = []
  /// Whether the rows are sorted after they were found, and not found in the order of their keys.
  private var sortsByKeyLast = false
  private var aliasCount = 1
  private var scopes: [String: Int] = [Self.rootAlias: 0]

  private struct Join {
    var parent: String
    var column: String
    var table: Int
    var alias: String
    var scope: Int
  }

  /// The name of the entity's own table in the statement.
  static let rootAlias = "t0"

  init(schema: StoreSchema, entity: StoreEntity, includesSubentities: Bool) {
    self.schema = schema
    self.entity = entity
    let table = schema.tables[entity.table]
    // A table that one entity has for itself, or of which all entities are wanted, needs no condition.
    if table.isShared && !(includesSubentities && entity.number == table.rootNumber) {
      let numbers = includesSubentities ? entity.subtreeNumbers : [entity.number]
      conditions.append(
        numbers.count == 1
          ? "t0.Z_ENT = \(numbers[0])" : "t0.Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))"
      )
    }
  }

  /// A new table name in a scope of its own, for a subquery.
  mutating func openScope() -> String {
    let alias = makeAlias()
    scopes[alias] = (scopes.values.max() ?? 0) + 1
    return alias
  }

  /// A new table name in the scope of another.
  mutating func makeAlias(inScopeOf other: String) -> String {
    let alias = makeAlias()
    scopes[alias] = scopes[other]
    return alias
  }

  private mutating func makeAlias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }

  /// Adds a parameter and returns its mark.
  mutating func parameter(_ source: QueryParameter) -> String {
    parameters.append(source)
    return "?\(parameters.count)"
  }

  /// Adds a condition that every row has to meet.
  mutating func require(_ condition: String) { conditions.append(condition) }

  /// Joins the destination of a to-one relationship; rows without one stay.
  ///
  /// - Returns: The name of the destination's table in the statement; the same for the same relationship.
  mutating func join(_ column: String, of parent: String, table: Int) -> String {
    if let join = joins.first(where: { $0.parent == parent && $0.column == column }) { return join.alias }
    let alias = makeAlias(inScopeOf: parent)
    joins.append(Join(parent: parent, column: column, table: table, alias: alias, scope: scopes[parent] ?? 0))
    return alias
  }

  /// The joins that belong into the scope of a table.
  func joinText(inScopeOf alias: String) -> String {
    let scope = scopes[alias]
    return joins.filter { $0.scope == scope }.map { join in
      " LEFT JOIN \(SQLIdentifier.spelled(schema.tables[join.table].name)) AS \(join.alias) "
        + "ON \(join.alias).Z_PK = \(join.parent).\(SQLIdentifier.spelled(join.column))"
    }.joined()
  }

  /// Adds a criterion of the order.
  mutating func sort(by expression: String) { order.append(expression) }

  /// Says that an index finds the rows better than the table in the order of its keys does: SQLite would take the table for a range with one end.
  mutating func preferIndexes() { sortsByKeyLast = true }

  /// The statement that selects `selection` in order.
  ///
  /// - Parameter range: Whether the rows are limited or some skipped; two parameters behind the predicate's give the limit and the offset.
  func text(selecting selection: String, inRange range: Bool) -> String {
    let order = order + [sortsByKeyLast ? "+t0.Z_PK" : "t0.Z_PK"]
    return "SELECT \(selection)\(source) ORDER BY \(order.joined(separator: ", "))\(range ? rangeText : "")"
  }

  /// The statement that sums groups up, in the order of their first rows; without keys, all rows are one group.
  func text(selecting selection: [String], groupedBy keys: [String]) -> String {
    let statement = "SELECT \((keys + selection).joined(separator: ", "))\(source)"
    return keys.isEmpty ? statement : statement + " GROUP BY \(keys.joined(separator: ", ")) ORDER BY min(t0.Z_PK)"
  }

  /// The statement that counts the rows.
  func countText(inRange range: Bool) -> String {
    range ? "SELECT count(*) FROM (SELECT 1\(source)\(rangeText))" : "SELECT count(*)\(source)"
  }

  private var source: String {
    let table = SQLIdentifier.spelled(schema.tables[entity.table].name)
    return " FROM \(table) AS t0\(joinText(inScopeOf: Self.rootAlias))"
      + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
  }

  private var rangeText: String { " LIMIT ?\(parameters.count + 1) OFFSET ?\(parameters.count + 2)" }
}

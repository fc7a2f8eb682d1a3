internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import SQLiteAccess

extension StoreQueries {
  /// The rows of groups and statistics; `nil` if the database cannot work them out exactly.
  func rows(for summary: StoreSummary) throws -> [[FetchedValue]]? {
    try database.requireUsable()
    var constants: [PredicateConstant] = []
    do {
      let entity = database.schema.entities[try database.entityIndex(summary.fetch.entity)]
      var select = SelectStatement(
        schema: database.schema,
        entity: entity,
        includesSubentities: summary.fetch.includesSubentities
      )
      if let predicate = summary.fetch.predicate {
        constants = QueryShape(summary.fetch, storeNumber: database.number).constants
        var translator = PredicateTranslator(select: select, storeNumber: database.number, constants: constants)
        let condition = try translator.condition(predicate.numberingConstants())
        select = translator.select
        select.require(condition)
      }
      let keys = try summary.groupKeys.map { try SummaryColumn(groupKey: $0, in: &select) }
      let statistics = try summary.statistics.map { try SummaryColumn(statistic: $0, in: &select) }
      let text = select.text(selecting: statistics.map(\.sql), groupedBy: keys.map(\.sql))
      return try database.connection.withStatement(text) { statement in
        try statement.bind(select.parameters, constants: constants)
        var rows: [[FetchedValue]] = []
        while try statement.step() {
          if let isCancelled = summary.fetch.isCancelled, isCancelled() { throw CancellationError() }
          rows.append(
            try (keys + statistics).enumerated().map { index, column in
              try column.value(in: statement, at: index, storeNumber: database.number)
            }
          )
        }
        return rows
      }
    } catch is Untranslatable {
      return nil
    } catch let error as SQLiteError where error.code == .SQLITE_ERROR || error.code == .SQLITE_TOOBIG {
      // A sum that is greater than any integer goes on with fractions in memory; a text may be nested too deeply for SQLite.
      return nil
    } catch let error as SQLiteError {
      return try database.translatingErrors { throw error }
    }
  }
}

/// One value of the groups' rows: how SQL works it out, and what it is.
private struct SummaryColumn {
  private enum Content {
    case attribute(AttributeType)
    case integer
    case real
    case object(EntityDescription)
  }

  let sql: String
  private let content: Content

  /// A key of the groups. Its values have to be distinguished by the database as they are in memory.
  init(groupKey path: String, in select: inout SelectStatement) throws {
    guard let column = select.column(at: path) else { throw Untranslatable(reason: "the group key \(path)") }
    sql = column.sql
    switch column.content {
    case .attribute(let attribute) where attribute.type.isDistinguished: content = .attribute(attribute.type)
    case .object(let entity) where entity.subentities.isEmpty: content = .object(entity)
    default: throw Untranslatable(reason: "the group key \(path)")
    }
  }

  /// `count:`, `min:`, `max:`, `sum:` or `average:` of an attribute. Sums of fractions depend on the order of the terms and are left to memory.
  init(statistic property: FetchedProperty, in select: inout SelectStatement) throws {
    guard case .expression(let name, .function(let function, let arguments)) = property, arguments.count == 1 else {
      throw Untranslatable(reason: "a statistic of a computed value")
    }
    if function == .count, arguments[0] == .evaluatedObject {
      (sql, content) = ("count(*)", .integer)
      return
    }
    guard case .keyPath(let path, of: .evaluatedObject) = arguments[0], path.components.count == 1,
      case .attribute(let attribute)? = select.column(at: path.components[...], of: select.root)?.content,
      let column = select.column(at: path.components[...], of: select.root)?.sql
    else { throw Untranslatable(reason: "the statistic \(name)") }
    switch (function, attribute.type) {
    // nil counts, too.
    case (.count, _): (sql, content) = ("count(*)", .integer)
    case (.minimum, let type) where type.isOrdered: (sql, content) = ("min(\(column))", .attribute(type))
    case (.maximum, let type) where type.isOrdered: (sql, content) = ("max(\(column))", .attribute(type))
    case (.sum, .integer16), (.sum, .integer32), (.sum, .integer64):
      (sql, content) = ("IFNULL(sum(\(column)), 0)", .integer)
    // nil counts as 0, so the sum is divided by the number of objects.
    case (.average, .integer16), (.average, .integer32), (.average, .integer64):
      (sql, content) = ("CAST(IFNULL(sum(\(column)), 0) AS REAL) / count(*)", .real)
    default: throw Untranslatable(reason: "the statistic \(name)")
    }
  }

  func value(in statement: SQLiteStatement, at column: Int, storeNumber: UInt32) throws -> FetchedValue {
    if statement.isNull(column) { return .value(.null) }
    switch content {
    case .attribute(let type):
      let attribute = AttributeColumn(index: column, type: type, allowsExternalStorage: false)
      return .value(try statement.attributeValue(column, as: attribute, files: nil))
    case .integer: return .value(.integer(statement.integer(column)))
    case .real: return .value(.double(statement.real(column)))
    case .object(let entity):
      return .objectID(
        ManagedObjectID(ofFamily: entity, storeNumber: storeNumber, reference: statement.integer(column))
      )
    }
  }
}

extension AttributeType {
  /// Whether two stored values are the same just when the values in memory are.
  fileprivate var isDistinguished: Bool {
    switch self {
    case .string, .integer16, .integer32, .integer64, .boolean, .double, .date, .uuid: true
    default: false
    }
  }

  /// Whether stored values have the order of the values in memory.
  fileprivate var isOrdered: Bool {
    switch self {
    case .string, .integer16, .integer32, .integer64, .double, .date: true
    default: false
    }
  }
}

import ArgumentParser
import Findings
import ManagedObjects
import ObjectModel
import PredicateLanguage

/// What a query prints of groups of objects: the values that they are grouped by, and statistics such as `@count` and `@avg.weight`.
struct QueryGroups {
  /// The request for the rows; predicate, limit and offset are not in it yet.
  private(set) var request: FetchRequest<FetchedDictionary>
  /// The printed columns, by the names of the rows' values.
  let columns: [ResultPrinter.Column]

  /// Whether a field is a statistic of a group.
  static func isStatistic(_ field: String) -> Bool { field.hasPrefix("@") }

  /// Looks up the names of a query.
  ///
  /// - Parameters:
  ///   - keys: The key paths to group by; none for one group of all objects.
  ///   - fields: The printed keys and statistics; `nil` for all keys and the number of objects.
  ///   - sort: Keys and statistics to sort by.
  /// - Throws: `CommandFailure` that says which name cannot stand where it does.
  init(
    by keys: [String],
    fields: [String]?,
    sort: [SortKey],
    having: ObjectPredicate?,
    in entity: EntityDescription
  ) throws {
    request = FetchRequest(entityName: entity.name)
    for key in keys {
      guard try QueryField(key, in: entity).isSingle else {
        throw CommandFailure("--group-by cannot take ‘\(key)’, of which an object has several")
      }
    }
    request.propertiesToGroupBy = keys
    let fields = fields ?? keys + ["@count"]
    var columns: [ResultPrinter.Column] = []
    for name in fields + sort.map(\.keyPath) {
      let isNumeric: Bool
      if Self.isStatistic(name) {
        let statistic = try Self.statistic(name, in: entity)
        isNumeric = statistic.isNumeric
        request.propertiesToFetch.append(.expression(name: name, statistic.expression))
      } else if keys.contains(name) {
        isNumeric = try QueryField(name, in: entity).isNumeric
        request.propertiesToFetch.append(.keyPath(name))
      } else {
        // A name that does not exist is the greater mistake.
        _ = try QueryField(name, in: entity)
        throw CommandFailure(
          "groups have no value ‘\(name)’; group by it with --group-by, or make a statistic of it such as ‘@max.\(name)’"
        )
      }
      if columns.count < fields.count { columns.append(ResultPrinter.Column(name: name, isNumeric: isNumeric)) }
    }
    self.columns = columns
    request.sortDescriptors = sort
    request.havingPredicate = having
  }

  /// The function that a statistic of a group stands for.
  private static func statistic(
    _ text: String,
    in entity: EntityDescription
  ) throws -> (expression: ObjectExpression, isNumeric: Bool) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let function = CollectionOperator(rawValue: parts[0])?.groupFunction else {
      throw CommandFailure("there is no statistic ‘\(parts[0])’ of groups; there are \(names)")
    }
    if function == .count {
      guard parts.count == 1 else {
        throw CommandFailure("‘@count’ counts objects; nothing can follow it in ‘\(text)’")
      }
      return (.function(.count, [.evaluatedObject]), true)
    }
    guard parts.count > 1 else { throw CommandFailure("‘\(text)’ needs an attribute, as in ‘\(text).weight’") }
    let path = parts.dropFirst().joined(separator: ".")
    let field = try QueryField(path, in: entity)
    let takesAll = function == .minimum || function == .maximum
    guard field.isSingle, field.isAttribute, field.isNumeric || takesAll else {
      throw CommandFailure("‘\(parts[0])’ in ‘\(text)’ needs \(takesAll ? "an attribute" : "numbers")")
    }
    return (.function(function, [.keyPath(ObjectKeyPath(path))]), field.isNumeric)
  }

  private static var names: String {
    CollectionOperator.allCases.filter { $0.groupFunction != nil }.map(\.rawValue).joined(separator: ", ")
  }

  /// A predicate on groups, with operators such as `@avg.weight` as functions of a group's objects.
  static func having(_ predicate: ObjectPredicate) -> ObjectPredicate {
    predicate.mapped { expression in
      guard case .keyPath(let path, of: .evaluatedObject) = expression,
        let function = CollectionOperator(rawValue: path.components[0])?.groupFunction
      else { return expression }
      let rest = Array(path.components.dropFirst())
      return .function(function, [rest.isEmpty ? .evaluatedObject : .keyPath(ObjectKeyPath(rest))])
    }
  }

  /// Cuts and chooses as the query says.
  mutating func setLimits(predicate: ObjectPredicate?, limit: Int, offset: Int) {
    request.predicate = predicate
    request.fetchLimit = limit
    request.fetchOffset = offset
  }

  /// The printed values of a row.
  func values(of row: FetchedDictionary) -> [ResultValue] {
    columns.map { column in
      switch row[column.name] {
      case .value(let value)?: ResultValue(value)
      case .objectID(let identifier)?: .text(identifier.uriRepresentation())
      case nil: .null
      }
    }
  }
}

extension CollectionOperator {
  /// The statistic of a group's objects that the operator stands for; `nil` for those that give several values.
  fileprivate var groupFunction: PredicateFunction? {
    switch self {
    case .count: .count
    case .sum: .sum
    case .average: .average
    case .minimum: .minimum
    case .maximum: .maximum
    default: nil
    }
  }
}

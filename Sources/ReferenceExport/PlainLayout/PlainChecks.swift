internal import AttributeValues
internal import FoundationEssentials
internal import ObjectModel

/// The conditions on an attribute's value that SQL can express.
///
/// None of them may refuse a value that the model allows. Regular expressions are left to the importer.
enum PlainChecks {
  /// The conditions on `column`, which is quoted already.
  ///
  /// - Parameter hasDates: Whether functions of dates may be called.
  static func conditions(for attribute: AttributeDescription, column: String, hasDates: Bool) -> [String] {
    var conditions: [String] = []
    let constraints = attribute.constraints
    switch attribute.attributeType {
    case .boolean:
      conditions.append("\(column) IN (0, 1)")
    case .integer16, .integer32:
      if let range = attribute.attributeType.integerRange, constraints.minimum == nil || constraints.maximum == nil {
        conditions.append("\(column) BETWEEN \(range.lowerBound) AND \(range.upperBound)")
      }
      conditions += limits(constraints, column: column)
    case .integer64, .double, .float, .decimal:
      conditions += limits(constraints, column: column)
    case .date:
      // Texts with and without a fraction of a second do not compare as their dates do.
      if hasDates { conditions += limits(constraints, column: "julianday(\(column))") }
    case .string:
      // SQLite counts Unicode scalars; the model counts UTF-16 units, of which a scalar has one or two.
      if let minimum = constraints.minimumLength, minimum > 0 {
        conditions.append("length(\(column)) >= \((minimum + 1) / 2)")
      }
      if let maximum = constraints.maximumLength, maximum >= 0 {
        conditions.append("length(\(column)) <= \(maximum)")
      }
    default:
      break
    }
    return conditions
  }

  private static func limits(_ constraints: AttributeConstraints, column: String) -> [String] {
    switch (constraints.minimum.flatMap(literal), constraints.maximum.flatMap(literal)) {
    case (let minimum?, let maximum?): ["\(column) BETWEEN \(minimum) AND \(maximum)"]
    case (let minimum?, nil): ["\(column) >= \(minimum)"]
    case (nil, let maximum?): ["\(column) <= \(maximum)"]
    case (nil, nil): []
    }
  }

  private static func literal(_ value: AttributeValue) -> String? {
    switch value {
    case .integer(let value): String(value)
    case .double(let value): value.isFinite ? String(value) : nil
    case .float(let value): value.isFinite ? String(value) : nil
    case .decimal(let value): value.isNaN ? nil : value.description
    case .date(let seconds): "julianday(\(SQLText.literal(ISODate.text(seconds))))"
    default: nil
    }
  }
}

internal import AttributeValues
internal import FoundationEssentials
internal import PredicateLanguage
internal import SQLiteAccess

/// The SQL function that tests two texts exactly as a predicate in memory does, by evaluating one.
///
/// Its arguments are the operator, the options' number, and the two texts. The answer for nil is false.
final class TextTestFunction {
  static let name = "STUDBOOK_TEST"

  /// A pattern is compiled once and serves all rows; only the last few stay.
  private var prepared: [Key: ObjectPredicate] = [:]

  private struct Key: Hashable {
    var operation: String
    var options: Int64
    /// The bytes of the right side: as `String`s, canonical equivalents would be one key.
    var right: [UInt8]
  }

  static func register(on connection: SQLiteConnection) throws {
    let function = TextTestFunction()
    try connection.registerFunction(name, argumentCount: 4) { arguments in
      .integer(try function.test(arguments) ? 1 : 0)
    }
  }

  private func test(_ arguments: [SQLiteValue]) throws -> Bool {
    guard let operation = arguments[0].text, let options = arguments[1].integer, let left = arguments[2].text,
      let right = arguments[3].text
    else { return false }
    let key = Key(operation: operation, options: options, right: Array(right.utf8))
    if let predicate = prepared[key] { return try predicate.evaluate(withValue: .value(.string(left))) }
    guard let test = PredicateComparison.Operator(rawValue: operation) else { return false }
    let predicate = ObjectPredicate(
      PredicateComparison(
        .evaluatedObject,
        test,
        .constant(.value(.string(right))),
        options: PredicateComparison.Options(rawValue: UInt(clamping: options))
      )
    )
    if prepared.count >= 16 { prepared.removeAll() }
    prepared[key] = predicate
    return try predicate.evaluate(withValue: .value(.string(left)))
  }
}

extension SQLiteValue {
  /// A value as the store keeps it; `nil` for numbers that are none and for values without a form of their own.
  init?(stored value: AttributeValue) {
    switch value {
    case .integer(let value): self = .integer(value)
    case .boolean(let value): self = .integer(value ? 1 : 0)
    case .double(let value):
      if value.isNaN { return nil }
      self = .real(value)
    case .float(let value):
      if value.isNaN { return nil }
      self = .real(Double(value))
    case .date(let value):
      if value.isNaN { return nil }
      self = .real(value)
    case .decimal(let value):
      let number = value.nearestDouble
      if number.isNaN { return nil }
      self = .real(number)
    case .string(let value): self = .text(value)
    case .uri(let value): self = .text(value.absoluteString)
    case .uuid(let value): self = .blob(withUnsafeBytes(of: value.uuid) { [UInt8]($0) })
    case .binary(let value): self = .blob([UInt8](value))
    case .null, .transformable, .composite: return nil
    }
  }
}

internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage

/// One side of a comparison, as SQL.
enum QueryOperand {
  /// A column or computed value.
  case scalar(sql: String, kind: Kind)
  /// The key of an object.
  case object(sql: String, entity: EntityDescription)
  /// A constant, and where a statement that is used again finds its value.
  case constant(PredicateConstant, QueryParameter)
  case list([QueryOperand])

  /// What a value can be compared with.
  enum Kind: Hashable {
    case integer
    case real
    case decimal
    case text
    case date
    case uuid
    case bytes
    /// Not as it stands in the store.
    case opaque

    init(_ type: AttributeType) {
      switch type {
      case .integer16, .integer32, .integer64, .boolean: self = .integer
      case .double, .float: self = .real
      case .decimal: self = .decimal
      case .string, .uri: self = .text
      case .date: self = .date
      case .uuid: self = .uuid
      case .binaryData: self = .bytes
      case .transformable, .composite, .undefined: self = .opaque
      }
    }

    /// The kind of a constant; `nil` for `nil`.
    init?(_ value: AttributeValue) {
      switch value {
      case .null: return nil
      case .integer, .boolean: self = .integer
      case .double, .float: self = .real
      case .decimal: self = .decimal
      case .string, .uri: self = .text
      case .date: self = .date
      case .uuid: self = .uuid
      case .binary: self = .bytes
      case .transformable, .composite: self = .opaque
      }
    }

    var isComparable: Bool { self != .opaque }

    /// Whether values of the two kinds have an order; numbers of all kinds have one.
    func isComparable(to other: Kind) -> Bool { self == other || (isNumber && other.isNumber) }

    private var isNumber: Bool { self == .integer || self == .real || self == .decimal }
  }

  /// The SQL of what can be looked up in a list; `nil` for constants, lists and opaque values.
  var comparableSQL: String? {
    switch self {
    case .scalar(let sql, let kind) where kind.isComparable: sql
    case .object(let sql, _): sql
    default: nil
    }
  }

  /// The kind of a column or computed value.
  var kind: Kind? {
    if case .scalar(_, let kind) = self { kind } else { nil }
  }
}

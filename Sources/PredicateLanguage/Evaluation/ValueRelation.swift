package import AttributeValues
internal import FoundationEssentials

/// How one value stands to another.
package enum ValueRelation: Int8, Sendable {
  case less = -1
  case same = 0
  case greater = 1
  /// Of kinds that have no common order, or not a number.
  case unrelated = 2

  /// The relation of the values exchanged.
  var reversed: ValueRelation {
    switch self {
    case .less: .greater
    case .greater: .less
    case .same, .unrelated: self
    }
  }

  init<Value: Comparable>(_ left: Value, _ right: Value) {
    self = left < right ? .less : left == right ? .same : left > right ? .greater : .unrelated
  }
}

extension AttributeValue {
  /// How this value stands to another when predicates compare them: numbers of all types by value, Booleans as 0 and 1, strings and URIs
  /// by Unicode scalar values, dates by time, bytes and UUIDs by bytes. `.null` is the same as `.null` and unrelated to all others.
  ///
  /// - Complexity: O(1), for strings and bytes O(*n*). Does not allocate, except for decimals.
  package func relation(to other: AttributeValue) -> ValueRelation {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): ValueRelation(left, right)
    case (.double(let left), .double(let right)): ValueRelation(left, right)
    case (.float(let left), .float(let right)): ValueRelation(left, right)
    case (.date(let left), .date(let right)): ValueRelation(left, right)
    case (.string(let left), .string(let right)): Self.relation(left, right)
    default: mixedRelation(to: other)
    }
  }

  @inline(never)
  private func mixedRelation(to other: AttributeValue) -> ValueRelation {
    if let left = number, let right = other.number { return left.relation(to: right) }
    switch (self, other) {
    case (.null, .null): return .same
    case (.uri(let left), .uri(let right)): return Self.relation(left.absoluteString, right.absoluteString)
    case (.uri(let left), .string(let right)): return Self.relation(left.absoluteString, right)
    case (.string(let left), .uri(let right)): return Self.relation(left, right.absoluteString)
    case (.uuid(let left), .uuid(let right)): return ValueRelation(left, right)
    case (.binary(let left), .binary(let right)):
      if left == right { return .same }
      return left.lexicographicallyPrecedes(right) ? .less : .greater
    case (.transformable, .transformable), (.composite, .composite): return self == other ? .same : .unrelated
    default: return .unrelated
    }
  }

  /// Compares strings by Unicode scalar values, as SQLite's BINARY collation does. Unlike `<`, it takes no notice of canonical equivalence.
  static func relation(_ left: String, _ right: String) -> ValueRelation {
    let leftBytes = left.utf8.span
    let rightBytes = right.utf8.span
    let count = min(leftBytes.count, rightBytes.count)
    var index = 0
    while index < count {
      let first = leftBytes[unchecked: index]
      let second = rightBytes[unchecked: index]
      if first != second { return first < second ? .less : .greater }
      index += 1
    }
    return ValueRelation(leftBytes.count, rightBytes.count)
  }

  /// The number that this is; Booleans are 0 and 1.
  var number: NumericValue? {
    switch self {
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .float(let value): .double(Double(value))
    case .boolean(let value): .integer(value ? 1 : 0)
    case .decimal(let value): .decimal(value)
    default: nil
    }
  }

  /// The string that this is, or a URI's text.
  var text: String? {
    switch self {
    case .string(let value): value
    case .uri(let value): value.absoluteString
    default: nil
    }
  }
}

package import AttributeValues
internal import FoundationEssentials

/// How two values compare.
package enum ValueOrder: Sendable, Hashable {
  case less
  case equal
  case greater

  package var reversed: ValueOrder {
    switch self {
    case .less: .greater
    case .equal: .equal
    case .greater: .less
    }
  }

  package init<Value: Comparable>(_ left: Value, _ right: Value) {
    self = left < right ? .less : left == right ? .equal : .greater
  }

  /// Compares two values of one attribute. No value comes first, as in SQL; values of different kinds, which one attribute does not have,
  /// compare by kind.
  package init(_ left: AttributeValue, _ right: AttributeValue, comparison: SortKey.Comparison) {
    switch (left, right) {
    case (.null, .null): self = .equal
    case (.null, _): self = .less
    case (_, .null): self = .greater
    case (.string(let left), .string(let right)): self = StringOrder.compare(left, right, comparison)
    case (.integer(let left), .integer(let right)): self.init(left, right)
    case (.boolean(let left), .boolean(let right)): self.init(left ? 1 : 0, right ? 1 : 0)
    case (.date(let left), .date(let right)): self.init(left, right)
    case (.decimal(let left), .decimal(let right)): self.init(left, right)
    case (.binary(let left), .binary(let right)): self = ValueOrder(bytes: left, right)
    case (.uuid(let left), .uuid(let right)):
      self = withUnsafeBytes(of: left.uuid) { left in
        withUnsafeBytes(of: right.uuid) { right in ValueOrder(bytes: left, right) }
      }
    case (.uri(let left), .uri(let right)):
      self = StringOrder.compare(left.absoluteString, right.absoluteString, comparison)
    case (.transformable(let left), .transformable(let right)): self = ValueOrder(bytes: left.bytes, right.bytes)
    default:
      if let left = left.approximateNumber, let right = right.approximateNumber {
        self.init(left, right)
      } else {
        self.init(left.kindRank, right.kindRank)
      }
    }
  }

  /// Compares byte by byte; of two that begin alike, the shorter comes first.
  init<Bytes: Sequence<UInt8>, OtherBytes: Sequence<UInt8>>(bytes left: Bytes, _ right: OtherBytes) {
    var others = right.makeIterator()
    for byte in left {
      guard let other = others.next() else {
        self = .greater
        return
      }
      if byte != other {
        self = byte < other ? .less : .greater
        return
      }
    }
    self = others.next() == nil ? .equal : .less
  }
}

extension AttributeValue {
  fileprivate var approximateNumber: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .float(let number): Double(number)
    case .boolean(let truth): truth ? 1 : 0
    case .decimal(let number): Double(number.description)
    default: nil
    }
  }

  fileprivate var kindRank: Int {
    switch self {
    case .null: 0
    case .boolean: 1
    case .integer, .double, .float, .decimal: 2
    case .date: 3
    case .string: 4
    case .uri: 5
    case .uuid: 6
    case .binary: 7
    case .transformable: 8
    case .composite: 9
    }
  }
}

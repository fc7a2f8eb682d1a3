internal import AttributeValues
internal import FoundationEssentials

/// What an operator needs of its right side, worked out once when that is a constant.
enum PreparedOperand: Sendable {
  /// Nothing to prepare.
  case none
  /// For `MATCHES`.
  case pattern(TextPattern)
  /// For `MATCHES`: the constant is no regular expression; why.
  case invalidPattern(reason: String)
  /// For `LIKE`.
  case wildcards(WildcardPattern)
  /// For `[c]` and `[d]`: the text, folded.
  case folded([UInt8])
  /// For `IN`: the constants of a long list.
  case members(Set<MembershipKey>)

  init(of right: ObjectExpression, for operation: PredicateComparison.Operator, options: PredicateComparison.Options) {
    self = .none
    guard case .constant(let constant) = right else { return }
    switch (operation, constant) {
    case (.matches, .value(.string(let text))):
      do throws(TextPattern.Invalid) {
        self = .pattern(try TextPattern(text, options))
      } catch {
        self = .invalidPattern(reason: error.reason)
      }
    case (.like, .value(.string(let text))):
      self = .wildcards(WildcardPattern(TextFolding.folded(text, options, for: operation)))
    case (.in, .collection(let elements)) where elements.count > 4 && !options.folds:
      var keys: Set<MembershipKey> = []
      for element in elements {
        guard let key = MembershipKey(element) else { return }
        keys.insert(key)
      }
      self = .members(keys)
    case (_, .value(.string(let text))) where options.folds:
      self = .folded(TextFolding.folded(text, options, for: operation))
    default: break
    }
  }
}

extension PredicateComparison.Options {
  /// Whether strings are changed before they are compared.
  var folds: Bool {
    !contains(.normalized) && (contains(.caseInsensitive) || contains(.diacriticInsensitive))
  }
}

/// A scalar or an object as a set can hold it, so that equal keys mean equal values to a predicate.
enum MembershipKey: Sendable, Hashable {
  case integer(Int64)
  case double(Double)
  case date(Double)
  case text(ExactText)
  case other(AttributeValue)
  case object(ObjectIdentity)

  /// `nil` for values whose equality a set cannot express: decimals, which equal doubles by rounding, and collections.
  init?(_ constant: PredicateConstant) {
    switch constant {
    case .value(let value): self.init(value)
    case .object(let identity): self = .object(identity)
    case .collection: return nil
    }
  }

  init?(_ value: AttributeValue) {
    switch value {
    case .decimal: return nil
    case .date(let time): self = .date(time)
    case .string(let text): self = .text(ExactText(text: text))
    case .uri(let uri): self = .text(ExactText(text: uri.absoluteString))
    default:
      switch value.number {
      case .integer(let integer): self = .integer(integer)
      case .double(let double): self = Int64(exactly: double).map { .integer($0) } ?? .double(double)
      case .decimal: return nil
      case nil: self = .other(value)
      }
    }
  }
}

/// A string that equals another only if their scalars are the same; `String` would take canonical equivalents for equal.
struct ExactText: Sendable, Hashable {
  var text: String

  static func == (left: ExactText, right: ExactText) -> Bool {
    AttributeValue.relation(left.text, right.text) == .same
  }

  func hash(into hasher: inout Hasher) {
    let bytes = text.utf8.span
    hasher.combine(bytes.count)
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

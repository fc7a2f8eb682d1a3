/// The keys from an object to a value, such as `group.name` or `breeds.@avg.weightMax`.
///
/// ```swift
/// let height = ObjectExpression.keyPath(ObjectKeyPath("heightMax"))
/// let limit = ObjectExpression.value(40.0)
/// let comparison = PredicateComparison(height, .lessThan, limit)
/// let predicate = ObjectPredicate.and([ObjectPredicate(comparison), try ObjectPredicate(format: "name != nil")])
/// ```
public struct ObjectKeyPath: Sendable {
  /// The keys in order; collection operators begin with `@`. Never empty.
  public var components: [String]
  /// Where each component stands in the format text, as UTF-8 offsets; empty for a key path made in code. No part of equality.
  public var sourceRanges: [Range<Int>]
  /// The slot that a binding found for the first `boundComponents` components; -1 when not bound.
  package var slot = -1
  /// How many components the slot stands for.
  package var boundComponents = 0

  /// A key path made of components.
  public init(_ components: [String], sourceRanges: [Range<Int>] = []) {
    precondition(!components.isEmpty, "A key path has at least one component")
    self.components = components
    self.sourceRanges = sourceRanges
  }

  /// A key path written with dots, such as `group.name`.
  public init(_ dotted: String) {
    self.init(dotted.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }

  /// The components joined by dots, without escapes.
  public var dotted: String { components.count == 1 ? components[0] : components.joined(separator: ".") }

  /// The place of the whole key path in the format text.
  public var sourceRange: Range<Int>? {
    guard let first = sourceRanges.first, let last = sourceRanges.last else { return nil }
    return first.lowerBound..<max(first.upperBound, last.upperBound)
  }
}

extension ObjectKeyPath: Hashable {
  public static func == (left: ObjectKeyPath, right: ObjectKeyPath) -> Bool { left.components == right.components }

  public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}

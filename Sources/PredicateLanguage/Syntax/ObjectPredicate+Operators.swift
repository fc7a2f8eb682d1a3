extension ObjectPredicate {
  /// Holds where both predicates hold.
  public static func && (
    left: ObjectPredicate,
    right: @autoclosure () throws -> ObjectPredicate
  ) rethrows -> ObjectPredicate { .and([left, try right()]) }

  /// Holds where at least one of two predicates holds.
  public static func || (
    left: ObjectPredicate,
    right: @autoclosure () throws -> ObjectPredicate
  ) rethrows -> ObjectPredicate { .or([left, try right()]) }

  /// Holds where a predicate does not.
  public static prefix func ! (predicate: ObjectPredicate) -> ObjectPredicate { .not(predicate) }
}

/// Decides for each start tag whether it begins a record, by keeping for each open element which steps of the path come next.
///
/// The steps of all alternatives are numbered through; a set of steps is the bits of one integer.
struct RecordMatcher: ~Copyable {
  struct Step: BitwiseCopyable {
    var slot: Int32
    var isDescendant: Bool
    var isLast: Bool
    var hasPredicates: Bool
    /// The first of its counters, one for each predicate.
    var firstCounter: Int32
  }

  private var steps: FlatBuffer<Step>
  private var predicates: [[PathPredicate]] = []
  /// The steps that come first.
  private(set) var firstSteps: UInt64 = 0
  /// How many counters each open element needs for positions among its children.
  private(set) var counterCount = 0
  let hasPredicates: Bool

  /// - Parameter path: The record path with its names resolved.
  init(_ path: RecordPath) {
    steps = FlatBuffer(capacity: 64)
    hasPredicates = path.alternatives.contains { $0.contains { !$0.predicates.isEmpty } }
    for alternative in path.alternatives {
      firstSteps |= 1 << UInt64(steps.count)
      for (index, step) in alternative.enumerated() {
        steps.append(
          Step(
            slot: step.test.slot,
            isDescendant: step.axis == .descendant,
            isLast: index == alternative.count - 1,
            hasPredicates: !step.predicates.isEmpty,
            firstCounter: Int32(counterCount)
          )
        )
        predicates.append(step.predicates)
        if step.predicates.contains(where: \.isPositional) { counterCount += step.predicates.count }
      }
    }
  }

  /// Whether an element is a record, and which steps come next for the elements in it.
  ///
  /// - Parameters:
  ///   - pending: The steps that come next for the elements in the parent.
  ///   - passes: Whether the element's name passes the name test with this slot.
  ///   - predicatesHold: Whether what the step with this number asks beside the name is so; only called for steps that ask.
  @inline(__always)
  func match(
    pending: UInt64,
    passes: (_ slot: Int32) -> Bool,
    predicatesHold: (_ step: Int) -> Bool
  ) -> (isRecord: Bool, next: UInt64) {
    var isRecord = false
    var next: UInt64 = 0
    var left = pending
    while left != 0 {
      let index = left.trailingZeroBitCount
      left &= left &- 1
      let step = steps.base + index
      if step.pointee.isDescendant { next |= 1 << UInt64(index) }
      guard passes(step.pointee.slot) else { continue }
      if step.pointee.hasPredicates, !predicatesHold(index) { continue }
      if step.pointee.isLast { isRecord = true } else { next |= 1 << UInt64(index + 1) }
    }
    return (isRecord, next)
  }

  @inline(never)
  func predicatesHold(
    _ step: Int,
    _ node: Int32,
    parentCounters: UnsafeMutablePointer<Int32>,
    in tree: borrowing NodeTree
  ) -> Bool {
    let counters = parentCounters + Int(steps[step].firstCounter)
    let isPositional = predicates[step].contains(where: \.isPositional)
    for (index, predicate) in predicates[step].enumerated() {
      var position = 0
      if isPositional {
        counters[index] &+= 1
        position = Int(counters[index])
      }
      if !tree.holds(predicate, Int(node), position: position, count: 0) { return false }
    }
    return true
  }
}

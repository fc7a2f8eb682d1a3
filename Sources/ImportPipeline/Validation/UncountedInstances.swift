/// Instances that are asked at each record: nobody counts references to them. Where several threads ask, counting would make them wait for each other; where
/// one does, it would make the processor wait for the memory that it has just asked for.
struct UncountedInstances<Instance: AnyObject> {
  /// They live as long as these references do.
  let instances: [Instance]
  private let uncounted: [Unmanaged<Instance>]

  init(_ instances: [Instance]) {
    self.instances = instances
    uncounted = instances.map(Unmanaged.passUnretained)
  }

  var indices: Range<Int> { uncounted.indices }

  @inline(__always)
  func with<Result>(_ index: Int, _ body: (Instance) throws -> Result) rethrows -> Result {
    try uncounted[index]._withUnsafeGuaranteedRef(body)
  }
}

extension UncountedInstances: Sendable where Instance: Sendable {}

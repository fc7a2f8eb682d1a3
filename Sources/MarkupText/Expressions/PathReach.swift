/// How far the paths of a field lead beyond its record, found without evaluating them.
///
/// A document is read as a stream: of what stands beside a record, only children that end before it and are no records are kept. Paths to
/// anything else would have wrong values, and are refused.
struct PathReach: Sendable, Hashable {
  /// A step from an element around the record down to another of its children.
  struct Step: Sendable, Hashable {
    /// Where the step is written, in bytes.
    var offset: Int
    /// `nil` for any name.
    var prefix: String?
    var local: String?
    /// How much deeper than the record it leads; `nil` if that is not known.
    var level: Int?
    var condition = Condition.none
  }

  enum Condition: Sendable, Hashable {
    case none
    /// By attributes or contents.
    case kind
    case position
  }

  /// What can never be known, and where it is written.
  struct Fault: Sendable, Hashable {
    var offset: Int
    var message: String
  }

  private(set) var steps: [Step] = []
  private(set) var fault: Fault?

  init(_ text: String) {
    var scan = PathReachScan(text)
    scan.run()
    steps = scan.steps
    fault = scan.fault
  }

  /// The first step that may lead to records beside the one that is read.
  func stepToRecords(of path: RecordPath) -> Step? {
    steps.first { step in path.alternatives.contains { Self.mayLead(step, to: $0, of: path) } }
  }

  private static func mayLead(_ step: Step, to records: [PathStep], of path: RecordPath) -> Bool {
    guard let last = records.last else { return false }
    if let level = step.level, level != 0, path.hasOneDepth { return false }
    if let local = step.local, let wanted = last.test.local, local != wanted { return false }
    if let prefix = step.prefix, let wanted = last.test.prefix, prefix != wanted { return false }
    // Where both tell elements of one name apart, the author knows which are records.
    return last.predicates.isEmpty || step.condition != .kind
  }
}

extension RecordPath {
  /// Whether all records stand equally deep.
  fileprivate var hasOneDepth: Bool {
    Set(alternatives.map(\.count)).count == 1 && alternatives.allSatisfy { $0.allSatisfy { $0.axis == .child } }
  }
}

extension FieldPath {
  /// Makes sure that the path leads to nothing that is not kept when `records` are read.
  ///
  /// - Throws: `MarkupTextError` of kind `path` that marks the step to other records.
  func require(known records: RecordPath) throws(MarkupTextError) {
    guard let step = reach.stepToRecords(of: records) else { return }
    throw PathParser.error(
      "Other records of “\(records)” are not kept while the document is read. \(Self.kept)",
      in: text,
      at: step.offset
    )
  }

  /// Makes sure that the path does not ask for what is never kept.
  func requireKept() throws(MarkupTextError) {
    guard let fault = reach.fault else { return }
    throw PathParser.error("\(fault.message) \(Self.kept)", in: text, at: fault.offset)
  }

  private static let kept =
    "A field can be anything in the record, attributes around it (../@name), and children of elements around it that come before the record and are no records (../title)"
}

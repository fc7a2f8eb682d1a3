/// Which elements of a document are records, decided while the document streams by.
///
/// ```swift
/// var options = XMLRecordOptions(recordPath: try RecordPath("/d:kennel/d:dog"), namespaces: ["d": "urn:kennel"])
/// options.limits = MarkupLimits()
/// options.limits.depth = 32
/// let reader = try XMLRecordReader(bytes: Array(text.utf8), options: options, fields: [FieldPath(".")])
/// ```
///
/// The language is a part of XPath 1.0:
///
/// | Path | Records |
/// |---|---|
/// | `//breed` | every `breed`, at any depth |
/// | `/nomenclature/group/breed` | every `breed` on this way from the root |
/// | `/nomenclature//breed` | every `breed` below the root `nomenclature` |
/// | `breed` | the same as `//breed` |
/// | `//group/*` | every child of a `group` |
/// | `//breed[@number]`, `//breed[not(@number)]` | with, without the attribute |
/// | `//breed[@status='x' and @number>100]` | by attribute values: `=`, `!=`, `<`, `<=`, `>`, `>=`, `and`, `or`, parentheses |
/// | `//breed[contains(@name,'x')]`, `[starts-with(@name,'x')]` | by parts of attribute values |
/// | `//breed[2]`, `//breed[position()<=10]` | by position among the siblings that fit |
/// | `//kml:Placemark`, `//kml:*` | names with a prefix, see `XMLRecordOptions.namespaces` |
/// | `//breed \| //variety` | either |
///
/// What would have to look ahead, such as `last()` or a condition on child elements, is refused when the path is made.
public struct RecordPath: Sendable, Hashable {
  /// The path as it was given.
  public let text: String
  /// The steps of each alternative; axes are `child` and `descendant` only.
  var alternatives: [[PathStep]]

  /// Reads a path.
  ///
  /// - Throws: `MarkupTextError` of kind `path` that marks the place of the mistake.
  public init(_ text: String) throws(MarkupTextError) {
    self.text = text
    alternatives = []
    var parser = PathParser(text, kind: "record path")
    repeat { alternatives.append(try Self.steps(&parser)) } while parser.take("|")
    parser.skipSpace()
    guard parser.isAtEnd else { throw parser.fault("This is not understood") }
    guard alternatives.reduce(0, { $0 + $1.count }) <= 64 else { throw parser.fault("There are more than 64 steps") }
  }

  private static func steps(_ parser: inout PathParser) throws(MarkupTextError) -> [PathStep] {
    var steps: [PathStep] = []
    var axis = PathStep.Axis.descendant
    if parser.take("//") {
      axis = .descendant
    } else if parser.take("/") {
      axis = .child
    }
    while true {
      parser.skipSpace()
      let start = parser.index
      if parser.axis("descendant") || parser.axis("descendant-or-self") {
        axis = .descendant
      } else {
        _ = parser.axis("child")
      }
      switch parser.peek() {
      case UInt8(ascii: "@"): throw parser.fault("Records are elements, not attributes")
      case UInt8(ascii: "."): throw parser.fault("A record path goes down only")
      default: break
      }
      var step = PathStep(axis: axis, test: try parser.nameTest(isAttribute: false))
      if parser.take("(") { throw parser.fault("Records are elements; functions stand in conditions only", at: start) }
      if parser.peek() == UInt8(ascii: ":") { throw parser.fault("This axis looks back or ahead", at: start) }
      let conditions = parser.index
      step.predicates = try parser.predicates()
      guard !step.predicates.contains(where: \.looksAtParent) else {
        throw parser.fault("A record path goes down only; write the element around as a step before", at: conditions)
      }
      for predicate in step.predicates {
        let unknown = predicate.firstOperand {
          switch $0 {
          case .last, .child, .text: true
          default: false
          }
        }
        guard unknown == nil else {
          throw parser.fault(
            "The condition needs what comes after the record's start tag, which a stream has not read yet,",
            at: conditions
          )
        }
      }
      steps.append(step)
      if parser.take("//") {
        axis = .descendant
      } else if parser.take("/") {
        axis = .child
      } else {
        return steps
      }
    }
  }
}

extension RecordPath: CustomStringConvertible {
  public var description: String { text }
}

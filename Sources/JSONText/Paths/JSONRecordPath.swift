/// Which values of a JSON text are records, decided while the text streams by.
///
/// ```swift
/// var options = JSONRecordOptions(.lines, records: try JSONRecordPath("$"))
/// options.mode = JSONMode.tolerant  // comments, single quotes and trailing commas are findings, not faults
/// options.encoding = JSONEncoding.utf8
/// options.limits = JSONLimits()
/// options.limits.depth = 16
/// let reader = try JSONRecordReader(.file(path), options: options)
/// ```
///
/// The language is a part of JSONPath (RFC 9535):
///
/// | Path | Records |
/// |---|---|
/// | `$` | the whole text |
/// | `$[*]` | the elements of the array that the text is |
/// | `$.breeds[*]`, `$['breeds'][*]` | the elements of the array in the member `breeds` |
/// | `$.groups[*].breeds[*]` | those of every group |
/// | `$.breeds.*` | the members of an object, each a record; `~` is the name |
/// | `$.results[0].rows[*]` | by position, from 0 |
///
/// `*` and `[*]` mean the same: every element of an array or every member of an object. Steps to any depth, slices, filters and positions from the
/// end are refused when the path is made.
public struct JSONRecordPath: Sendable, Hashable {
  /// The path as it was given.
  public let text: String
  let steps: [JSONPathStep]

  /// Reads a path.
  ///
  /// - Throws: `JSONTextError` of kind `path` that names the place of the mistake.
  public init(_ text: String) throws(JSONTextError) {
    self.text = text
    var parser = JSONPathParser(text, kind: "record path")
    let isAbsolute = parser.take("$")
    steps = try parser.steps(beginsBare: !isAbsolute)
    guard parser.isAtEnd else { throw parser.fault("This is not understood") }
    guard steps.count <= 64 else { throw parser.fault("There are more than 64 steps") }
    for case .index(let index) in steps where index < 0 {
      throw parser.fault("Positions from the end need what a stream has not read yet; this is not understood")
    }
  }

  init(steps: [JSONPathStep]) {
    self.steps = steps
    text = "$" + steps.map(Self.spelled).joined()
  }

  private static func spelled(_ step: JSONPathStep) -> String {
    let text = step.description
    return text.hasPrefix(".[") ? String(text.dropFirst()) : text
  }

  /// The path of records that stand inside those of this one.
  ///
  /// - Parameter inner: Where, seen from the outer record: `varieties[*]`.
  /// - Throws: `JSONTextError` of kind `path`.
  public func nested(_ inner: String) throws(JSONTextError) -> (records: JSONRecordPath, wayOut: String) {
    var parser = JSONPathParser(inner, kind: "record path")
    if parser.take("@") || parser.take("$") {}
    let more = try parser.steps(beginsBare: true)
    guard parser.isAtEnd else { throw parser.fault("This is not understood") }
    guard !more.isEmpty else { throw parser.fault("A step into the record is missing") }
    return (JSONRecordPath(steps: steps + more), String(repeating: "^", count: more.count))
  }
}

extension JSONRecordPath: CustomStringConvertible {
  public var description: String { text }
}

/// Where the value of a field stands, seen from the record.
///
/// ```swift
/// let options = JSONRecordOptions(.document, records: try JSONRecordPath("$.breeds[*]"))
/// let fields = [try JSONFieldPath("code"), try JSONFieldPath("name.en")]
/// let reader = try JSONRecordReader(.file(path), options: options, fields: fields)
/// var record = JSONRecord()
/// while try reader.next(&record) { names.append("\(record.position): \(record.value(1) ?? "")") }
/// ```
///
/// | Path | Value |
/// |---|---|
/// | `name`, `name.en`, `['odd.name']` | the member of an object |
/// | `weights[0]`, `weights[-1]` | the element of an array, from 0 or from the end |
/// | `tags[*]`, `owners[*].name`, `names.*` | all elements or members: several values, which as one text are joined by `separator` |
/// | `@`, `@[0]` | the record itself, and what stands in it when it is an array |
/// | `~` | the name under which the record stands in its object, or its position in its array, from 0 |
/// | `^^.name` | up two steps of the record path and down again: the name of the group around `$.groups[*].breeds[*]` |
/// | `^^~` | that group's own name or position |
/// | `json(sizes)` | the text of an object or array as it stands |
///
/// `null` is no value. Numbers keep their digits, whatever their size.
public struct JSONFieldPath: Sendable, Hashable {
  /// The path as it was given.
  public let text: String
  /// What stands between several values.
  public var separator: String
  /// How many steps of the record path it goes up.
  let stepsUp: Int
  let steps: [JSONPathStep]
  /// Whether it asks for the name or position of what the steps lead to.
  let takesName: Bool
  /// Whether it asks for the text of objects and arrays.
  let takesText: Bool

  /// Reads a path.
  ///
  /// - Parameter separator: What stands between several values when they are wanted as one text.
  /// - Parameter text: The path, as a recipe writes it.
  /// - Throws: `JSONTextError` of kind `path` that names the place of the mistake.
  public init(_ text: String, separator: String = "; ") throws(JSONTextError) {
    self.text = text
    self.separator = separator
    takesText = text.hasPrefix("json(") && text.hasSuffix(")")
    var parser = JSONPathParser(takesText ? String(text.dropFirst(5).dropLast()) : text, kind: "field path")
    var up = 0
    while parser.take("^") { up += 1 }
    stepsUp = up
    let isBare = up == 0 && !parser.take("@")
    if parser.peek == "$" { throw parser.fault("A field path starts at the record, not at the document") }
    steps = try parser.steps(beginsBare: isBare)
    takesName = parser.take("~")
    guard parser.isAtEnd else { throw parser.fault("This is not understood") }
    guard up <= 64, steps.count <= 64 else { throw parser.fault("There are more than 64 steps") }
  }

  /// The path seen from a record that stands inside this one, as many steps below as `wayOut` goes up.
  ///
  /// - Throws: `JSONTextError` of kind `path` if this is none.
  public static func seenFromInside(_ path: String, wayOut: String) throws(JSONTextError) -> String {
    let parsed = try JSONFieldPath(path)
    let inner = parsed.takesText ? String(path.dropFirst(5).dropLast()) : path
    let bare = inner.hasPrefix("@") ? String(inner.dropFirst()) : inner
    let joins = bare.first.map { !".[~^".contains($0) } ?? false
    let outer = bare.hasPrefix("^") ? wayOut + bare : wayOut + (joins ? "." : "") + bare
    return parsed.takesText ? "json(\(outer))" : outer
  }
}

extension JSONFieldPath: CustomStringConvertible {
  public var description: String { text }
}

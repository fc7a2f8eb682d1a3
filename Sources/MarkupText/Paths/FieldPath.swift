/// Where the value of a field stands, seen from the record's element.
///
/// ```swift
/// let options = XMLRecordOptions(recordPath: try RecordPath("//breed"))
/// let fields = [try FieldPath("@number"), try FieldPath("name"), try FieldPath("../@name")]
/// let reader = try XMLRecordReader(path: inputs + "/fci-nomenclature.xml", options: options, fields: fields)
/// var record = MarkupRecord()
/// while try reader.next(&record) {
///   if record.value(0) == "161" { names.append("\(record.value(1) ?? "") in line \(record.position.line)") }
/// }
/// ```
///
/// The language is a part of XPath 1.0:
///
/// | Path | Value |
/// |---|---|
/// | `@number` | the record's attribute |
/// | `name` | the text of the child element and of everything in it |
/// | `name/text()` | the text that stands directly in the child element |
/// | `.`, `text()` | the text of the record's element, with or without that of the elements in it |
/// | `provisional/@since`, `size/height/@unit` | attributes further down |
/// | `//note`, `sizes//height` | elements at any depth below |
/// | `country[2]`, `country[last()]`, `name[@xml:lang='de']`, `name[@lang]`, `size[unit='cm']/value` | by position, attribute or child |
/// | `../@name`, `../../@number`, `ancestor::group/@name` | attributes of elements around the record |
/// | `ancestor::group[parent::section]/@name` | by the element around, and its attributes |
/// | `../name`, `ancestor::group/title` | children of those that stand before the record and are no records |
/// | `name \| alias` | both, in the order of the document |
///
/// Everything else of XPath 1.0 can be used too — functions, operators, all axes —, at the cost of a copy of each record for libxml2 to work on:
/// `concat(@code, '-', @number)`, `count(variety)`, `normalize-space(name)`, `name[contains(., 'x')]/following-sibling::note`,
/// `sum(size/value) div 2`, `(name | alias)[1]`, `translate(@status, 'ab', 'AB')`. Of the document there is what the record has in it, the elements
/// around it with their attributes, and those of their children that end before the record and are no records. Paths to other records, such as
/// `../dog[1]` and `count(preceding-sibling::dog)` where each `dog` is a record, are refused.
///
/// A path that leads to several places gives several values; as one text they are joined by `separator`.
public struct FieldPath: Sendable, Hashable {
  /// What is taken from the element that the steps lead to.
  enum Target: Sendable, Hashable {
    /// The text of the element and of everything in it.
    case content
    /// The text directly in the element.
    case text
    case attribute(NameTest)
  }

  struct Alternative: Sendable, Hashable {
    var steps: [PathStep]
    var target: Target
  }

  /// The path as it was given.
  public let text: String
  /// What stands between several values.
  public var separator: String
  var alternatives: [Alternative]
  /// What libxml2 evaluates, where the path is more than this type follows by itself.
  private(set) var expression: XPathExpression?
  /// Where the path leads beyond the record.
  let reach: PathReach

  /// Reads a path.
  ///
  /// - Parameters:
  ///   - separator: What stands between several values when they are wanted as one text.
  ///   - records: The path of the records that the field is one of, if it is known: what leads to other records is then refused here, not
  ///     by the reader.
  ///   - text: The path, as a recipe writes it: `@number`, `name/text()`.
  /// - Throws: `MarkupTextError` of kind `path` that marks the place of the mistake.
  public init(_ text: String, separator: String = "; ", records: RecordPath? = nil) throws(MarkupTextError) {
    self.text = text
    reach = PathReach(text)
    self.separator = separator
    alternatives = []
    do throws(MarkupTextError) {
      alternatives = try Self.alternatives(text)
    } catch {
      let isAbsolute = text.trimmingSpace.hasPrefix("/") && !text.trimmingSpace.hasPrefix("//")
      guard !isAbsolute, let expression = XPathExpression(text) else { throw error }
      self.expression = expression
    }
    try requireKept()
    if let records { try require(known: records) }
  }

  private static func alternatives(_ text: String) throws(MarkupTextError) -> [Alternative] {
    var alternatives: [Alternative] = []
    var parser = PathParser(text, kind: "field path")
    repeat { alternatives.append(try alternative(&parser)) } while parser.take("|")
    parser.skipSpace()
    guard parser.isAtEnd else { throw parser.fault("This is not understood") }
    return alternatives
  }

  private static func alternative(_ parser: inout PathParser) throws(MarkupTextError) -> Alternative {
    var steps: [PathStep] = []
    var isDescendant = false
    var hasGoneDown = false
    if parser.take("//") {
      isDescendant = true
    } else if parser.take("/") {
      throw parser.fault("A field path starts at the record, not at the document", at: 0)
    }
    while true {
      parser.skipSpace()
      if parser.take("@") || parser.axis("attribute") {
        let target = Target.attribute(try parser.nameTest(isAttribute: true))
        if isDescendant { steps.append(PathStep(axis: .descendant, test: NameTest())) }
        return Alternative(steps: steps, target: target)
      }
      let start = parser.index
      if parser.name() == "text", parser.take("("), parser.take(")") {
        if isDescendant { steps.append(PathStep(axis: .descendant, test: NameTest())) }
        return Alternative(steps: steps, target: .text)
      }
      parser.index = start
      var step: PathStep
      if parser.take("..") {
        step = PathStep(axis: .parent, test: NameTest())
      } else if parser.axis("parent") {
        step = PathStep(axis: .parent, test: try parser.nameTest(isAttribute: false))
      } else if parser.axis("ancestor") {
        step = PathStep(axis: .ancestor, test: try parser.nameTest(isAttribute: false))
      } else if parser.peek() == UInt8(ascii: "."), parser.take(".") {
        step = PathStep(axis: .itself, test: NameTest())
      } else {
        if parser.axis("descendant") { isDescendant = true } else { _ = parser.axis("child") }
        step = PathStep(axis: isDescendant ? .descendant : .child, test: try parser.nameTest(isAttribute: false))
        if parser.take("(") { throw parser.fault("This function is not known here", at: start) }
        hasGoneDown = true
      }
      if step.axis == .parent || step.axis == .ancestor, hasGoneDown {
        throw parser.fault("A field path cannot go up again after it went down", at: start)
      }
      step.predicates = try parser.predicates()
      if step.axis != .parent, step.axis != .ancestor, step.predicates.contains(where: \.looksAtParent) {
        throw parser.fault("Only elements around the record are told by what is around them", at: start)
      }
      if step.axis != .itself { steps.append(step) }
      if parser.take("//") {
        isDescendant = true
      } else if parser.take("/") {
        isDescendant = false
      } else {
        return Alternative(steps: steps, target: .content)
      }
    }
  }

  /// Whether the path leads to elements around the record.
  var goesUp: Bool {
    expression?.goesUp == true
      || alternatives.contains { $0.steps.first?.axis == .parent || $0.steps.first?.axis == .ancestor }
  }
}

extension FieldPath: CustomStringConvertible {
  public var description: String { text }
}

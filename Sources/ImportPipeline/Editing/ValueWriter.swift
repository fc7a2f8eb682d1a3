package import AttributeValues
internal import Findings
internal import FoundationEssentials
internal import ObjectModel

/// How a value would be written into a source.
package enum ValueWriting: Sendable, Equatable {
  /// The text of one field of a record, by its number in the plan and its name; nothing else is to change.
  case field(Int, name: String, text: String)
  /// There is no one text that surely reads as the value, for a reason; the fields may be written as they stand.
  case unclear(String)
}

extension ImportPlan {
  /// The text that makes a record give a property this value: the value's own text, led back through the steps of the recipe. Every text is converted once
  /// more to see that it reads as the value.
  ///
  /// - Parameters:
  ///   - value: For a relationship, the value by which its object is found.
  ///   - property: A property that the source fills.
  ///   - texts: The record's fields as they are, in the plan's order.
  ///   - numbers: Those of the fields that are numbers in the source's own format.
  package func writing(
    _ value: AttributeValue,
    to property: String,
    ofSource number: Int,
    texts: [String?],
    numbers: Set<Int> = []
  ) -> ValueWriting {
    let source = sources[number]
    guard let (input, converter) = source.input(of: property) else {
      return .unclear("the source does not fill \(property)")
    }
    let plan = source.attributes.first { $0.attribute.name == property }
    func write(into field: Int) -> ValueWriting {
      let writer = ValueWriter(
        converter: numbers.contains(field) ? converter.ofNumbers ?? converter : converter,
        default: plan?.defaultValue ?? .null,
        isList: source.takesList(for: property)
      )
      return switch writer.text(for: value, inPlaceOf: texts[field] ?? "") {
      case .success(let text): .field(field, name: source.fieldNames[field], text: text)
      case .failure(let obstacle): .unclear(obstacle.reason)
      }
    }
    switch input {
    case .constant: return .unclear("the recipe gives every record of this source the same text")
    case .joined(let group, _):
      let names = group.fields.map { "“\(source.fieldNames[$0])”" }.joined(separator: ", ")
      return .unclear("it is joined from the fields \(names); change one of these")
    case .firstNonEmpty(let group):
      let filled = group.fields.filter { group.isFilled(texts[$0]) }
      let field = filled.first ?? group.fields[0]
      if value.isNull, filled.count > 1 {
        return .unclear("if “\(source.fieldNames[field])” is empty, the next field is taken")
      }
      return write(into: field)
    case .field(let field): return write(into: field)
    }
  }

  /// The value that somebody means who types a text for an attribute, or for the attribute by which a related object is found; nothing of the recipe is
  /// applied. `nil` if the text is none; `.null` for an empty one.
  package func typedValue(_ text: String, as type: AttributeType) -> AttributeValue? {
    if text.isEmpty { return .null }
    let mapping = FieldMapping(position: SourcePosition(file: "", line: 1), origin: .nothing)
    let steps = TextSteps(mapping: mapping, sourceNulls: [], lookup: nil, isNumber: false, takenParts: nil)
    let converter = ValueConverter(type: type, mapping: mapping, steps: steps, conversion: nil, datePatterns: [])
    // A text that is none is told by `nil`.
    return try? converter.plainValue(text)
  }
}

/// Finds the text that a converter reads as a value.
struct ValueWriter {
  let converter: ValueConverter
  /// What an empty field gives.
  let `default`: AttributeValue
  /// Whether the field names several objects.
  let isList: Bool

  /// - Parameter old: The field's text as it is, whose form is kept where that can be.
  func text(for value: AttributeValue, inPlaceOf old: String) -> Result<String, FixObstacle> {
    if reads(old, as: value) { return .success(old) }
    if isList { return unclear("the field names several objects") }
    if converter.takesPresence { return presence(value, old) }
    if value.isNull {
      if reads("", as: .null) { return .success("") }
      return unclear("an empty field gives the recipe's default \(self.default.text)")
    }
    let candidates: [String]
    switch withoutLookup(forms(of: value, old), old) {
    case .success(let texts): candidates = texts
    case .failure(let obstacle): return .failure(obstacle)
    }
    if let text = candidates.lazy.flatMap({ self.inList($0, old) }).first(where: { reads($0, as: value) }) {
      return .success(text)
    }
    return unclear(reason(value, candidates.first ?? ""))
  }

  private func unclear(_ reason: String) -> Result<String, FixObstacle> { .failure(FixObstacle(reason: reason)) }

  /// Whether a field's text gives the value.
  private func reads(_ text: String, as value: AttributeValue) -> Bool {
    text.withContiguousBytes { bytes in
      // A text that cannot be converted gives none.
      guard let read = try? converter.value(bytes) else { return false }
      return (read.isNull ? self.default : read) == value
    }
  }

  private func presence(_ value: AttributeValue, _ old: String) -> Result<String, FixObstacle> {
    if value != .boolean(true), reads("", as: value) { return .success("") }
    return unclear("it says only whether the field has a text, and nobody knows which")
  }

  /// Why no text reads as the value.
  private func reason(_ value: AttributeValue, _ text: String) -> String {
    let read = text.withContiguousBytes { bytes in try? converter.value(bytes) }
    guard let read else { return "the recipe does not read “\(text)” as a value" }
    if read.isNull { return "“\(text)” stands for no value in this source" }
    let words = converter.words(isList: isList)
    return "“\(text)” would be read as \(read.text) (\(words.isEmpty ? "trimmed" : words.joined(separator: ", ")))"
  }

  // MARK: Steps backwards

  /// Texts that a text of the field's list may stand in.
  private func inList(_ text: String, _ old: String) -> [String] {
    guard let list = converter.steps.list else { return [text] }
    if list.takesOnePart { return [list.replacingPart(of: old, with: text)].compactMap(\.self) }
    let parts = list.parts(of: old, trims: true)
    // A part that has in it what parts are joined with cannot be told from two.
    let joint = converter.steps.joinSeparator
    if parts.contains(where: { $0.contains(joint) }) { return [] }
    let separator = list.separator(in: old)
    return [text.replacing(joint, with: separator), text]
  }

  /// The texts that the lookup table translates to these.
  private func withoutLookup(_ texts: [String], _ old: String) -> Result<[String], FixObstacle> {
    guard let lookup = converter.steps.lookup else { return .success(texts) }
    let found = lookup.entries.filter { texts.contains($0.target) }.map(\.text)
    // The table does not have the text itself, but may let it pass.
    if found.isEmpty { return .success(texts) }
    if texts.contains(where: { reads($0, as: .string($0)) && lookup.targets(of: $0) == nil }) { return .success(texts) }
    if found.count == 1 { return .success(found) }
    let names = found.prefix(4).map { "“\($0)”" }.joined(separator: ", ")
    return .failure(
      FixObstacle(
        reason:
          "the lookup table \(lookup.name) has several texts for it: \(names)\(found.count > 4 ? " and more" : "")"
      )
    )
  }

  // MARK: Values

  /// The texts that spell a value, the likeliest first.
  private func forms(of value: AttributeValue, _ old: String) -> [String] {
    switch value {
    case .integer, .double, .float, .decimal: numbers(value, old)
    case .boolean(let value): booleans(value, old)
    case .date(let seconds):
      converter.datePatterns.sorted { first, second in
        first.seconds(old) != nil && second.seconds(old) == nil
      }
      .compactMap { $0.text(seconds) }
    case .binary(let data): [data.base64EncodedString()]
    default: [value.text]
    }
  }

  /// A number in the unit and with the marks of the source, with as few decimals as will do; a unit that the field names stays.
  private func numbers(_ value: AttributeValue, _ old: String) -> [String] {
    guard let plain = value.plainNumber, var number = ExactNumber(plain) else { return [value.text] }
    let form = converter.numbers
    let (unit, ending) = form.unit(of: old)
    if let conversion = form.conversion { number = conversion.target.convert(number, to: unit ?? conversion.source) }
    var texts: [String] = []
    for decimals in 0...15 {
      guard let digits = number.rounded(decimals: decimals).decimal?.description else { continue }
      let text = digits.replacing(".", with: String(form.decimalMark)) + ending
      if texts.last != text { texts.append(text) }
    }
    return texts + [plain]
  }

  /// Words for true and false: the counterpart of the one that is there, else the recipe's, else the usual ones.
  private func booleans(_ value: Bool, _ old: String) -> [String] {
    let pairs = [("yes", "no"), ("true", "false"), ("1", "0"), ("y", "n"), ("t", "f"), ("on", "off")]
    let known = pairs.first { [$0.0, $0.1].contains(old.lowercased()) }
    var words: [String] = []
    if let known { words.append(value ? known.0 : known.1) }
    words += (value ? converter.trueTexts : converter.falseTexts).sorted()
    words += [value ? "true" : "false"]
    if !old.isEmpty, old == old.uppercased(), old != old.lowercased(), old.count > 1 {
      return words.map { $0.uppercased() }
    }
    if let first = old.first, first.isUppercase { return words.map { $0.prefix(1).uppercased() + $0.dropFirst() } }
    return words
  }
}

extension AttributeValue {
  /// The number's digits; `nil` if the value is none.
  fileprivate var plainNumber: String? {
    switch self {
    case .integer(let value): String(value)
    case .double(let value): String(value)
    case .float(let value): String(value)
    case .decimal(let value): value.description
    default: nil
    }
  }
}

extension ImportPlan {
  /// Whether a record of a source that changes objects is wrong when there is none for it.
  package func needsMatch(_ source: Int) -> Bool {
    let recipe = sources[source].recipe
    return recipe.mode == .update && recipe.unmatched != .skip && recipe.unmatched != .keep
  }

  /// A field's text without the parts that name some objects; `nil` if that cannot be told.
  ///
  /// - Parameters:
  ///   - values: The values by which the objects are found.
  ///   - property: A relationship that the field alone fills.
  package func text(_ text: String, without values: [AttributeValue], of property: String, inSource number: Int)
    -> String?
  {
    guard let relationship = sources[number].relationships.first(where: { $0.relationship.name == property }) else {
      return nil
    }
    let converter = relationship.converter
    func names(_ part: String) -> [AttributeValue] {
      // A part that cannot be read names nothing.
      let texts = part.withContiguousBytes { bytes in (try? converter.steps.texts(bytes)) ?? [] }
      return texts.compactMap { try? converter.plainValue($0) }
    }
    func isGone(_ value: AttributeValue) -> Bool {
      values.contains { relationship.folding.folded($0) == relationship.folding.folded(value) }
    }
    guard let list = converter.steps.list else { return names(text).allSatisfy(isGone) ? "" : nil }
    if list.takesOnePart { return list.replacingPart(of: text, with: "") }
    let separator = list.separator(in: text)
    let parts = list.parts(of: text, trims: false)
    let kept = parts.filter { part in
      let found = names(part)
      return found.isEmpty || !found.allSatisfy(isGone)
    }
    if kept.count == parts.count { return nil }
    // Only one kind of separator stands in the list, so that it can be put together again.
    guard parts.joined(separator: separator) == text else { return nil }
    return kept.joined(separator: separator).trimmed
  }
}

internal import AttributeValues
internal import Findings
internal import ObjectModel

/// Which fields make the attributes' values, and how.
extension SourcePlanner {
  func number(of field: Located<String>) -> Int? {
    if let number = fieldNumbers[field.value] { return number }
    if takesNamesFromHeader {
      reportMissingColumn(field.value, askedAt: field.position)
    } else {
      problems.addUnknown("field of \(recipe.file.value)", field, known: fieldNames)
    }
    return nil
  }

  func input(_ mapping: FieldMapping) -> InputPlan? {
    switch mapping.origin {
    case .field(let field):
      return number(of: field).map(InputPlan.field)
    case .joined(let fields):
      return group(fields, mapping).map { .joined($0, separator: mapping.joinSeparator ?? " ") }
    case .firstNonEmpty(let fields):
      return group(fields, mapping).map(InputPlan.firstNonEmpty)
    case .constant(let text):
      return .constant(text)
    case .nothing:
      return nil
    }
  }

  private func group(_ fields: [Located<String>], _ mapping: FieldMapping) -> FieldGroup? {
    let numbers = fields.compactMap(number(of:))
    return numbers.count == fields.count ? FieldGroup(numbers, nulls: recipe.nulls + mapping.nulls) : nil
  }

  func explicitAttributes(of entity: EntityDescription) -> [AttributePlan] {
    let layout = entity.layout
    return recipe.attributes.compactMap { name, mapping in
      guard case .attribute(let slot)? = layout.slot(named: name.value) else {
        let isRelationship = layout.slot(named: name.value) != nil
        if isRelationship {
          problems.add(.relationship(name.value), at: name.position)
        } else {
          problems.addUnknown("attribute of \(recipe.entity.value)", name, known: layout.attributes.map(\.name))
        }
        return nil
      }
      guard let input = input(mapping), isGiven(layout.attributes[slot], at: name.position) else { return nil }
      return AttributePlan(self, slot, of: entity, input, mapping)
    }
  }

  /// Whether records give the values of an attribute; for a derived one, they do not, which is a mistake of the recipe.
  func isGiven(_ attribute: AttributeDescription, at position: SourcePosition) -> Bool {
    guard let derived = attribute as? DerivedAttributeDescription else { return true }
    problems.add(.derived(attribute.name, expression: derived.derivationExpressionText), at: position)
    return false
  }

  /// What a field without value gives; a default that a record's value could not be is a mistake of the recipe.
  func defaultValue(
    of attribute: AttributeDescription,
    _ converter: ValueConverter,
    _ mapping: FieldMapping,
    _ checks: [any ValueCheck] = []
  ) -> AttributeValue {
    guard let text = mapping.defaultText else { return .null }
    func refuse(_ problem: (any FindingKind)?) -> AttributeValue {
      let finding = RecipeFinding.defaultValue(text, of: attribute.name, problem: problem?.message)
      problems.add(finding, at: mapping.position)
      return .null
    }
    // Why a text is no value of the type is said by the type.
    guard let value = try? converter.plainValue(text) else { return refuse(nil) }
    if let failure = attribute.validate(value).first { return refuse(failure) }
    var found: [CheckProblem] = []
    text.withContiguousBytes { bytes in
      for check in checks { check.inspect(value, bytes, into: &found) }
    }
    let error = found.first { problem in
      let rule = problem.kind.rule
      return (recipe.severities[rule] ?? problem.severity ?? rule.defaultSeverity) == .error
    }
    return error.map { refuse($0.kind) } ?? value
  }

  func attributesByName(of entity: EntityDescription) -> [AttributePlan] {
    let layout = entity.layout
    let mentioned = Set(recipe.attributes.map(\.name.value))
    let byName = Dictionary(
      fieldNames.enumerated().map { (Self.normalised($1), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    return layout.attributes.indices.compactMap { slot in
      let attribute = layout.attributes[slot]
      // A field with the very name is meant before one that is like it.
      guard !mentioned.contains(attribute.name), attribute.isFilledByRecords,
        let field = fieldNames.firstIndex(of: attribute.name) ?? fieldNames.firstIndex(of: "@" + attribute.name)
          ?? byName[Self.normalised(attribute.name)]
      else { return nil }
      let mapping = FieldMapping(
        position: recipe.file.position,
        origin: .field(Located(fieldNames[field], at: recipe.file.position))
      )
      return AttributePlan(self, slot, of: entity, .field(field), mapping)
    }
  }

  /// A name without case, spaces, underscores and hyphens, and without the mark of an attribute in XML.
  static func normalised(_ name: String) -> String {
    String(name.drop { $0 == "@" }.lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" })
  }

  func converter(for attribute: AttributeDescription, mapping: FieldMapping) -> ValueConverter {
    let (type, name) = (attribute.attributeType, attribute.name)
    let conversion = mapping.unit.flatMap(problems.conversion)
    if let unit = mapping.unit, !type.isNumeric {
      problems.add(.type(.unit, of: name, type: type.modelName), at: unit.position)
    }
    let patterns = mapping.datePatterns.compactMap { pattern -> DatePattern? in
      let mistake = DatePattern.mistake(in: pattern.value)
      if mistake == nil, let compiled = DatePattern(pattern.value) { return compiled }
      problems.add(
        mistake.map { .dateMistake($0.reason) } ?? .datePattern(pattern.value),
        at: pattern.position,
        value: pattern.value,
        suggestion: mistake?.suggestion
      )
      return nil
    }
    let steps = steps(mapping, isNumber: type.isNumeric)
    let files = fileConversion(for: attribute, mapping)
    func converter(_ mapping: FieldMapping, ofNumbers: ValueConverter?) -> ValueConverter {
      ValueConverter(
        type: type,
        mapping: mapping,
        steps: steps,
        conversion: conversion,
        datePatterns: patterns,
        files: files,
        ofNumbers: ofNumbers
      )
    }
    guard type.isNumeric, recipe.format.hasNumbers, mapping.hasMarks else { return converter(mapping, ofNumbers: nil) }
    var unmarked = mapping
    (unmarked.thousandsSeparator, unmarked.decimalSeparator) = (nil, ".")
    return converter(mapping, ofNumbers: converter(unmarked, ofNumbers: nil))
  }

  private func steps(_ mapping: FieldMapping, isNumber: Bool) -> TextSteps {
    var table: LookupTable?
    if let name = mapping.lookup {
      table = lookups[name.value]
      if table == nil { problems.addUnknown("lookup table", name, known: lookups.keys) }
    }
    return TextSteps(
      mapping: mapping,
      sourceNulls: recipe.nulls,
      lookup: table,
      isNumber: isNumber,
      takenParts: takenParts(mapping)
    )
  }
}

extension RecipeProblems {
  /// The unit conversion that a text names; `nil` if it names none, which is reported.
  func conversion(_ unit: Located<String>) -> UnitConversion? {
    do throws(UnitConversion.Problem) {
      return try UnitConversion(unit.value)
    } catch {
      switch error {
      case .shape: add(.contradiction(.conversion), at: unit.position)
      case .unknownUnit(let name):
        addUnknown("unit", Located(name, at: unit.position), known: MeasurementUnit.names)
      case .differentDimensions:
        add(.units(unit.value), at: unit.position)
      }
      return nil
    }
  }
}

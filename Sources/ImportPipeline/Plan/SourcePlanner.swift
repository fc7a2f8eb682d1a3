internal import AttributeValues
internal import Findings
internal import FoundationEssentials
internal import ObjectModel
internal import PredicateLanguage

/// Makes the plan of one source.
final class SourcePlanner {
  private let number: Int
  private var recipe: SourceRecipe
  private let model: ManagedObjectModel
  private let folder: String
  /// The file to read in the source's place.
  private let standIn: String?
  private let lookups: [String: LookupTable]
  private let checks: CheckPlan
  private let problems: RecipeProblems
  private var entity: EntityDescription?
  private var fieldNumbers: [String: Int] = [:]
  private var fieldNames: [String] = []

  init(
    number: Int,
    recipe: SourceRecipe,
    model: ManagedObjectModel,
    folder: String,
    standIn: String?,
    lookups: [String: LookupTable],
    checks: CheckPlan,
    problems: RecipeProblems
  ) {
    self.number = number
    self.recipe = recipe.relatedToParent(in: model, problems: problems)
    self.model = model
    self.folder = folder
    self.standIn = standIn
    self.lookups = lookups
    self.checks = checks
    self.problems = problems
  }

  /// The plan, or `nil` if something is so wrong that it cannot be made; what is wrong is among the problems.
  func plan() throws -> SourcePlan? {
    guard let entity = model.entitiesByName[recipe.entity.value] else {
      problems.addUnknown("entity", recipe.entity.value, known: model.entities.map(\.name), at: recipe.entity.position)
      return nil
    }
    if entity.isAbstract {
      problems.add(.recipeValue, "\(entity.name) is abstract; name one of its sub-entities", at: recipe.entity.position)
      return nil
    }
    guard
      standIn != nil || recipe.file.value == "-" || ImportPlanner.path(recipe.file.value, in: folder) != nil
    else {
      problems.add(.recipeValue, "A source has to stand in the recipe's folder or below", at: recipe.file.position)
      return nil
    }
    let files =
      standIn.map { [SourceFile(name: recipe.file.value, path: $0)] }
      ?? SourceFiles.find(recipe.file.value, in: folder)
    guard !files.isEmpty else {
      reportMissingFile()
      return nil
    }
    guard describe(files), try openFields(files) else { return nil }
    let layout = entity.layout
    self.entity = entity
    var attributes = explicitAttributes(layout: layout)
    if recipe.mapsByName, !recipe.locatesFields { attributes += attributesByName(layout: layout, taken: attributes) }
    let relationships = explicitRelationships(layout: layout)
    let keyAttributes = keyAttributes(attributes, entity: entity)
    var defaults = layout.attributes.map(\.defaultValue)
    for plan in attributes where !plan.defaultValue.isNull { defaults[plan.slot] = plan.defaultValue }
    let required = layout.attributes.indices.filter { slot in
      let attribute = layout.attributes[slot]
      return !attribute.isOptional && !attribute.isTransient && !(attribute is DerivedAttributeDescription)
    }
    if recipe.mode != .update {
      reportUnfilled(required, defaults, attributes, relationships, layout, entity)
    }
    let uniqueSlots = entity.inheritedUniquenessConstraints.map { names in
      names.compactMap { name -> Int? in
        if case .attribute(let slot)? = layout.slot(named: name) { slot } else { nil }
      }
    }
    return SourcePlan(
      number: number,
      recipe: recipe,
      files: files,
      isStandIn: standIn != nil,
      entity: entity,
      fieldNames: fieldNames,
      attributes: attributes,
      relationships: relationships,
      keyAttributes: keyAttributes,
      defaults: defaults,
      requiredSlots: required,
      uniqueSlots: uniqueSlots
    )
  }

  // MARK: Fields

  private func reportMissingFile() {
    let isPattern = SourceFiles.hasPattern(recipe.file.value)
    let neighbours = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    problems.add(
      .sourceMissing,
      isPattern ? "No file fits “\(recipe.file.value)”" : "There is no file “\(recipe.file.value)”",
      at: recipe.file.position,
      value: recipe.file.value,
      suggestion: isPattern ? nil : EditDistance.suggestion(for: recipe.file.value, among: neighbours)
    )
  }

  /// Finds the file that describes a delimited source, if there is one.
  private func describe(_ files: [SourceFile]) -> Bool {
    guard recipe.format == .csv else { return true }
    if let file = recipe.delimited.dialectFile {
      guard let described = ImportPlanner.path(file.value, in: folder) else {
        problems.add(.recipeValue, "A description has to stand in the recipe's folder or below", at: file.position)
        return false
      }
      do {
        recipe.delimited.description = try DialectDescription.read(described, for: recipe.file.value)
      } catch {
        problems.add(.recipeValue, "The description cannot be used: \(error)", at: file.position)
        return false
      }
    } else {
      recipe.delimited.description = DialectDescription.beside(describedPath(files))
    }
    recipe.nulls += recipe.delimited.description?.nulls ?? []
    return true
  }

  /// The path that a description stands beside: that of the source's own file, also when another is read in its place.
  private func describedPath(_ files: [SourceFile]) -> String {
    standIn.flatMap { _ in ImportPlanner.path(recipe.file.value, in: folder) } ?? files[0].path
  }

  /// Learns the source's field names; where fields have none they are the paths that the recipe mentions.
  private func openFields(_ files: [SourceFile]) throws -> Bool {
    if recipe.locatesFields {
      for mapping in recipe.attributes.map(\.mapping) + recipe.relationships.map(\.mapping.field) {
        for field in mapping.origin.fields { addField(field.value) }
      }
    }
    do {
      let source = try SourceOpener(recipe: recipe, files: files, fields: fieldNames).open()
      for name in source.fieldNames { addField(name) }
    } catch let error as SourceOpeningProblem {
      problems.add(error.rule, error.message, at: error.position ?? recipe.file.position, suggestion: error.suggestion)
      return false
    }
    return true
  }

  private func addField(_ name: String) {
    if fieldNumbers[name] == nil {
      fieldNumbers[name] = fieldNames.count
      fieldNames.append(name)
    }
  }

  private func number(of field: Located<String>) -> Int? {
    if let number = fieldNumbers[field.value] { return number }
    problems.addUnknown("field of \(recipe.file.value)", field.value, known: fieldNames, at: field.position)
    return nil
  }

  private func input(_ mapping: FieldMapping) -> InputPlan? {
    switch mapping.origin {
    case .field(let field):
      return number(of: field).map(InputPlan.field)
    case .joined(let fields):
      let numbers = fields.compactMap(number(of:))
      return numbers.count == fields.count ? .joined(numbers, separator: mapping.joinSeparator ?? " ") : nil
    case .firstNonEmpty(let fields):
      let numbers = fields.compactMap(number(of:))
      return numbers.count == fields.count ? .firstNonEmpty(numbers) : nil
    case .constant(let text):
      return .constant(text)
    case .nothing:
      return nil
    }
  }

  // MARK: Attributes

  private func explicitAttributes(layout: EntityLayout) -> [AttributePlan] {
    recipe.attributes.compactMap { name, mapping in
      guard case .attribute(let slot)? = layout.slot(named: name.value) else {
        let isRelationship = layout.slot(named: name.value) != nil
        if isRelationship {
          problems.add(
            .recipeValue,
            "“\(name.value)” is a relationship; move it to “relationships”",
            at: name.position
          )
        } else {
          problems.addUnknown(
            "attribute of \(recipe.entity.value)",
            name.value,
            known: layout.attributes.map(\.name),
            at: name.position
          )
        }
        return nil
      }
      guard let input = input(mapping) else { return nil }
      return attributePlan(layout.attributes[slot], slot: slot, input: input, mapping: mapping)
    }
  }

  private func attributePlan(
    _ attribute: AttributeDescription,
    slot: Int,
    input: InputPlan,
    mapping: FieldMapping
  ) -> AttributePlan {
    let converter = converter(for: attribute, mapping: mapping)
    var defaultValue = AttributeValue.null
    if let text = mapping.defaultText {
      do throws(ConversionFailure) {
        defaultValue = try converter.plainValue(text)
      } catch {
        problems.add(.recipeValue, "The default “\(text)” does not fit \(attribute.name)", at: mapping.position)
      }
    }
    return AttributePlan(
      attribute: attribute,
      slot: slot,
      input: input,
      converter: converter,
      defaultValue: defaultValue,
      fieldName: input.mainField.map { fieldNames[$0] },
      checks: entity.map { checks.valueChecks(of: attribute, in: $0, recipe, mapping) } ?? [],
      suspectedUnit: entity.flatMap { checks.suspectedUnit(of: attribute, in: $0) }
    )
  }

  private func attributesByName(layout: EntityLayout, taken: [AttributePlan]) -> [AttributePlan] {
    let mentioned = Set(recipe.attributes.map(\.name.value))
    let byName = Dictionary(
      fieldNames.enumerated().map { (Self.normalised($1), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    return layout.attributes.indices.compactMap { slot in
      let attribute = layout.attributes[slot]
      guard !mentioned.contains(attribute.name), !attribute.isTransient, !(attribute is DerivedAttributeDescription),
        let field = byName[Self.normalised(attribute.name)]
      else { return nil }
      let mapping = FieldMapping(
        position: recipe.file.position,
        origin: .field(Located(fieldNames[field], at: recipe.file.position))
      )
      return attributePlan(attribute, slot: slot, input: .field(field), mapping: mapping)
    }
  }

  /// A name without case, spaces, underscores and hyphens.
  static func normalised(_ name: String) -> String {
    String(name.lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" })
  }

  private func converter(for attribute: AttributeDescription, mapping: FieldMapping) -> ValueConverter {
    var conversion: UnitConversion?
    if let unit = mapping.unit {
      do throws(UnitConversion.Problem) {
        conversion = try UnitConversion(unit.value)
      } catch {
        problems.add(unusable: error, in: unit)
      }
      if ![.integer16, .integer32, .integer64, .double, .float, .decimal].contains(attribute.attributeType) {
        problems.add(
          .recipeValue,
          "Units are converted in numbers only; \(attribute.name) is a \(attribute.attributeType.modelName)",
          at: unit.position
        )
      }
    }
    let patterns = mapping.datePatterns.compactMap { pattern -> DatePattern? in
      if let compiled = DatePattern(pattern.value) { return compiled }
      problems.add(
        .recipeValue,
        "“\(pattern.value)” is not a date pattern; write it like “dd.MM.yyyy”",
        at: pattern.position
      )
      return nil
    }
    return ValueConverter(
      type: attribute.attributeType,
      mapping: mapping,
      steps: steps(mapping),
      conversion: conversion,
      datePatterns: patterns
    )
  }

  private func steps(_ mapping: FieldMapping) -> TextSteps {
    var table: LookupTable?
    if let name = mapping.lookup {
      table = lookups[name.value]
      if table == nil { problems.addUnknown("lookup table", name.value, known: lookups.keys, at: name.position) }
    }
    return TextSteps(mapping: mapping, sourceNulls: recipe.nulls, lookup: table)
  }

  // MARK: Relationships and keys

  private func explicitRelationships(layout: EntityLayout) -> [RelationshipPlan] {
    recipe.relationships.compactMap { name, mapping in
      let relationship: RelationshipDescription
      let slot: Int
      switch layout.slot(named: name.value) {
      case .toOne(let number): (relationship, slot) = (layout.toOneRelationships[number], number)
      case .toMany(let number): (relationship, slot) = (layout.toManyRelationships[number], number)
      default:
        let known = (layout.toOneRelationships + layout.toManyRelationships).map(\.name)
        problems.addUnknown("relationship of \(recipe.entity.value)", name.value, known: known, at: name.position)
        return nil
      }
      guard let input = input(mapping.field), let destination = relationship.destinationEntity,
        let matches = matchedAttribute(mapping, relationship: relationship, destination: destination, at: name.position)
      else { return nil }
      return RelationshipPlan(
        relationship: relationship,
        slot: slot,
        input: input,
        steps: steps(mapping.field),
        matches: matches.attribute,
        matchSlot: matches.slot,
        converter: converter(for: matches.attribute, mapping: mapping.field),
        destination: destination,
        missing: mapping.missing,
        fieldName: input.mainField.map { fieldNames[$0] }
      )
    }
  }

  private func matchedAttribute(
    _ mapping: RelationshipMapping,
    relationship: RelationshipDescription,
    destination: EntityDescription,
    at position: SourcePosition
  ) -> (attribute: AttributeDescription, slot: Int)? {
    let layout = destination.layout
    let name: Located<String>
    if let matches = mapping.matches {
      name = matches
    } else if let unique = destination.inheritedUniquenessConstraints.first(where: { $0.count == 1 })?.first {
      name = Located(unique, at: position)
    } else {
      problems.add(
        .recipeValue,
        "Say which attribute of \(destination.name) “\(relationship.name)” is looked up by, with “matches”",
        at: position
      )
      return nil
    }
    guard case .attribute(let slot)? = layout.slot(named: name.value) else {
      problems.addUnknown(
        "attribute of \(destination.name)",
        name.value,
        known: layout.attributes.map(\.name),
        at: name.position
      )
      return nil
    }
    return (layout.attributes[slot], slot)
  }

  private func keyAttributes(_ attributes: [AttributePlan], entity: EntityDescription) -> [Int] {
    recipe.key.compactMap { key in
      if let index = attributes.firstIndex(where: { $0.attribute.name == key.value }) { return index }
      if entity.attributesByName[key.value] == nil {
        problems.addUnknown(
          "attribute of \(entity.name)",
          key.value,
          known: entity.attributesByName.keys,
          at: key.position
        )
      } else {
        problems.add(
          .recipeValue,
          "The key “\(key.value)” is filled by no field of \(recipe.file.value)",
          at: key.position
        )
      }
      return nil
    }
  }

  /// Reports required properties that no record could ever fill.
  private func reportUnfilled(
    _ required: [Int],
    _ defaults: [AttributeValue],
    _ attributes: [AttributePlan],
    _ relationships: [RelationshipPlan],
    _ layout: EntityLayout,
    _ entity: EntityDescription
  ) {
    guard problems.findings.isEmpty else { return }
    let filled = Set(attributes.map(\.slot))
    for slot in required where defaults[slot].isNull && !filled.contains(slot) {
      problems.add(
        .recipeValue,
        "\(entity.name).\(layout.attributes[slot].name) is required, but no field of \(recipe.file.value) fills it; there are \(fieldNames.joined(separator: ", "))",
        at: recipe.entity.position
      )
    }
    let related = Set(relationships.map(\.relationship.name))
    for relationship in layout.toOneRelationships where !relationship.isOptional && !related.contains(relationship.name)
    {
      problems.add(
        .recipeValue,
        "\(entity.name).\(relationship.name) is required, but no field of \(recipe.file.value) fills it; add it to “relationships”",
        at: recipe.entity.position
      )
    }
  }
}

extension RecipeProblems {
  /// Says why a unit conversion cannot be used.
  func add(unusable problem: UnitConversion.Problem, in unit: Located<String>) {
    switch problem {
    case .shape:
      add(.recipeValue, "A unit conversion is written like “lb to kg”", at: unit.position)
    case .unknownUnit(let name):
      addUnknown("unit", name, known: MeasurementUnit.names, at: unit.position)
    case .differentDimensions:
      add(.recipeValue, "“\(unit.value)” converts between things that are not alike", at: unit.position)
    }
  }
}

extension EntityDescription {
  /// The entity's own uniqueness constraints and its parents'.
  var inheritedUniquenessConstraints: [[String]] {
    (superentity?.inheritedUniquenessConstraints ?? []) + uniquenessConstraints
  }
}

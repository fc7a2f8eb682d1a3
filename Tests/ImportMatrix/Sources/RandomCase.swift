internal import AttributeValues
internal import TestSupport

/// Draws a whole case: a model, sources with faults, rules and severities.
package struct RandomCase {
  var generator: SeededGenerator
  let model: MatrixModel
  /// The entities that sources can make objects of.
  private let concrete: [MatrixEntity]
  private var sources: [MatrixSource] = []

  /// The case of a seed.
  package static func draw(_ seed: UInt64) -> MatrixCase {
    var generator = SeededGenerator(seed)
    let model = RandomModel.draw(&generator)
    var random = RandomCase(generator: generator, model: model)
    return random.draw(seed)
  }

  private init(generator: SeededGenerator, model: MatrixModel) {
    self.generator = generator
    self.model = model
    // Nothing can fill a composite attribute, so no source can make an object that has to have one.
    concrete = model.entities.filter { entity in
      !entity.isAbstract && !model.requiredAttributes(of: entity.name).contains { $0.type == .composite }
    }
  }

  private mutating func draw(_ seed: UInt64) -> MatrixCase {
    let first = concrete.prefix(1 + generator.number(below: concrete.count))
    for entity in first { add(source(of: entity.name, isLater: false)) }
    for _ in 0..<generator.number(below: 3) { add(source(of: generator.pick(concrete).name, isLater: true)) }
    var result = MatrixCase(model: model, sources: sources)
    result.seed = seed
    for number in 0..<generator.number(below: 4) {
      if let rule = rule(number + 1) { result.rules.append(rule) }
    }
    if generator.once(in: 3) { result.severities[generator.pick(Self.codes)] = "warning" }
    if generator.once(in: 6) { result.severities[generator.pick(Self.codes)] = "warning" }
    result.batchSize = generator.pick([1, 2, 3, 5, 7, 20, 50])
    return result
  }

  /// The rules whose severity may be lowered.
  static let codes = [
    "value.type", "value.range", "value.length", "value.pattern", "value.required", "record.duplicate",
    "record.unmatched", "reference.unknown", "reference.ambiguous", "reference.taken",
  ]

  // MARK: Sources

  /// Adds a source and, in formats that have them, records inside its records.
  private mutating func add(_ source: MatrixSource, depth: Int = 0) {
    let place = sources.count
    sources.append(source)
    guard source.format.nests, source.key.count == 1, depth < 2, generator.once(in: depth == 0 ? 2 : 4) else { return }
    for _ in 0..<(1 + generator.number(below: 2)) {
      guard let inner = self.source(inside: source) else { continue }
      for index in sources[place].records.indices { sources[place].records[index].isBroken = false }
      add(inner, depth: depth + 1)
    }
  }

  /// A source of records inside those of another; `nil` if no relationship leads from any entity to the other's.
  private mutating func source(inside outer: MatrixSource) -> MatrixSource? {
    func fitting(_ entity: String) -> [MatrixRelationship] {
      model.relationships(of: entity).filter { model.isKind(outer.entity, of: $0.destination) }
    }
    let choices = concrete.flatMap { entity in fitting(entity.name).map { (entity: entity.name, relationship: $0) } }
      // Between records of one entity the outer one has many inner ones.
      .filter { $0.entity != outer.entity || !$0.relationship.isToMany }
    guard !choices.isEmpty else { return nil }
    let (entity, relationship) = generator.pick(choices)
    var names: [String?] = [relationship.name]
    if fitting(entity).count == 1 { names.append(nil) }
    // A name that the inner entity has too is its own relationship's.
    if let inverse = relationship.inverse, model.relationship(inverse, of: entity) == nil { names.append(inverse) }
    let nesting = MatrixSource.Nesting(in: outer.name, by: relationship.name, spelled: generator.pick(names))
    return source(of: entity, isLater: generator.once(in: 3), nesting, in: outer)
  }

  private mutating func source(
    of entity: String,
    isLater: Bool,
    _ nesting: MatrixSource.Nesting? = nil,
    in outer: MatrixSource? = nil
  ) -> MatrixSource {
    var source = MatrixSource("s\(sources.count + 1)", of: entity, columns: [])
    source.nesting = nesting
    source.format = outer?.format ?? generator.pick([.csv, .csv, .csv, .xml, .html, .json, .jsonlines, .xlsx])
    if source.format == .csv {
      source.dialect = MatrixSource.Dialect(
        delimiter: generator.pick([",", ",", ";", "\t", "|"]),
        quotesAll: generator.once(in: 4),
        lineEnd: generator.once(in: 4) ? "\r\n" : "\n"
      )
    }
    chooseKey(&source, isLater: isLater)
    addColumns(&source)
    if generator.once(in: 4) { source.severities[generator.pick(Self.codes)] = "warning" }
    if source.mode == .update, generator.once(in: 3) { source.severities["record.unmatched"] = "warning" }
    if let outer {
      for place in outer.records.indices {
        for _ in 0..<generator.pick([0, 1, 1, 2]) {
          var record = record(source)
          (record.outer, record.isBroken) = (place, false)
          source.records.append(record)
        }
      }
      return source
    }
    let least = source.format == .csv ? 0 : 1
    for _ in 0..<(least + generator.number(below: 9)) { source.records.append(record(source)) }
    // Only a delimited file may be without records; others may not show their fields then.
    if generator.once(in: 4) {
      let most = source.format == .csv ? 4 : min(4, source.records.count)
      let count = 1 + generator.number(below: most)
      source.files = generator.once(in: 2) ? .folder(count) : .pattern(count)
    }
    if source.isMostlyBroken { for index in source.records.indices { source.records[index].isBroken = false } }
    return source
  }

  private mutating func chooseKey(_ source: inout MatrixSource, isLater: Bool) {
    let attributes = model.storedAttributes(of: source.entity)
    let constraints = model.lineage(source.entity).flatMap(\.constraints).filter { names in
      names.allSatisfy { name in attributes.contains { $0.name == name && $0.type != .binaryData } }
    }
    var keys = constraints.filter { $0.count <= 2 }
    // A key that no constraint keeps unique.
    if let name = attributes.first(where: { $0.type == .string })?.name, generator.once(in: 4) { keys.append([name]) }
    guard !keys.isEmpty, isLater || !generator.once(in: 4) else { return }
    source.key = generator.pick(keys)
    source.mode =
      isLater ? generator.pick([.update, .update, .upsert, .insert]) : generator.pick([.upsert, .upsert, .insert])
    source.unmatched = source.mode == .update ? generator.pick([.error, .warning, .skip]) : .error
    source.mergesRepeats = generator.once(in: 3)
    source.ignoresCase = generator.once(in: 6)
  }

  private mutating func addColumns(_ source: inout MatrixSource) {
    for attribute in model.storedAttributes(of: source.entity) {
      let isNeeded =
        source.key.contains(attribute.name)
        || source.mode != .update && !attribute.isOptional && attribute.defaultValue.isNull
      guard isNeeded || generator.chance(2, in: 3) else { continue }
      var column = MatrixColumn(attribute.name)
      if source.key == [attribute.name], generator.once(in: 4) { column.separator = separator(source) }
      if column.separator == nil, generator.once(in: 10) {
        column.defaultValue = attribute.type == .binaryData ? .null : RandomValues.allowed(attribute)
      }
      if generator.once(in: 12) { column.lookup = lookup(for: attribute, []) }
      source.columns.append(column)
    }
    for attribute in model.attributes(of: source.entity) where attribute.type == .composite && generator.once(in: 8) {
      source.columns.append(MatrixColumn(attribute.name))
    }
    for relationship in model.relationships(of: source.entity) where relationship.name != source.nesting?.property {
      let isNeeded = source.mode != .update && !relationship.isOptional && !relationship.isToMany
      guard isNeeded || generator.once(in: 2), let reference = reference(relationship) else { continue }
      var column = MatrixColumn(relationship.name, reference)
      if relationship.isToMany || generator.once(in: 5) { column.separator = separator(source) }
      if generator.once(in: 8), let matches = model.attribute(reference.matches, of: relationship.destination) {
        column.lookup = lookup(for: matches, knownValues(of: matches.name, in: relationship.destination))
      }
      source.columns.append(column)
    }
  }

  private mutating func separator(_ source: MatrixSource) -> String { generator.pick([";", "~", " + "]) }

  /// A table of codes; `known` are the values that are good to translate to.
  private mutating func lookup(for attribute: MatrixAttribute, _ known: [AttributeValue]) -> MatrixColumn.Lookup {
    var lookup = MatrixColumn.Lookup([], missing: generator.pick([.error, .error, .warning, .skip, .keep]))
    lookup.ignoresCase = generator.once(in: 3)
    lookup.isFile = generator.once(in: 2)
    var texts: Set<String> = []
    for _ in 0..<(1 + generator.number(below: 5)) {
      // A table may translate what is a value itself.
      let text = generator.once(in: 6) ? value(attribute).sourceText : generator.pick(Self.lookupTexts)
      // In a recipe each text stands once.
      guard texts.insert(text).inserted || lookup.isFile else { continue }
      let isBad = generator.once(in: 20)
      let target = known.isEmpty || generator.once(in: 5) ? value(attribute) : generator.pick(known)
      lookup.entries.append(.init(text, isBad ? .string("no value?") : target))
    }
    return lookup
  }

  private static let lookupTexts = ["K1", "K2", "K3", "k1"]

  private mutating func reference(_ relationship: MatrixRelationship) -> MatrixColumn.Reference? {
    let attributes = model.storedAttributes(of: relationship.destination).filter { $0.type != .binaryData }
    guard !attributes.isEmpty else { return nil }
    let named = attributes.first { $0.type == .string }
    let matches = generator.once(in: 4) ? generator.pick(attributes) : named ?? generator.pick(attributes)
    var reference = MatrixColumn.Reference(matches.name)
    reference.unknown = generator.pick([.error, .error, .warning, .skip, .create])
    if reference.unknown == .create, model.entity(relationship.destination)?.isAbstract != false {
      reference.unknown = .error
    }
    let inverse = relationship.inverse.flatMap { model.relationship($0, of: relationship.destination) }
    // Recipes say it of one-to-one relationships only.
    reference.replacesTaken = generator.once(in: 4) && !relationship.isToMany && inverse?.isToMany == false
    reference.ignoresCase = generator.once(in: 5) && matches.type == .string
    return reference
  }

  // MARK: Records

  private mutating func record(_ source: MatrixSource) -> MatrixRecord {
    // The same record once more is a likely fault.
    if let known = source.records.last, generator.once(in: 12) { return known }
    let isBroken = source.format.canBreakRecords && generator.once(in: 15)
    return MatrixRecord(source.columns.map { cell($0, source) }, isBroken: isBroken)
  }

  private mutating func cell(_ column: MatrixColumn, _ source: MatrixSource) -> MatrixCell {
    let owner: String
    let name: String
    if let reference = column.reference, let relationship = model.relationship(column.property, of: source.entity) {
      (owner, name) = (relationship.destination, reference.matches)
    } else {
      (owner, name) = (source.entity, column.property)
    }
    // Keys and required values are missing less often.
    let isNeeded =
      source.key.contains(column.property)
      || model.relationship(column.property, of: source.entity)?.isOptional == false
      || column.reference == nil && model.attribute(name, of: owner)?.isOptional == false
    guard let attribute = model.attribute(name, of: owner), !generator.once(in: isNeeded ? 25 : 6) else {
      return .empty
    }
    if attribute.type == .composite { return generator.once(in: 3) ? .bad("no value?") : .empty }
    if generator.once(in: 30), let text = RandomValues.badText(attribute.type) { return .bad(text) }
    let count = column.separator == nil ? 1 : generator.pick([1, 1, 2, 3])
    let speaksOfOthers = column.reference != nil || source.mode == .update && source.key.contains(column.property)
    let known = speaksOfOthers ? knownValues(of: name, in: owner) : []
    if let lookup = column.lookup {
      return .values(
        (0..<count).map { _ in
          if generator.once(in: 15) { return generator.once(in: 2) ? value(attribute) : .string("K9") }
          let isAny = generator.once(in: 12)
          return .string(isAny ? generator.pick(Self.lookupTexts) : generator.pick(lookup.entries).text)
        }
      )
    }
    if speaksOfOthers, known.isEmpty, !generator.once(in: 5) { return .empty }
    return .values(
      (0..<count).map { _ in known.isEmpty || generator.once(in: 8) ? value(attribute) : generator.pick(known) }
    )
  }

  /// The values of an attribute in the sources so far.
  private func knownValues(of attribute: String, in entity: String) -> [AttributeValue] {
    sources.filter { model.isKind($0.entity, of: entity) }.flatMap { source -> [AttributeValue] in
      guard let column = source.column(of: attribute) else { return [] }
      return source.records.flatMap { record in
        record.cells[column].values.flatMap { source.columns[column].lookup?.targets(of: $0.sourceText) ?? [$0] }
      }
    }
  }

  private mutating func value(_ attribute: MatrixAttribute) -> AttributeValue {
    let pool = RandomValues.pool(attribute.type)
    let good = pool.filter { ReferenceValues.faults(of: $0, attribute).isEmpty }
    return good.isEmpty || generator.once(in: 10) ? generator.pick(pool) : generator.pick(good)
  }
}

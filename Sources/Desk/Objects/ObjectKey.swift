internal import AttributeValues
internal import Foundation
internal import ImportPipeline
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// What tells an object apart from all others, whatever store it is in: values of attributes, or the record that made it. A new import gives an object another
/// ID, but not another key.
package struct ObjectKey: Sendable, Hashable {
  /// The object's own entity.
  package var entity: String
  /// `name=Beagle`, several values with `&` between them; `@2.15.0` for the first object that record 15 of the third source made. Percent-encoded as needed.
  package var text: String

  package init(entity: String, text: String) {
    self.entity = entity
    self.text = text
  }

  /// The path of the object's page.
  package var path: String { "/objects/\(Self.encoded(entity))/\(Self.encoded(text))" }

  private static let plain = CharacterSet(charactersIn: "-._~").union(
    .alphanumerics.intersection(CharacterSet(charactersIn: Unicode.Scalar(0)..."\u{7f}"))
  )

  static func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: plain) ?? "" }
}

/// Finds the keys of objects, and objects by their keys.
struct ObjectKeys {
  private let graph: ImportedGraph
  private let known: [EntityDescription: [AttributeDescription]]

  init(_ graph: ImportedGraph) {
    self.graph = graph
    let forms = graph.plan.recordForms
    let entities = graph.plan.model.entities
    known = Dictionary(uniqueKeysWithValues: entities.map { ($0, Self.attributes(of: $0, graph.plan.model, forms)) })
  }

  /// The attributes whose values tell the objects of an entity apart; empty if there are none.
  func attributes(of entity: EntityDescription) -> [AttributeDescription] { known[entity] ?? [] }

  private static func attributes(of entity: EntityDescription, _ model: ManagedObjectModel, _ forms: [RecordForm])
    -> [AttributeDescription]
  {
    let lineage = sequence(first: entity) { $0.superentity }.reversed()
    let constraints = lineage.flatMap(\.uniquenessConstraints)
    let makers = forms.filter { form in
      guard let made = model.entitiesByName[form.entity] else { return false }
      return form.mode != .update && (entity.isKind(of: made))
    }
    let keys = makers.map { form in form.fields.flatMap(\.uses).filter(\.isKey).map(\.property) }
    for names in constraints + keys where !names.isEmpty {
      let found = names.compactMap { name -> AttributeDescription? in
        guard case .attribute(let slot)? = entity.layout.slot(named: name) else { return nil }
        return entity.layout.attributes[slot]
      }
      if found.count == names.count { return found }
    }
    return []
  }

  func key(of object: ManagedObject) -> ObjectKey {
    let entity = object.entity.name
    let attributes = attributes(of: object.entity)
    let pairs = attributes.map { ($0.name, object.attributeValue(forKey: $0.name) ?? .null) }
    if let key = key(of: object.entity, Dictionary(pairs) { first, _ in first }) { return key }
    guard let maker = graph.log.maker(of: object.objectID) else {
      return ObjectKey(entity: entity, text: "@\(object.objectID.reference)")
    }
    let siblings = graph.log.references(madeBy: maker, of: object.entity)
    let place = siblings.firstIndex(of: object.objectID.reference) ?? 0
    return ObjectKey(entity: entity, text: "@\(maker.source).\(maker.record).\(place)")
  }

  /// The key of an object with some values; `nil` if they do not tell it apart.
  func key(of entity: EntityDescription, _ values: [String: AttributeValue]) -> ObjectKey? {
    let attributes = attributes(of: entity)
    let values = attributes.map { values[$0.name] ?? .null }
    guard !values.isEmpty, !values.contains(where: \.isNull), let texts = Self.texts(values) else { return nil }
    let parts = zip(attributes, texts).map { "\(ObjectKey.encoded($0.name))=\(ObjectKey.encoded($1))" }
    return ObjectKey(entity: entity.name, text: parts.joined(separator: "&"))
  }

  /// The object with a key; `nil` if there is none any more.
  func object(_ key: ObjectKey, in context: ManagedObjectContext) throws -> ManagedObject? {
    guard let entity = graph.plan.model.entitiesByName[key.entity] else { return nil }
    if key.text.hasPrefix("@") { return try object(madeBy: key.text.dropFirst(), entity, context) }
    var predicates: [ObjectPredicate] = []
    for part in key.text.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let name = sides[0].removingPercentEncoding, let text = sides[1].removingPercentEncoding,
        case .attribute(let slot)? = entity.layout.slot(named: name),
        let value = Self.value(text, entity.layout.attributes[slot].attributeType)
      else { return nil }
      predicates.append(try ObjectPredicate(format: "%K == %@", name, value))
    }
    guard !predicates.isEmpty else { return nil }
    var request = FetchRequest<ManagedObject>(entity: entity, predicate: .and(predicates))
    request.fetchLimit = 2
    let found = try context.fetch(request)
    return found.first { $0.entity === entity } ?? found.first
  }

  private func object(madeBy text: Substring, _ entity: EntityDescription, _ context: ManagedObjectContext) throws
    -> ManagedObject?
  {
    let numbers = text.split(separator: ".").compactMap { Int($0) }
    var reference: Int64?
    if numbers.count == 1 { reference = Int64(numbers[0]) }
    if numbers.count == 3 {
      let origin = RecordOrigin(source: numbers[0], record: numbers[1])
      let all = graph.log.references(madeBy: origin, of: entity)
      reference = all.indices.contains(numbers[2]) ? all[numbers[2]] : nil
    }
    guard let reference else { return nil }
    let objectID = ManagedObjectID(entity: entity, storeNumber: graph.store.number, reference: reference)
    // A number that somebody has typed may be that of no object.
    guard let object = try? context.existingObject(with: objectID), object.entity === entity else { return nil }
    return object
  }

  private static func texts(_ values: [AttributeValue]) -> [String]? {
    let texts = values.map(text)
    return texts.contains(nil) ? nil : texts.compactMap(\.self)
  }

  /// A value as a text that gives the same value again; `nil` for values that no key has.
  private static func text(_ value: AttributeValue) -> String? {
    switch value {
    case .integer(let number): String(number)
    case .boolean(let value): value ? "1" : "0"
    case .double(let number): String(number)
    case .float(let number): String(number)
    case .decimal(let number): number.description
    case .string(let text): text
    case .date(let seconds): String(seconds)
    case .uuid(let uuid): uuid.uuidString
    case .uri(let url): url.absoluteString
    case .null, .binary, .transformable, .composite: nil
    }
  }

  private static func value(_ text: String, _ type: AttributeType) -> AttributeValue? {
    switch type {
    case .integer16, .integer32, .integer64: Int64(text).map { .integer($0) }
    case .boolean: .boolean(text == "1")
    case .double: Double(text).map { .double($0) }
    case .float: Float(text).map { .float($0) }
    case .decimal: Decimal(string: text).map { .decimal($0) }
    case .string: .string(text)
    case .date: Double(text).map { .date($0) }
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .uri: URL(string: text).map { .uri($0) }
    case .undefined, .binaryData, .transformable, .composite: nil
    }
  }
}

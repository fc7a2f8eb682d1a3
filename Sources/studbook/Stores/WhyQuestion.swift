import AttributeValues
import ImportPipeline
import ManagedObjects
import ObjectModel
import PredicateLanguage

/// Which object, and which of its properties, somebody asks about.
struct WhyQuestion {
  private let entity: EntityDescription
  /// Attributes with the texts of their values.
  private let values: [(attribute: AttributeDescription, text: String)]
  /// The attributes that tell the object apart among those that records have made.
  private let identifying: [String]
  /// The property that alone is asked for.
  let property: String?

  /// - Parameter words: Values or `attribute=value`, and behind them perhaps a property.
  /// - Throws: `CommandFailure` for names that the model does not have.
  init(entity name: String, words: [String], _ session: RecipeSession, _ model: ManagedObjectModel) throws {
    entity = try QueryCommand.entity(named: name, in: model)
    let entity = entity
    let lineage = sequence(first: entity) { $0.superentity }
    let unique = lineage.lazy.compactMap(\.uniquenessConstraints.first).first ?? []
    let names = lineage.lazy.compactMap { session.plan.keyNames[$0.name] }.first ?? unique
    let known = names.filter { entity.attributesByName[$0] != nil }
    var values: [(AttributeDescription, String)] = []
    var property: String?
    for (place, word) in words.enumerated() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2, let attribute = entity.attributesByName[parts[0]] {
        values.append((attribute, parts[1]))
      } else if place > 0, place == words.count - 1, entity.propertiesByName[word] != nil {
        property = word
      } else if values.count < known.count, let attribute = entity.attributesByName[known[values.count]] {
        values.append((attribute, word))
      } else if place > 0 {
        throw CommandFailure(
          "\(entity.name) has no property ‘\(word)’; it has \(entity.properties.map(\.name).joined(separator: ", "))"
        )
      } else {
        throw CommandFailure("\(entity.name) objects have no key; name the object by attributes, as in name=VALUE")
      }
    }
    guard !values.isEmpty else { throw CommandFailure("name the object: a value of its key, or name=VALUE") }
    self.values = values
    // A record may have changed since what is no key.
    let keys = Set(known + lineage.flatMap(\.uniquenessConstraints).joined())
    let isKey = values.allSatisfy { keys.contains($0.0.name) } || known.isEmpty || known.count < names.count
    identifying = isKey ? values.map(\.0.name) : known
    self.property = property
  }

  /// The object, as people name it.
  var text: String { values.map(\.text).joined(separator: ", ") }

  /// The one object that has the values.
  ///
  /// - Throws: `CommandFailure` if there is none, or several.
  func object(in context: ManagedObjectContext) throws -> ManagedObject {
    let format = values.map { _ in "%K == %@" }.joined(separator: " AND ")
    let arguments = values.flatMap { [$0.attribute.name, Self.argument($0.text, for: $0.attribute)] }
    var request = FetchRequest<ManagedObject>(entityName: entity.name)
    do {
      request.predicate = try entity.typingConstants(in: ObjectPredicate(format: format, argumentArray: arguments))
    } catch {
      throw CommandFailure("no \(entity.name) can have \(text): \(error)")
    }
    request.fetchLimit = 2
    let found = try context.fetch(request)
    guard let object = found.first else {
      throw CommandFailure(
        "there is no \(entity.name) with \(values.map { "\($0.attribute.name) \($0.text)" }.joined(separator: " and "))"
      )
    }
    guard found.count == 1 else {
      throw CommandFailure("several \(entity.name) objects are \(text); name more attributes, as in name=VALUE")
    }
    return object
  }

  /// What an attribute is compared with: the text, but the nearest float for one that has floats, which few decimal fractions are.
  private static func argument(_ text: String, for attribute: AttributeDescription) -> any PredicateArgument {
    guard attribute.attributeType == .float, let number = Float(text), number.isFinite else { return text }
    return number
  }

  /// The object's own entity in the recipe's model.
  func entity(of object: ManagedObject, in model: ManagedObjectModel) throws -> EntityDescription {
    guard let entity = model.entitiesByName[object.entity.name] else {
      throw CommandFailure("the recipe's model has no entity \(object.entity.name)")
    }
    return entity
  }

  /// The values that tell the object apart, as the store has them.
  func identity(of object: ManagedObject) -> [String: AttributeValue] {
    var identity: [String: AttributeValue] = [:]
    for name in identifying {
      guard case .attribute(let slot)? = object.entity.layout.slot(named: name) else { continue }
      identity[name] = object.attribute(slot: slot)
    }
    return identity
  }
}

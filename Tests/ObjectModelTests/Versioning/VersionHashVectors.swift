import AttributeValues
import ObjectModel
import Testing

/// Published entities with their version hashes, written as the hash rules see them: every property, inherited ones included.
enum VersionHashVectors {
  static let all = small + large

  /// An entity and the hash that Core Data gave it.
  struct Vector: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var entity: String
    var isAbstract = false
    var superentityHash: String?
    var modifier: String?
    var constraints: [[String]] = []
    var hash: String
    var properties: [Property]

    init(
      _ features: String,
      _ entity: String,
      isAbstract: Bool = false,
      superentityHash: String? = nil,
      modifier: String? = nil,
      constraints: [[String]] = [],
      hash: String,
      properties: [Property]
    ) {
      testDescription = "\(entity): \(features)"
      self.entity = entity
      self.isAbstract = isAbstract
      self.superentityHash = superentityHash
      self.modifier = modifier
      self.constraints = constraints
      self.hash = hash
      self.properties = properties
    }
  }

  enum Flag: Sendable { case optional, transient, externalStorage, preserved, ordered }

  indirect enum Property: Sendable {
    case attribute(String, Int32, flags: [Flag], modifier: String?)
    case derived(String, String)
    case composite(String, [Property])
    case fetched(String)
    case relationship(
      String,
      to: String,
      inverse: String?,
      max: Int,
      min: Int,
      flags: [Flag],
      modifier: String?
    )
  }

  static func attribute(_ name: String, _ type: Int32, _ flags: [Flag] = [], modifier: String? = nil) -> Property {
    .attribute(name, type, flags: flags, modifier: modifier)
  }

  static func derived(_ name: String, _ expression: String) -> Property { .derived(name, expression) }

  static func composite(_ name: String, _ elements: [Property]) -> Property { .composite(name, elements) }

  static func fetched(_ name: String) -> Property { .fetched(name) }

  static func relationship(
    _ name: String,
    to destination: String,
    inverse: String? = nil,
    max: Int = 1,
    min: Int = 0,
    _ flags: [Flag] = [],
    modifier: String? = nil
  ) -> Property {
    .relationship(name, to: destination, inverse: inverse, max: max, min: min, flags: flags, modifier: modifier)
  }
}

/// Builds entities from vectors and keeps what they refer to.
final class VectorBuilder {
  private var kept: [AnyObject] = []

  func entity(for vector: VersionHashVectors.Vector) throws -> EntityDescription {
    let entity = EntityDescription(name: vector.entity)
    entity.isAbstract = vector.isAbstract
    entity.versionHashModifier = vector.modifier
    entity.uniquenessConstraints = vector.constraints
    entity.declaredProperties = try vector.properties.map(property)
    return entity
  }

  private func property(_ fact: VersionHashVectors.Property) throws -> PropertyDescription {
    switch fact {
    case .attribute(let name, let type, let flags, let modifier):
      let attribute = AttributeDescription(name: name, type: try #require(AttributeType(rawValue: type)))
      attribute.versionHashModifier = modifier
      attribute.isOptional = flags.contains(.optional)
      attribute.isTransient = flags.contains(.transient)
      attribute.allowsExternalBinaryDataStorage = flags.contains(.externalStorage)
      attribute.preservesValueInHistoryOnDeletion = flags.contains(.preserved)
      return attribute
    case .derived(let name, let expression):
      return DerivedAttributeDescription(name: name, type: .string, derivationExpressionText: expression)
    case .composite(let name, let elements):
      return CompositeAttributeDescription(
        name: name,
        elements: try elements.map { try #require(try property($0) as? AttributeDescription) }
      )
    case .fetched(let name):
      return FetchedPropertyDescription(name: name, fetchRequest: FetchRequestTemplate(entityName: name))
    case .relationship(let name, let destination, let inverse, let max, let min, let flags, let modifier):
      let relationship = RelationshipDescription(name: name)
      relationship.versionHashModifier = modifier
      relationship.isOptional = flags.contains(.optional)
      relationship.isTransient = flags.contains(.transient)
      relationship.isOrdered = flags.contains(.ordered)
      relationship.maxCount = max
      relationship.minCount = min
      let destinationEntity = EntityDescription(name: destination)
      kept.append(destinationEntity)
      relationship.destinationEntity = destinationEntity
      if let inverse {
        let inverseRelationship = RelationshipDescription(name: inverse)
        kept.append(inverseRelationship)
        relationship.inverseRelationship = inverseRelationship
      }
      return relationship
    }
  }
}

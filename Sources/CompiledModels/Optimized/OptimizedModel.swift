/// What can be read of an optimised model (`.omo`), the memory image that Core Data prefers to the `.mom` beside it.
///
/// Its form is private and changes; Apple advises against opening one. Entities, their properties and their version hashes have been found out from
/// published files and are read. Defaults, limits, indexes and configurations have not, so an `.omo` is no model to work with: the `.mom` beside it
/// is.
package struct OptimizedModel: Sendable, Hashable {
  /// An entity of an optimised model.
  package struct Entity: Sendable, Hashable {
    package var name: String
    /// The class of its objects; `nil` for plain managed objects.
    package var className: String?
    /// The parent's name.
    package var superentityName: String?
    /// The 32-byte version hash.
    package var versionHash: [UInt8]
    /// The entity's own attributes and relationships, by name.
    package var properties: [Property] = []

    /// Makes the description of an entity.
    package init(
      name: String,
      className: String?,
      superentityName: String?,
      versionHash: [UInt8],
      properties: [Property] = []
    ) {
      self.name = name
      self.className = className
      self.superentityName = superentityName
      self.versionHash = versionHash
      self.properties = properties
    }
  }

  /// A property of an optimised model.
  package struct Property: Sendable, Hashable {
    package var name: String
    package var isRelationship: Bool
    package var isOptional: Bool
    /// The 32-byte version hash; `nil` for a transient property, which needs none.
    package var versionHash: [UInt8]?

    /// Makes the description of a property.
    package init(name: String, isRelationship: Bool, isOptional: Bool, versionHash: [UInt8]?) {
      self.name = name
      self.isRelationship = isRelationship
      self.isOptional = isOptional
      self.versionHash = versionHash
    }
  }

  /// The entities by name.
  package let entities: [Entity]

  /// The version hashes by entity name.
  package var versionHashes: [String: [UInt8]] {
    Dictionary(entities.map { ($0.name, $0.versionHash) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reads an optimised model.
  ///
  /// - Throws: `CompiledModelError` for other bytes, damaged ones, and generations of the form that are not known.
  /// - Complexity: O(bytes).
  package init(_ bytes: [UInt8]) throws {
    let image = try OptimizedImage(bytes)
    let strings = try image.strings()
    let blobs = try image.blobs()
    func string(_ number: Int) throws -> String {
      guard number < strings.count else { throw OptimizedImage.damaged("a name is missing") }
      return strings[number]
    }
    func hash(_ number: Int) throws -> [UInt8] {
      guard number < blobs.count, blobs[number].count == 32 else {
        throw OptimizedImage.damaged("a version hash is not one of 32 bytes")
      }
      return blobs[number]
    }
    let records = try image.entityRecords()
    var entities = try records.map { record in
      let className = try string(record[3])
      return Entity(
        name: try string(record[4]),
        className: className.isEmpty ? nil : className,
        superentityName: nil,
        versionHash: try hash(record[2])
      )
    }
    for (index, record) in records.enumerated() where record[5] >> 24 == 1 {
      guard record[6] < entities.count else { throw OptimizedImage.damaged("a parent is missing") }
      entities[index].superentityName = entities[record[6]].name
    }
    for record in try image.propertyRecords() {
      guard record[5] < entities.count else { throw OptimizedImage.damaged("the entity of a property is missing") }
      let isTransient = record[2] & 2 != 0
      entities[record[5]].properties.append(
        Property(
          name: try string(record[6]),
          isRelationship: record[1] == 4,
          isOptional: record[2] & 4 != 0,
          versionHash: isTransient ? nil : try hash(record[4])
        )
      )
    }
    self.entities = entities
  }

  /// Whether bytes begin as an optimised model of any generation does.
  package static func isOptimizedModel(_ bytes: [UInt8]) -> Bool { bytes.starts(with: OptimizedImage.magic) }
}

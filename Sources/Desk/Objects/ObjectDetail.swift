internal import AttributeValues
internal import Foundation
package import ImportPipeline
internal import ManagedObjects
internal import ObjectModel

/// One object with all that is known of it.
package struct ObjectDetail: Sendable {
  /// An attribute.
  package struct Attribute: Sendable {
    /// What its value is made of.
    package enum Kind: Sendable, Equatable {
      case stored
      /// Worked out from an expression.
      case derived(String)
      case transient
      case composite
    }

    package var name: String
    /// The type in the model's words.
    package var type: String
    package var kind: Kind
    package var value: ShownValue
    /// What the model asks of it, in words.
    package var limits: [String]
    package var isRequired: Bool
    package var provenance: ObjectProvenance.Property?
  }

  /// A relationship with some of its objects.
  package struct Relationship: Sendable {
    package var name: String
    package var destination: String
    package var isToMany: Bool
    package var isOrdered: Bool
    package var isRequired: Bool
    package var inverse: String?
    package var deleteRule: String
    /// How many objects there may be, in words; `nil` if that is open.
    package var limits: String?
    package var count: Int
    package var offset: Int
    /// The objects of the window.
    package var objects: [ObjectLabel]
    package var provenance: ObjectProvenance.Property?
  }

  package var label: ObjectLabel
  /// The entity and those above it, the root first.
  package var lineage: [String]
  package var maker: ObjectProvenance.Origin?
  package var attributes: [Attribute]
  package var relationships: [Relationship]
}

extension ObjectBrowser {
  /// How many objects of a to-many relationship stand on a page.
  package static let memberWindow = 100

  /// An object with where its values come from.
  ///
  /// - Parameter offsets: From which place on the objects of to-many relationships are shown, by the relationships' names.
  /// - Returns: `nil` if there is no such object any more.
  /// - Throws: The reader's error when a source cannot be read any more.
  /// - Complexity: O(bytes of the sources up to the last record that has a say), where it is not known where that stands.
  package func detail(of key: ObjectKey, offsets: [String: Int] = [:]) throws -> ObjectDetail? {
    try graph.read { context in
      guard let object = try names.keys.object(key, in: context) else { return nil }
      let traces = graph.log.traces(of: object, plan: plan, mostMembers: 20)
      let provenance = try ObjectProvenance(traces, plan: plan, places: graph.places)
      let properties = Dictionary(provenance.properties.map { ($0.name, $0) }) { first, _ in first }
      let layout = object.entity.layout
      let relationships = layout.toOneRelationships + layout.toManyRelationships
      return ObjectDetail(
        label: names.label(of: object),
        lineage: sequence(first: object.entity) { $0.superentity }.map(\.name).reversed(),
        maker: provenance.maker,
        attributes: layout.attributes.enumerated().map { slot, attribute in
          Self.attribute(attribute, object.attribute(slot: slot), properties[attribute.name])
        },
        relationships: relationships.map { relationship in
          self.relationship(relationship, object, offsets[relationship.name] ?? 0, properties[relationship.name])
        }
      )
    }
  }

  /// The bytes of an attribute that holds a picture; `nil` if it does not.
  package func picture(_ attribute: String, of key: ObjectKey) throws -> (bytes: [UInt8], mediaType: String)? {
    try graph.read { context in
      guard let object = try names.keys.object(key, in: context),
        case .binary(let data)? = object.attributeValue(forKey: attribute), let type = PictureType(data)
      else { return nil }
      return (Array(data), type.mediaType)
    }
  }

  private static func attribute(
    _ attribute: AttributeDescription,
    _ value: AttributeValue,
    _ provenance: ObjectProvenance.Property?
  ) -> ObjectDetail.Attribute {
    let kind: ObjectDetail.Attribute.Kind =
      if let derived = attribute as? DerivedAttributeDescription {
        .derived(derived.derivationExpressionText)
      } else if attribute.isTransient {
        .transient
      } else if attribute is CompositeAttributeDescription {
        .composite
      } else {
        .stored
      }
    return ObjectDetail.Attribute(
      name: attribute.name,
      type: attribute.attributeType.modelName,
      kind: kind,
      value: ShownValue(value),
      limits: limits(of: attribute),
      isRequired: !attribute.isOptional,
      provenance: provenance
    )
  }

  /// What the model asks of values, in words.
  static func limits(of attribute: AttributeDescription) -> [String] {
    let asked = attribute.constraints
    var words: [String] = []
    func text(_ value: AttributeValue) -> String { ShownValue(value).line }
    switch (asked.minimum, asked.maximum) {
    case (let least?, let most?): words.append("\(text(least)) to \(text(most))")
    case (let least?, nil): words.append("at least \(text(least))")
    case (nil, let most?): words.append("at most \(text(most))")
    case (nil, nil): break
    }
    switch (asked.minimumLength, asked.maximumLength) {
    case (let least?, let most?): words.append("\(least) to \(most) characters")
    case (let least?, nil): words.append("at least \(least) characters")
    case (nil, let most?): words.append("at most \(most) characters")
    case (nil, nil): break
    }
    if let pattern = asked.regularExpression { words.append("of the form \(pattern)") }
    return words + attribute.validationWarnings.filter { !$0.isEmpty }
  }

  private func relationship(
    _ relationship: RelationshipDescription,
    _ object: ManagedObject,
    _ offset: Int,
    _ provenance: ObjectProvenance.Property?
  ) -> ObjectDetail.Relationship {
    let members: [ManagedObject] =
      switch object.entity.layout.slot(named: relationship.name) {
      case .toOne(let slot): [object.toOneObject(slot: slot)].compactMap(\.self)
      case .toMany(let slot): members(of: object, slot, relationship)
      default: []
      }
    let start = min(max(0, offset), members.count)
    let window = members[start..<min(members.count, start + Self.memberWindow)]
    let limits: String? =
      switch (relationship.minCount, relationship.maxCount) {
      case _ where !relationship.isToMany: nil
      case (0, 0): nil
      case (let least, 0): "at least \(least)"
      case (0, let most): "at most \(most)"
      case (let least, let most): "\(least) to \(most)"
      }
    return ObjectDetail.Relationship(
      name: relationship.name,
      destination: relationship.destinationEntity?.name ?? "",
      isToMany: relationship.isToMany,
      isOrdered: relationship.isOrdered,
      isRequired: relationship.isToMany ? relationship.minCount > 0 : !relationship.isOptional,
      inverse: relationship.inverseRelationship?.name,
      deleteRule: Self.words(of: relationship.deleteRule),
      limits: limits,
      count: members.count,
      offset: start,
      objects: window.map { names.label(of: $0, without: relationship.inverseRelationship?.name) },
      provenance: provenance
    )
  }

  /// The objects of a to-many relationship in an order of which people make sense.
  private func members(of object: ManagedObject, _ slot: Int, _ relationship: RelationshipDescription)
    -> [ManagedObject]
  {
    let members = object.toManyObjects(slot: slot)
    // A long list would have to be read whole to be sorted.
    if relationship.isOrdered || members.count > ObjectList.mostKept { return members }
    let titles = members.map { (names.title(of: $0), $0) }
    return titles.sorted { $0.0.compare($1.0, options: [.caseInsensitive, .numeric]) == .orderedAscending }.map(\.1)
  }

  /// What happens to related objects when an object is deleted.
  static func words(of rule: DeleteRule) -> String {
    switch rule {
    case .cascade: "deleted with it"
    case .nullify: "kept, and no longer related"
    case .deny: "has to go before it"
    case .noAction: "kept as it is"
    }
  }
}

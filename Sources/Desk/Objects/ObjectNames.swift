internal import AttributeValues
internal import ImportPipeline
package import ManagedObjects
internal import ObjectModel

/// An object as a line of a list: what it is called, with a little more, and where its page is.
package struct ObjectLabel: Sendable, Hashable {
  package var key: ObjectKey
  package var title: String
  /// Empty if there is nothing to add.
  package var subtitle = ""
}

/// What objects are called.
struct ObjectNames {
  let keys: ObjectKeys
  private let naming: [EntityDescription: AttributeDescription]

  init(_ graph: ImportedGraph) {
    let keys = ObjectKeys(graph)
    self.keys = keys
    let found = graph.plan.model.entities.compactMap { entity in
      Self.attribute(of: entity, keys).map { (entity, $0) }
    }
    naming = Dictionary(uniqueKeysWithValues: found)
  }

  /// The names by which an attribute is likely to be what people call the object.
  private static let usual = ["name", "title", "label", "displayname", "fullname", "caption", "headline"]

  /// The attribute that names the objects of an entity: one that is called so, else a text of the key, else the first text; `nil` if there is none.
  func attribute(of entity: EntityDescription) -> AttributeDescription? { naming[entity] }

  private static func attribute(of entity: EntityDescription, _ keys: ObjectKeys) -> AttributeDescription? {
    let texts = entity.layout.attributes.filter { $0.attributeType == .string && !$0.isTransient }
    for name in usual {
      if let found = texts.first(where: { $0.name.lowercased() == name }) { return found }
    }
    let key = keys.attributes(of: entity)
    if let text = key.first(where: { $0.attributeType == .string }) { return text }
    return texts.first { !$0.isOptional } ?? key.first ?? texts.first
  }

  func title(of object: ManagedObject) -> String {
    if let attribute = attribute(of: object.entity) {
      let line = ShownValue(object.attributeValue(forKey: attribute.name) ?? .null).line
      if !line.isEmpty { return line }
    }
    let values = keys.attributes(of: object.entity).map {
      ShownValue(object.attributeValue(forKey: $0.name) ?? .null).line
    }
    let line = values.filter { !$0.isEmpty }.joined(separator: ", ")
    return line.isEmpty ? "\(object.entity.name) without name" : line
  }

  /// - Parameter relationship: A to-one relationship that needs not be said, because the objects stand below it.
  func label(of object: ManagedObject, without relationship: String? = nil) -> ObjectLabel {
    ObjectLabel(
      key: keys.key(of: object),
      title: title(of: object),
      subtitle: subtitle(of: object, without: relationship)
    )
  }

  /// The first related object and the first other short text.
  private func subtitle(of object: ManagedObject, without relationship: String?) -> String {
    let layout = object.entity.layout
    var parts: [String] = []
    for (slot, candidate) in layout.toOneRelationships.enumerated() where candidate.name != relationship {
      guard let target = object.toOneObject(slot: slot) else { continue }
      parts.append(title(of: target))
      break
    }
    let naming = attribute(of: object.entity)
    for (slot, attribute) in layout.attributes.enumerated()
    where attribute !== naming && attribute.attributeType == .string && !attribute.isTransient {
      guard case .string(let text) = object.attribute(slot: slot), text.count <= 40, !text.hasPrefix("https://") else {
        continue
      }
      parts.append(text)
      break
    }
    return parts.joined(separator: " · ")
  }
}

extension ObjectBrowser {
  /// An object as a line of a list; where its context may be used.
  package func label(of object: ManagedObject) -> ObjectLabel { names.label(of: object) }
}

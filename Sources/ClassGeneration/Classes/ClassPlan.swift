internal import ObjectModel

/// One class to write, with what it stands for.
struct PlannedClass {
  /// The class's name as an identifier, not quoted.
  let name: String
  /// The name of the generated class that it inherits from; `nil` for the base class.
  let superclass: String?
  /// The entities whose objects are of this class; nearly always one.
  var entities: [EntityDescription]
  /// The properties that these entities declare and that the superclass does not have, in the model's order.
  var properties: [PropertyDescription]
}

/// Which classes a model's entities have.
///
/// Several entities may share a class, which then has the properties of them all.
struct ClassPlan {
  private(set) var classes: [PlannedClass] = []
  /// The name of the class by the name of the entity.
  private(set) var classNames: [String: String] = [:]

  /// - Parameter includesUnnamed: Whether an entity for which the model names no class has one of its own name.
  init(model: ManagedObjectModel, includesUnnamed: Bool) {
    for entity in model.entities {
      if let name = Self.className(of: entity) ?? (includesUnnamed ? entity.name : nil) {
        classNames[entity.name] = SwiftIdentifier.make(name)
      }
    }
    var places: [String: Int] = [:]
    for entity in model.entities {
      guard let name = classNames[entity.name] else { continue }
      let properties = ownProperties(of: entity, className: name)
      if let place = places[name] {
        let known = Set(classes[place].properties.map(\.name))
        classes[place].entities.append(entity)
        classes[place].properties += properties.filter { !known.contains($0.name) }
      } else {
        places[name] = classes.count
        let superclass = Self.ancestors(of: entity).compactMap { classNames[$0.name] }.first { $0 != name }
        classes.append(PlannedClass(name: name, superclass: superclass, entities: [entity], properties: properties))
      }
    }
  }

  /// What `entity` declares without what an ancestor's class has already.
  private func ownProperties(of entity: EntityDescription, className: String) -> [PropertyDescription] {
    let inherited = Self.ancestors(of: entity).filter { classNames[$0.name] != nil && classNames[$0.name] != className }
    let hidden = Set(inherited.flatMap(\.declaredProperties).map(\.name))
    // What an ancestor without a class declares has to stand here.
    let unclaimed = Self.ancestors(of: entity).prefix { classNames[$0.name] == nil }.reversed()
    var seen = hidden
    return (unclaimed.flatMap(\.declaredProperties) + entity.declaredProperties).filter {
      seen.insert($0.name).inserted
    }
  }

  /// The parents, nearest first.
  private static func ancestors(of entity: EntityDescription) -> [EntityDescription] {
    var ancestors: [EntityDescription] = []
    var current = entity.superentity
    while let entity = current {
      ancestors.append(entity)
      current = entity.superentity
    }
    return ancestors
  }

  /// The class that the model names for `entity`, without its module; `nil` for plain managed objects.
  static func className(of entity: EntityDescription) -> String? {
    guard let last = entity.managedObjectClassName?.split(separator: ".").last else { return nil }
    return last == "NSManagedObject" || last == "ManagedObject" ? nil : String(last)
  }

  /// The class of the objects of `entity`; the base class's name if it has none of its own.
  func className(of entity: EntityDescription?, base: String) -> String {
    entity.flatMap { classNames[$0.name] }.map(SwiftIdentifier.quoted) ?? base
  }
}

import AttributeValues
import ManagedObjects
import ObjectModel
import Testing
import TestSupport

@testable import ImportPipeline

/// The graph keeps relationships and their inverses as managed objects keep them: both are given the same changes, and asked the same afterwards.
@Suite("Proposed objects against managed objects")
struct ProposedGraphTests {
  /// Some entities with relationships of every kind between them.
  private static func model(_ random: inout SeededGenerator) -> ManagedObjectModel {
    let person = EntityDescription(name: "Person")
    let house = EntityDescription(name: "House")
    let child = EntityDescription(name: "Child")
    person.subentities = [child]
    var properties: [EntityDescription: [PropertyDescription]] = [:]
    for entity in [person, house, child] { properties[entity] = [AttributeDescription(name: "a", type: .string)] }
    properties[child] = []
    for number in 0..<6 {
      let (owner, destination) = (random.pick([person, house, child]), random.pick([person, house, child]))
      // To-many relationships without inverse are left out: who lost a member to another owner is known to the context alone.
      let kind = number < 5 ? random.number(below: 6) : 0
      let isToMany = [false, false, true, true, true, false][kind]
      let isSymmetric = kind == 1 || kind == 4
      let relationship = RelationshipDescription(
        name: "r\(number)",
        destination: isSymmetric ? owner : destination,
        toMany: isToMany
      )
      relationship.isOrdered = isToMany && !isSymmetric && random.once(in: 2)
      properties[owner, default: []].append(relationship)
      if isSymmetric {
        relationship.inverseRelationship = relationship
      } else if kind == 0 || kind == 2 || kind == 3 {
        let inverse = RelationshipDescription(name: "i\(number)", destination: owner, toMany: kind == 3)
        inverse.isOrdered = kind == 3 && random.once(in: 2)
        relationship.inverseRelationship = inverse
        inverse.inverseRelationship = relationship
        properties[destination, default: []].append(inverse)
      }
    }
    for (entity, properties) in properties { entity.declaredProperties = properties }
    return ManagedObjectModel(entities: [person, house, child])
  }

  /// A relationship to set, by its slot.
  private struct Step {
    let objectID: ManagedObjectID
    let relationship: RelationshipDescription
    let slot: Int
    let target: ManagedObjectID

    init?(_ objects: [ManagedObjectID], _ random: inout SeededGenerator) {
      objectID = random.pick(objects)
      let layout = objectID.entity.layout
      let count = layout.toOneRelationships.count + layout.toManyRelationships.count
      guard count > 0 else { return nil }
      let number = random.number(below: count)
      if number < layout.toOneRelationships.count {
        slot = number
        relationship = layout.toOneRelationships[slot]
      } else {
        slot = number - layout.toOneRelationships.count
        relationship = layout.toManyRelationships[slot]
      }
      guard let destination = relationship.destinationEntity else { return nil }
      target = random.pick(objects.filter { $0.entity.isKind(of: destination) })
    }

    func apply(to context: ManagedObjectContext) throws {
      let object = try context.existingObject(with: objectID)
      let target = context.object(with: target)
      if relationship.isToMany {
        object.addMember(target, slot: slot)
      } else {
        object.setToOne(target, slot: slot)
      }
    }
  }

  /// Everything that objects are related to, as text; the members of relationships that are not ordered are sorted.
  private func state(
    _ objects: [ManagedObjectID],
    toOne: (Int, ManagedObjectID) throws -> ManagedObjectID?,
    members: (Int, ManagedObjectID) throws -> [ManagedObjectID]
  ) rethrows -> [String] {
    try objects.map { objectID in
      let layout = objectID.entity.layout
      var text = "\(objectID.entity.name) \(objectID.reference):"
      for (slot, relationship) in layout.toOneRelationships.enumerated() {
        text += " \(relationship.name) \(try toOne(slot, objectID).map { "\($0.reference)" } ?? "-")"
      }
      for (slot, relationship) in layout.toManyRelationships.enumerated() {
        let references = try members(slot, objectID).map(\.reference)
        text += " \(relationship.name) \(relationship.isOrdered ? references : references.sorted())"
      }
      return text
    }
  }

  @Test(arguments: Seeds.range(1...60))
  func keepsRelationshipsAsManagedObjectsDo(_ seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let model = Self.model(&random)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store: any PersistentStore = InMemoryStore()
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    context.validatesOnSave = false
    var objects: [ManagedObjectID] = []
    for entity in model.entities {
      for objectID in try store.obtainPermanentIDs(for: entity, count: 4) {
        context.insert(objectID, validatedAttributes: Array(repeating: .null, count: entity.layout.attributes.count))
        objects.append(objectID)
      }
    }
    for _ in 0..<30 { try Step(objects, &random)?.apply(to: context) }
    try context.save()
    context.reset()

    // The graph reads what is saved; the other context is changed beside it.
    let before = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let graph = ProposedGraph(reader: ObjectSink(context: before), storeNumber: store.number)
    for entity in model.entities {
      for objectID in try store.obtainPermanentIDs(for: entity, count: 2) {
        let attributes = [AttributeValue](repeating: .null, count: entity.layout.attributes.count)
        context.insert(objectID, validatedAttributes: attributes)
        graph.insert(objectID, attributes: attributes)
        objects.append(objectID)
      }
    }
    func managedState() throws -> [String] {
      try state(
        objects,
        toOne: { try context.existingObject(with: $1).toOneIdentifier(slot: $0) },
        members: { try context.existingObject(with: $1).toManyObjects(slot: $0).map(\.objectID) }
      )
    }
    var known = try managedState()
    for number in 0..<25 {
      guard let step = Step(objects, &random) else { continue }
      if !step.relationship.isToMany, let inverse = step.relationship.inverseRelationship, !inverse.isToMany {
        let holder = try partner(of: step.target, inverse, context)
        let expected = holder == step.objectID ? nil : holder
        #expect(try graph.partner(of: step.target, otherThan: step.objectID, step.relationship) == expected)
      }
      try step.apply(to: context)
      let isChange =
        try step.relationship.isToMany
        ? graph.addMember(step.target, step.slot, of: step.objectID)
        : graph.setToOne(step.slot, of: step.objectID, to: step.target)
      let managed = try managedState()
      let proposed = try state(
        objects,
        toOne: { try graph.toOne($0, of: $1) },
        members: { try graph.members($0, of: $1) }
      )
      let words: Comment =
        "step \(number): \(step.objectID.reference).\(step.relationship.name) \(step.target.reference)"
      try #require(proposed == managed, words)
      #expect(isChange == (managed != known), words)
      known = managed
    }
    // Objects that no step has touched are as they were saved.
    let saved = try state(
      objects.filter { !graph.isNew($0) && !graph.changedObjects.contains($0) },
      toOne: { try before.existingObject(with: $1).toOneIdentifier(slot: $0) },
      members: { try before.existingObject(with: $1).toManyObjects(slot: $0).map(\.objectID) }
    )
    #expect(Set(saved).isSubset(of: known))
  }

  private func partner(
    of target: ManagedObjectID,
    _ inverse: RelationshipDescription,
    _ context: ManagedObjectContext
  ) throws -> ManagedObjectID? {
    guard case .toOne(let slot) = target.entity.layout.slot(named: inverse.name) else { return nil }
    return try context.existingObject(with: target).toOneIdentifier(slot: slot)
  }
}

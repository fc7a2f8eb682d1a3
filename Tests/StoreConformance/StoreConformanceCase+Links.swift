internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import Testing

// Relationships whose links no to-one reference carries, when several objects change them in one save.
extension StoreConformanceCase {
  /// Walks and hounds that know each other, in order on both sides.
  private static func makeWithTwoOrders() -> ManagedObjectModel {
    let walk = EntityDescription(name: "Walk")
    let hound = EntityDescription(name: "Hound")
    let hounds = RelationshipDescription(name: "hounds", destination: hound, toMany: true)
    let walks = RelationshipDescription(name: "walks", destination: walk, toMany: true)
    (hounds.inverseRelationship, walks.inverseRelationship) = (walks, hounds)
    (hounds.isOrdered, walks.isOrdered) = (true, true)
    walk.declaredProperties = [AttributeDescription(name: "name", type: .string), hounds]
    hound.declaredProperties = [AttributeDescription(name: "name", type: .string), walks]
    return ManagedObjectModel(entities: [walk, hound])
  }

  /// Saves two people and the dogs Rex, Ace and Max; Rex has both people as sitters.
  private static func saveSitters(in stack: ConformanceStack) throws -> (people: [ManagedObject], dogs: [ManagedObject])
  {
    let context = stack.context()
    let people = try ["Ann", "Bob"].map { try context.make("Person", ["name": $0]) }
    let dogs = try ["Rex", "Ace", "Max"].map { try context.make("Dog", ["name": $0]) }
    try dogs[0].setValue(people, forKey: "sitters")
    try context.save()
    let other = stack.context()
    return (people.map { other.object(with: $0.objectID) }, dogs.map { other.object(with: $0.objectID) })
  }

  /// The sitters of each dog, read anew.
  private static func sitters(of dogs: [ManagedObject], in stack: ConformanceStack) -> [[String]] {
    let reader = stack.context()
    return dogs.map { reader.object(with: $0.objectID).members("sitters").names }
  }

  static let linkCases: [StoreConformanceCase] = [
    StoreConformanceCase(
      "a many-to-many relationship that is ordered on both sides keeps both orders",
      model: makeWithTwoOrders
    ) { stack in
      let context = stack.context()
      let walks = try ["Hill", "Park"].map { try context.make("Walk", ["name": $0]) }
      let hounds = try ["Rex", "Ace"].map { try context.make("Hound", ["name": $0]) }
      try hounds[0].setValue([walks[1], walks[0]], forKey: "walks")
      try walks[0].setValue([hounds[1], hounds[0]], forKey: "hounds")
      try context.save()
      let late = stack.context()
      let max = try late.make("Hound", ["name": "Max"])
      try max.setValue([late.object(with: walks[1].objectID), late.object(with: walks[0].objectID)], forKey: "walks")
      let lake = try late.make("Walk", ["name": "Lake"])
      try lake.setValue(
        [late.object(with: hounds[1].objectID), late.object(with: hounds[0].objectID)],
        forKey: "hounds"
      )
      try late.save()
      let reader = stack.context()
      func names(_ object: ManagedObject, _ key: String) -> [String?] {
        reader.object(with: object.objectID).list(key).map { $0.text("name") }
      }
      #expect(names(max, "walks") == ["Park", "Hill"])
      #expect(names(lake, "hounds") == ["Ace", "Rex"])
      #expect(names(hounds[0], "walks") == ["Park", "Hill", "Lake"])
      #expect(names(hounds[1], "walks") == ["Hill", "Lake"])
      #expect(names(walks[0], "hounds") == ["Ace", "Rex", "Max"])
      #expect(names(walks[1], "hounds") == ["Rex", "Max"])
    },
    StoreConformanceCase(
      "a member without inverse belongs to the owner that was given it last, in whatever order they are new"
    ) { stack in
      let context = stack.context()
      let people = try ["Ann", "Bob"].map { try context.make("Person", ["name": $0]) }
      let dogs = try ["Rex", "Ace"].map { try context.make("Dog", ["name": $0]) }
      try dogs[1].setValue([people[0]], forKey: "sitters")
      try dogs[0].setValue([people[1], people[0]], forKey: "sitters")
      try dogs[1].setValue([people[1]], forKey: "sitters")
      #expect(dogs.map { $0.members("sitters").names } == [["Ann"], ["Bob"]])
      try context.save()
      #expect(sitters(of: dogs, in: stack) == [["Ann"], ["Bob"]])
    },
    StoreConformanceCase("a member without inverse that was given away does not come back when its owner is read") {
      stack in
      let (people, dogs) = try saveSitters(in: stack)
      try dogs[1].setValue([people[0]], forKey: "sitters")
      #expect(dogs[0].members("sitters").names == ["Bob"])
      try dogs[0].managedObjectContext?.save()
      #expect(sitters(of: dogs, in: stack) == [["Bob"], ["Ann"], []])
    },
    StoreConformanceCase("a member without inverse can be given away and be given back in one save") { stack in
      let (people, dogs) = try saveSitters(in: stack)
      #expect(dogs[0].members("sitters").names == ["Ann", "Bob"])
      try dogs[1].setValue([people[0]], forKey: "sitters")
      try dogs[2].setValue([people[1]], forKey: "sitters")
      #expect(dogs[0].members("sitters").isEmpty)
      try dogs[0].setValue([people[0]], forKey: "sitters")
      try dogs[0].managedObjectContext?.save()
      #expect(sitters(of: dogs, in: stack) == [["Ann"], [], ["Bob"]])
    },
    StoreConformanceCase("undoing that a member without inverse was given away gives it back") { stack in
      let (people, dogs) = try saveSitters(in: stack)
      let context = try #require(dogs[0].managedObjectContext)
      context.undoManager = UndoManager()
      #expect(dogs[0].members("sitters").names == ["Ann", "Bob"])
      try dogs[1].setValue([people[0]], forKey: "sitters")
      context.undo()
      #expect(dogs.map { $0.members("sitters").names } == [["Ann", "Bob"], [], []])
      context.redo()
      try context.save()
      #expect(sitters(of: dogs, in: stack) == [["Bob"], ["Ann"], []])
    },
    StoreConformanceCase("a rollback gives members without inverse back, and what others save is read") { stack in
      let (people, dogs) = try saveSitters(in: stack)
      try dogs[1].setValue([people[0]], forKey: "sitters")
      dogs[0].managedObjectContext?.rollback()
      #expect(dogs.map { $0.members("sitters").names } == [["Ann", "Bob"], [], []])
      let other = stack.context()
      try other.object(with: dogs[2].objectID).setValue([other.object(with: people[0].objectID)], forKey: "sitters")
      try other.save()
      dogs[2].managedObjectContext?.refresh(dogs[2], mergeChanges: false)
      #expect(dogs[2].members("sitters").names == ["Ann"])
    },
  ]
}

import ManagedObjects
import StoreConformance
import Testing

@Suite struct InverseTests {
  private let stack: ConformanceStack
  private let context: ManagedObjectContext

  init() throws {
    stack = try ConformanceStack.inMemory()
    context = stack.context()
  }

  private func people(_ names: String...) throws -> [ManagedObject] {
    try names.map { try context.make("Person", ["name": $0]) }
  }

  @Test func toOneWithToManyInverseIsKeptFromTheOneSide() throws {
    let hound = try context.make("Group", ["name": "Hound"])
    let toy = try context.make("Group", ["name": "Toy"])
    let breed = try context.make("Breed", ["name": "Beagle", "group": hound])
    #expect(hound.members("breeds") == [breed])
    try breed.setValue(toy, forKey: "group")
    #expect(hound.members("breeds").isEmpty && toy.members("breeds") == [breed])
    try breed.setValue(nil, forKey: "group")
    #expect(toy.members("breeds").isEmpty)
  }

  @Test func toOneWithToManyInverseIsKeptFromTheManySide() throws {
    let hound = try context.make("Group", ["name": "Hound"])
    let toy = try context.make("Group", ["name": "Toy"])
    let beagle = try context.make("Breed", ["name": "Beagle", "group": toy])
    let basset = try context.make("Breed", ["name": "Basset"])
    try hound.setValue(Set([beagle, basset]), forKey: "breeds")
    #expect(beagle.related("group") === hound && basset.related("group") === hound)
    #expect(toy.members("breeds").isEmpty)
    try hound.setValue(Set([basset]), forKey: "breeds")
    #expect(beagle.related("group") == nil)
  }

  @Test func aMutableSetChangesTheRelationship() throws {
    let hound = try context.make("Group", ["name": "Hound"])
    let beagle = try context.make("Breed", ["name": "Beagle"])
    let breeds = hound.mutableSetValue(forKey: "breeds")
    breeds.add(beagle)
    #expect(beagle.related("group") === hound && breeds.count == 1 && breeds.contains(beagle))
    breeds.remove(beagle)
    #expect(beagle.related("group") == nil && breeds.allObjects.isEmpty)
  }

  @Test func oneToOnePartnersLeaveTheirOldPartners() throws {
    let all = try people("Ann", "Bob", "Eve")
    try all[0].setValue(all[1], forKey: "partner")
    #expect(all[1].related("partner") === all[0])
    try all[2].setValue(all[1], forKey: "partner")
    #expect(all[0].related("partner") == nil && all[1].related("partner") === all[2])
    try all[2].setValue(nil, forKey: "partner")
    #expect(all[1].related("partner") == nil)
    try all[0].setValue(all[0], forKey: "partner")
    #expect(all[0].related("partner") === all[0])
    try all[0].setValue(nil, forKey: "partner")
    #expect(all[0].related("partner") == nil)
  }

  @Test func manyToManyIsKeptFromBothSides() throws {
    let all = try people("Ann", "Bob")
    let calm = try context.make("Tag", ["name": "calm", "people": Set(all)])
    #expect(all[0].members("tags") == [calm] && all[1].members("tags") == [calm])
    try all[0].setValue(Set<ManagedObject>(), forKey: "tags")
    #expect(calm.members("people") == [all[1]])
  }

  @Test func aSymmetricRelationshipIsKeptOnBothObjects() throws {
    let all = try people("Ann", "Bob", "Eve")
    try all[0].setValue(Set([all[1], all[2]]), forKey: "friends")
    #expect(all[1].members("friends") == [all[0]])
    try all[1].setValue(Set([all[2]]), forKey: "friends")
    #expect(all[0].members("friends") == [all[2]] && all[2].members("friends") == [all[0], all[1]])
    all[0].mutableSetValue(forKey: "friends").add(all[0])
    #expect(all[0].members("friends") == [all[0], all[2]])
    try context.save()
    let read = stack.context().object(with: all[0].objectID)
    #expect(read.members("friends").names == ["Ann", "Eve"])
  }

  @Test func anOrderedRelationshipAppendsFromTheOtherSide() throws {
    let ann = try context.make("Person", ["name": "Ann"])
    let dogs = try ["Rex", "Ace", "Max"].map { try context.make("Dog", ["name": $0, "owner": ann]) }
    #expect(ann.list("dogs") == dogs)
    try dogs[0].setValue(nil, forKey: "owner")
    try dogs[0].setValue(ann, forKey: "owner")
    #expect(ann.list("dogs") == [dogs[1], dogs[2], dogs[0]])
  }

  @Test func aMutableOrderedSetInsertsAndMoves() throws {
    let ann = try context.make("Person", ["name": "Ann"])
    let dogs = try ["Rex", "Ace", "Max"].map { try context.make("Dog", ["name": $0]) }
    let list = ann.mutableOrderedSetValue(forKey: "dogs")
    list.add(dogs[0])
    list.insert(dogs[1], at: 0)
    list.add(dogs[2])
    #expect(ann.list("dogs") == [dogs[1], dogs[0], dogs[2]])
    list.move(from: 2, to: 0)
    #expect(ann.list("dogs") == [dogs[2], dogs[1], dogs[0]])
    list.remove(dogs[1])
    #expect(dogs[1].related("owner") == nil && list.index(of: dogs[0]) == 1)
    try context.save()
    #expect(stack.context().object(with: ann.objectID).list("dogs").compactMap { $0.text("name") } == ["Max", "Rex"])
  }

  @Test func pendingMembersOfAnUnloadedRelationshipSurviveASaveAndALoad() throws {
    let hound = try context.make("Group", ["name": "Hound"])
    try context.make("Breed", ["name": "Beagle", "group": hound])
    try context.save()
    let other = stack.context()
    let group = other.object(with: hound.objectID)
    try other.make("Breed", ["name": "Basset", "group": group])
    try other.save()
    try other.make("Breed", ["name": "Whippet", "group": group])
    #expect(group.isFault)
    #expect(group.members("breeds").names == ["Basset", "Beagle", "Whippet"])
  }
}

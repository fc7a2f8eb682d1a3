package import ManagedObjects
internal import ObjectModel
internal import Testing

/// A context over a store with people, dogs, tags, groups and breeds, and a seeded source of changes to them.
package final class RandomGraph {
  package let stack: ConformanceStack
  package internal(set) var context: ManagedObjectContext
  private var state: UInt64
  private var counter = 0
  /// Objects that are held so that their relationships stay loaded.
  private var held: [ManagedObject] = []

  package init(seed: UInt64, stack: ConformanceStack) throws {
    self.stack = stack
    context = stack.context()
    state = seed &* 0x9E37_79B9_7F4A_7C15
    for _ in 0..<6 { try insert() }
    try context.save()
  }

  /// A number below `bound`.
  func draw(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  func forgetUnchanged() { held.removeAll { _ in draw(2) == 0 } }

  private func objects(_ entity: String) throws -> [ManagedObject] {
    let found = try context.all(entity) { $0.sortDescriptors = [SortKey("name")] }
    if draw(2) == 0 { held += found }
    return found
  }

  private func any(_ entity: String) throws -> ManagedObject? {
    let all = try objects(entity)
    return all.isEmpty ? nil : all[draw(all.count)]
  }

  private func some(_ entity: String) throws -> [ManagedObject] {
    var chosen = try objects(entity).filter { _ in draw(2) == 0 }
    for index in chosen.indices { chosen.swapAt(index, draw(chosen.count)) }
    return chosen
  }

  private func insert() throws {
    counter += 1
    let entity = ["Person", "Dog", "Tag", "Group", "Breed"][draw(5)]
    held.append(try context.make(entity, ["name": "\(entity) \(counter) \(draw(1_000_000))"]))
  }

  /// One random change.
  func change() throws {
    switch draw(13) {
    case 0, 1: try insert()
    case 2: try any("Breed")?.setValue(draw(4) == 0 ? nil : try any("Group"), forKey: "group")
    case 3: try any("Group")?.setValue(Set(try some("Breed")), forKey: "breeds")
    case 4: try any("Person")?.setValue(draw(4) == 0 ? nil : try any("Person"), forKey: "partner")
    case 5: try any("Person")?.setValue(Set(try some("Person")), forKey: "friends")
    case 6: try any("Person")?.setValue(Set(try some("Tag")), forKey: "tags")
    case 7: try any("Tag")?.setValue(Set(try some("Person")), forKey: "people")
    case 8: try any("Person")?.setValue(try some("Dog"), forKey: "dogs")
    case 9: try any("Dog")?.setValue(draw(4) == 0 ? nil : try any("Person"), forKey: "owner")
    case 10: if let dog = try any("Dog") { try hire(Set(try some("Person")), for: dog) }
    case 11: if let object = try any(["Person", "Dog", "Tag", "Group", "Breed"][draw(5)]) { context.delete(object) }
    default: try any("Group")?.setValue("code \(draw(100))", forKey: "code")
    }
  }

  /// Gives a dog these sitters, who leave the others: a SQLite store keeps a relationship without inverse in the member's row, as Core Data does, and
  /// has place for one dog there.
  private func hire(_ sitters: Set<ManagedObject>, for dog: ManagedObject) throws {
    for other in try context.all("Dog") where other !== dog {
      try other.setValue(other.members("sitters").subtracting(sitters), forKey: "sitters")
    }
    try dog.setValue(sitters, forKey: "sitters")
  }

  /// Whether both ends of every relationship agree.
  func checkInverses() throws {
    for person in try context.all("Person") {
      if let partner = person.related("partner") { #expect(partner.related("partner") === person) }
      for friend in person.members("friends") { #expect(friend.members("friends").contains(person)) }
      for tag in person.members("tags") { #expect(tag.members("people").contains(person)) }
      for dog in person.list("dogs") { #expect(dog.related("owner") === person) }
    }
    for tag in try context.all("Tag") {
      for person in tag.members("people") { #expect(person.members("tags").contains(tag)) }
    }
    for dog in try context.all("Dog") {
      if let owner = dog.related("owner") { #expect(owner.list("dogs").filter { $0 === dog }.count == 1) }
    }
    for group in try context.all("Group") {
      for breed in group.members("breeds") { #expect(breed.related("group") === group) }
    }
    for breed in try context.all("Breed") {
      if let group = breed.related("group") { #expect(group.members("breeds").contains(breed)) }
    }
  }

  /// Whether every object that a fetch returns is the one that the context has for its ID, and nobody else has that ID.
  func checkIdentity() throws {
    for entity in ["Person", "Dog", "Tag", "Group", "Breed"] {
      for object in try context.all(entity) {
        #expect(context.registeredObject(for: object.objectID) === object)
        #expect(context.object(with: object.objectID) === object)
      }
    }
    let registered = context.registeredObjects
    #expect(Set(registered.map(\.objectID)).count == registered.count)
  }

  /// The whole graph as text, independent of IDs and of who is loaded.
  func picture(of context: ManagedObjectContext) throws -> [String] {
    var lines: [String] = []
    for entity in ["Person", "Dog", "Tag", "Group", "Breed"] {
      for object in try context.all(entity) {
        var line = object.text("name") ?? ""
        for (name, relationship) in object.entity.relationshipsByName.sorted(by: { $0.key < $1.key }) {
          line += " \(name):"
          if relationship.isOrdered {
            line += object.list(name).compactMap { $0.text("name") }.joined(separator: ",")
          } else if relationship.isToMany {
            // A relationship without inverse goes on naming an object that was deleted until the save.
            line += object.members(name).filter { !$0.isDeleted }.names.joined(separator: ",")
          } else {
            line += object.related(name)?.text("name") ?? "-"
          }
        }
        if entity == "Group" { line += " \(object.text("code") ?? "")" }
        lines.append(line)
      }
    }
    return lines.sorted()
  }
}

import AttributeValues
import FoundationEssentials
import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

@Suite struct DerivedAttributeTests {
  private func stack() throws -> ConformanceStack {
    let model = ConformanceModel.make()
    let group = try #require(model.entitiesByName["Group"])
    group.declaredProperties += [
      DerivedAttributeDescription(name: "breedCount", type: .integer32, derivationExpressionText: "breeds.@count"),
      DerivedAttributeDescription(name: "searchName", type: .string, derivationExpressionText: "canonical:(name)"),
      DerivedAttributeDescription(name: "savedAt", type: .date, derivationExpressionText: "now()"),
    ]
    let breed = try #require(model.entitiesByName["Breed"])
    breed.declaredProperties.append(
      DerivedAttributeDescription(name: "groupName", type: .string, derivationExpressionText: "group.name")
    )
    let note = AttributeDescription(name: "note", type: .string)
    note.isTransient = true
    group.declaredProperties.append(note)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store = CountingStore()
    try coordinator.addPersistentStore(store)
    return ConformanceStack(store: store, coordinator: coordinator)
  }

  @Test func derivedAttributesAreWorkedOutByTheStore() throws {
    let stack = try stack()
    let context = stack.context()
    let group = try context.make("Group", ["name": "Élite"])
    for name in ["Beagle", "Basset"] { try context.make("Breed", ["name": name, "group": group]) }
    try context.save()
    context.refresh(group, mergeChanges: false)
    #expect(group.number("breedCount") == 2 && group.text("searchName") == "elite")
    #expect(group.value(forKey: "savedAt") is Date)
    #expect(
      stack.context().object(with: try #require(group.members("breeds").first).objectID).text("groupName") == "Élite"
    )
    try context.make("Breed", ["name": "Whippet", "group": group])
    try context.save()
    context.refresh(group, mergeChanges: false)
    #expect(group.number("breedCount") == 3)
    #expect(throws: PropertyAccessError.readOnly(entity: "Group", key: "breedCount")) {
      try group.setValue(5, forKey: "breedCount")
    }
  }

  @Test func aTransientAttributeIsKeptInMemoryOnly() throws {
    let stack = try stack()
    let context = stack.context()
    let group = try context.make("Group", ["name": "Hound", "note": "kept"])
    try context.save()
    #expect(group.text("note") == "kept")
    try group.setValue("changed", forKey: "note")
    #expect(group.hasChanges)
    try context.save()
    #expect(group.version == 1 && group.text("note") == "changed")
    #expect(stack.context().object(with: group.objectID).text("note") == nil)
  }
}

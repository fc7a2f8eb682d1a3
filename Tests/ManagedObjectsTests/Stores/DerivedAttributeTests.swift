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
    group.declaredProperties.append(
      DerivedAttributeDescription(name: "breedCount", type: .integer32, derivationExpressionText: "breeds.@count")
    )
    let note = AttributeDescription(name: "note", type: .string)
    note.isTransient = true
    group.declaredProperties.append(note)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store = CountingStore()
    try coordinator.addPersistentStore(store)
    return ConformanceStack(store: store, coordinator: coordinator)
  }

  @Test func aDerivedAttributeCannotBeSet() throws {
    let stack = try stack()
    let group = try stack.context().make("Group", ["name": "Hound"])
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

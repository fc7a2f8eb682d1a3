import AttributeValues
import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

/// What a rule does in combination with the rule of the inverse, over every kind of ends.
struct DeleteRulePair: CustomTestStringConvertible {
  let rule: DeleteRule
  let inverseRule: DeleteRule
  let left: RelationshipEnd
  let right: RelationshipEnd

  static let all = DeleteRule.allCases.flatMap { rule in
    DeleteRule.allCases.flatMap { inverseRule in
      RelationshipEnd.allCases.flatMap { left in
        RelationshipEnd.allCases.map { DeleteRulePair(rule: rule, inverseRule: inverseRule, left: left, right: $0) }
      }
    }
  }

  var testDescription: String { "\(rule) against \(inverseRule), \(left)–\(right)" }

  /// `Left.right` has the rule, `Right.left` the inverse's.
  func model() throws -> ManagedObjectModel {
    let model = RelationshipPair(left: left, right: right, isReflexive: false).model()
    try #require(model.entitiesByName["Left"]?.relationshipsByName["right"]).deleteRule = rule
    try #require(model.entitiesByName["Right"]?.relationshipsByName["left"]).deleteRule = inverseRule
    return model
  }
}

@Suite struct DeleteRuleCombinationTests {
  @Test(arguments: DeleteRulePair.all) func deletingOneOfTwoRelatedObjectsDoesWhatItsRuleSays(
    _ pair: DeleteRulePair
  ) throws {
    let (stack, left, right) = try related(pair)
    let context = try #require(left.managedObjectContext)
    context.delete(left)
    switch pair.rule {
    case .deny:
      let error = #expect(throws: ValidationErrors.self) { try context.save() }
      #expect(error?.errors.map(\.code) == [.relationshipDeniedDelete] && error?.errors.first?.key == "right")
      #expect(try stack.context().all("Left").count == 1)
      context.rollback()
      #expect(!left.isDeleted && related(left, "right", pair.left) == [right])
    case .cascade:
      try context.save()
      // The inverse's rule has nothing left to refuse: what it would refuse is going anyway.
      #expect(try stack.context().all("Left").isEmpty && stack.context().all("Right").isEmpty)
    case .nullify:
      try context.save()
      #expect(related(right, "left", pair.right).isEmpty)
      let read = try #require(try stack.context().all("Right").first)
      #expect(related(read, "left", pair.right).isEmpty)
    case .noAction:
      try context.save()
      #expect(try stack.context().all("Left").isEmpty)
      #expect(try stack.context().all("Right").count == 1)
    }
  }

  @Test(arguments: DeleteRulePair.all) func deletingBothEndsIsAlwaysAllowed(_ pair: DeleteRulePair) throws {
    let (stack, left, right) = try related(pair)
    let context = try #require(left.managedObjectContext)
    context.delete(right)
    context.delete(left)
    try context.save()
    #expect(try stack.context().all("Left").isEmpty && stack.context().all("Right").isEmpty)
  }

  @Test func aCascadeThatReachesADenialFailsAsAWholeUntilTheReasonIsGone() throws {
    // A cascades to B, B denies as long as it has C.
    let model = chain([.cascade, .deny])
    let stack = try stack(model)
    let context = stack.context()
    let objects = try link(context, ["A", "B", "C"])
    try context.save()
    context.delete(objects[0])
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.objectID) == [objects[1].objectID])
    #expect(objects[0].isDeleted && objects[1].isDeleted && !objects[2].isDeleted)
    context.delete(objects[2])
    try context.save()
    for name in ["A", "B", "C"] { #expect(try stack.context().all(name).isEmpty) }
  }

  @Test func aCascadeFollowsCascadesToTheEndOfTheChain() throws {
    let stack = try stack(chain([.cascade, .cascade, .nullify]))
    let context = stack.context()
    let objects = try link(context, ["A", "B", "C", "D"])
    try context.save()
    context.delete(objects[0])
    try context.save()
    #expect(try stack.context().all("C").isEmpty && stack.context().all("D").count == 1)
    #expect(objects[3].related("back") == nil)
  }

  @Test func everyDenialOfASaveIsReported() throws {
    let stack = try stack(chain([.deny]))
    let context = stack.context()
    let first = try link(context, ["A", "B"])
    let second = try link(context, ["A", "B"])
    try context.save()
    context.delete(first[0])
    context.delete(second[0])
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.code) == [.relationshipDeniedDelete, .relationshipDeniedDelete])
  }

  @Test func anObjectWhoseRequiredPartnerGoesFailsTheSave() throws {
    let model = chain([.nullify])
    try #require(model.entitiesByName["B"]?.relationshipsByName["back"]).isOptional = false
    let stack = try stack(model)
    let context = stack.context()
    let objects = try link(context, ["A", "B"])
    try context.save()
    context.delete(objects[0])
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.code) == [.missingMandatoryProperty])
    #expect(error?.errors.first?.objectID == objects[1].objectID)
  }

  // MARK: Models

  private func stack(_ model: ManagedObjectModel) throws -> ConformanceStack {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store = CountingStore()
    try coordinator.addPersistentStore(store)
    return ConformanceStack(store: store, coordinator: coordinator)
  }

  private func related(_ pair: DeleteRulePair) throws -> (ConformanceStack, ManagedObject, ManagedObject) {
    let stack = try stack(pair.model())
    let context = stack.context()
    let left = try context.make("Left", ["name": "L"])
    let right = try context.make("Right", ["name": "R"])
    try left.setValue(pair.left == .toOne ? right : [right] as Any, forKey: "right")
    try context.save()
    return (stack, left, right)
  }

  private func related(_ object: ManagedObject, _ key: String, _ end: RelationshipEnd) -> [ManagedObject] {
    switch end {
    case .toOne: object.related(key).map { [$0] } ?? []
    case .toMany: Array(object.members(key))
    case .ordered: object.list(key)
    }
  }

  /// Entities A, B, C…, each with a `next` to the following one, with these rules, and a `back` that nullifies.
  private func chain(_ rules: [DeleteRule]) -> ManagedObjectModel {
    let entities = "ABCDEF".prefix(rules.count + 1).map { EntityDescription(name: String($0)) }
    for (index, rule) in rules.enumerated() {
      let next = RelationshipDescription(name: "next", destination: entities[index + 1])
      let back = RelationshipDescription(name: "back", destination: entities[index])
      next.deleteRule = rule
      next.inverseRelationship = back
      back.inverseRelationship = next
      entities[index].declaredProperties.append(next)
      entities[index + 1].declaredProperties.append(back)
    }
    return ManagedObjectModel(entities: entities)
  }

  private func link(_ context: ManagedObjectContext, _ names: [String]) throws -> [ManagedObject] {
    let objects = try names.map { try context.make($0) }
    for (object, next) in zip(objects, objects.dropFirst()) { try object.setValue(next, forKey: "next") }
    return objects
  }
}

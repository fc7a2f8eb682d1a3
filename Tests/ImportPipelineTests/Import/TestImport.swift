import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import Testing
import TestSupport

/// An import from a recipe and sources given as texts: into an in-memory store, and once more into SQLite files and as a check, which have to agree.
struct TestImport {
  let result: ImportResult
  let plan: ImportPlan
  let context: ManagedObjectContext
  let rejectFolder: String

  /// The model of these tests: groups with a unique name, and dogs that belong to one and are friends of others.
  static func model() -> ManagedObjectModel {
    let group = EntityDescription(name: "Group")
    let dog = EntityDescription(name: "Dog")
    func attribute(_ name: String, _ type: AttributeType, optional: Bool = true) -> AttributeDescription {
      let attribute = AttributeDescription(name: name, type: type)
      attribute.isOptional = optional
      return attribute
    }
    let dogs = RelationshipDescription(name: "dogs", destination: dog, toMany: true)
    let belongs = RelationshipDescription(name: "group", destination: group)
    belongs.isOptional = false
    dogs.inverseRelationship = belongs
    belongs.inverseRelationship = dogs
    let friends = RelationshipDescription(name: "friends", destination: dog, toMany: true)
    let friendOf = RelationshipDescription(name: "friendOf", destination: dog, toMany: true)
    friends.inverseRelationship = friendOf
    friendOf.inverseRelationship = friends
    let weight = attribute("weight", .double)
    weight.constraints.minimum = .double(0.5)
    weight.constraints.maximum = .double(120)
    let code = attribute("code", .string)
    code.constraints.regularExpression = "[A-Z]{3}"
    let isGood = attribute("isGood", .boolean, optional: false)
    isGood.defaultValue = .boolean(true)
    group.declaredProperties = [attribute("name", .string, optional: false), dogs]
    group.uniquenessConstraints = [["name"]]
    dog.declaredProperties = [
      attribute("name", .string, optional: false), weight, attribute("age", .integer16), attribute("born", .date), code,
      isGood, attribute("temper", .string), belongs, friends, friendOf,
    ]
    dog.uniquenessConstraints = [["name"], ["code"]]
    return ManagedObjectModel(entities: [group, dog])
  }

  /// Runs `recipe` over `files`, by file name.
  init(
    _ recipe: String,
    files: [String: String],
    bytes: [String: [UInt8]] = [:],
    in folder: String,
    model: ManagedObjectModel = TestImport.model(),
    rules: [any RecordRule] = [],
    rulesOff: Set<RuleCode> = [],
    location: SourceLocation = #_sourceLocation
  ) throws {
    for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    for (name, bytes) in bytes { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    let path = "\(folder)/test.recipe.yml"
    try Data(recipe.utf8).write(to: URL(fileURLWithPath: path))
    plan = try ImportPlanner.plan(try RecipeReader.read(path: path), model: model, folder: folder, rules: rules)
    rejectFolder = "\(folder)/rejects"
    let comparison = ImportComparison(plan: plan, model: model, rulesOff: rulesOff)
    let outcome = try comparison.run(.memory, in: folder, rejectFolder: rejectFolder)
    result = outcome.result
    context = outcome.context
    try comparison.compare(outcome, in: folder, location: location)
  }

  /// The findings as `file:line:column rule`.
  var places: [String] { result.findings.map { "\($0.position.map(String.init(describing:)) ?? "-") \($0.rule)" } }

  /// The objects of an entity by name, each as its `keys` joined by a bar.
  func objects(_ entity: String, _ keys: String...) throws -> [String] {
    var request = FetchRequest<ManagedObject>(entityName: entity)
    request.sortDescriptors = [SortKey("name")]
    return try context.fetch(request).map { object in
      keys.map { key in
        if key.hasSuffix(".@count") { return "\(object.mutableSetValue(forKey: String(key.dropLast(7))).count)" }
        return object.value(forKeyPath: key).map { "\($0)" } ?? "nil"
      }
      .joined(separator: "|")
    }
  }
}

import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// Imports that fill relationships of every kind: written page by page, they say the same as through SQLite (`TestImport` compares them, value by value of
/// every table).
@Suite struct SealedRelationshipTests {
  /// One end of a relationship.
  private struct End {
    var name: String
    var isToMany: Bool
    var isOrdered = false

    static func one(_ name: String) -> End { End(name: name, isToMany: false) }
    static func many(_ name: String) -> End { End(name: name, isToMany: true) }
    static func ordered(_ name: String) -> End { End(name: name, isToMany: true, isOrdered: true) }
  }

  private static func entity(_ name: String) -> EntityDescription {
    let entity = EntityDescription(name: name)
    let key = AttributeDescription(name: "name", type: .string)
    key.isOptional = false
    entity.declaredProperties = [key, AttributeDescription(name: "size", type: .integer16)]
    entity.uniquenessConstraints = [["name"]]
    return entity
  }

  private static func relate(_ one: EntityDescription, _ end: End, _ other: EntityDescription, _ back: End) {
    func relationship(_ end: End, to destination: EntityDescription) -> RelationshipDescription {
      let relationship = RelationshipDescription(name: end.name, destination: destination, toMany: end.isToMany)
      relationship.isOrdered = end.isOrdered
      return relationship
    }
    let forward = relationship(end, to: other)
    one.declaredProperties.append(forward)
    if one === other, end.name == back.name {
      forward.inverseRelationship = forward
      return
    }
    let inverse = relationship(back, to: one)
    other.declaredProperties.append(inverse)
    forward.inverseRelationship = inverse
    inverse.inverseRelationship = forward
  }

  /// A model of dishes and tags.
  private static func dishes(_ tags: End, _ dishes: End) -> ManagedObjectModel {
    let (dish, tag) = (entity("Dish"), entity("Tag"))
    relate(dish, tags, tag, dishes)
    return ManagedObjectModel(entities: [dish, tag])
  }

  /// Imports sources, each given as it follows its file, with batches of several sizes, which have to give the same.
  private func run(
    _ sources: [(settings: String, text: String)],
    _ model: () -> ManagedObjectModel
  ) throws -> [TestImport] {
    var lines = ["model: T.xcdatamodeld", "output: T.sqlite", "sources:"]
    var files: [String: String] = [:]
    for (number, source) in sources.enumerated() {
      lines.append("  - { file: s\(number).csv, key: name, \(source.settings) }")
      files["s\(number).csv"] = source.text
    }
    return try [1, 2, 3, 1000].map { batchSize in
      let folder = try TemporaryFolder()
      let recipe = "batchSize: \(batchSize)\n" + lines.joined(separator: "\n") + "\n"
      let test = try TestImport(recipe, files: files, in: folder.path, model: model())
      #expect(test.plan.needOfObjects == nil)
      return test
    }
  }

  /// The objects of an entity with the names of those that they are related to: in order, or sorted where there is none.
  private func related(_ test: TestImport, _ entity: String, _ name: String) throws -> [String] {
    var request = FetchRequest<ManagedObject>(entityName: entity)
    request.sortDescriptors = [SortKey("name")]
    return try test.context.fetch(request).map { object in
      let names = try object.objectIDs(forRelationshipNamed: name).map { objectID in
        try test.context.existingObject(with: objectID).value(forKey: "name").map { "\($0)" } ?? ""
      }
      let isOrdered = (object.entity.propertiesByName[name] as? RelationshipDescription)?.isOrdered == true
      return "\(object.value(forKey: "name") ?? ""): \((isOrdered ? names : names.sorted()).joined(separator: " "))"
    }
  }

  private static let tags = "relationships: { tags: { field: tags, matches: name, split: ';', unknown: create } }"

  // MARK: Many-to-many

  @Test(arguments: [End.many("tags"), .ordered("tags")], [End.many("dishes"), .ordered("dishes")])
  private func linksObjects(_ tags: End, _ dishes: End) throws {
    let sources = [
      ("entity: Tag, mode: insert", "name\nhot\nold\nred\n"),
      (
        "entity: Dish, mode: insert, \(Self.tags)",
        "name,size,tags\nSoup,1,red;hot;red\nStew,2,\nCake,big,sweet;hot\nPie,1,sweet;old;hot\nSoup,3,old\n"
      ),
      // The order of dishes follows from all that name a tag.
      (
        "entity: Tag, relationships: { dishes: { field: dishes, matches: name, split: ';' } }",
        "name,dishes\nnew,Stew;Pie\nsalt,Soup\n"
      ),
    ]
    for test in try run(sources, { Self.dishes(tags, dishes) }) {
      // A rejected record leaves neither links nor tags.
      #expect(test.result.records.rejected == 2)
      let soup = tags.isOrdered ? "Soup: red hot salt" : "Soup: hot red salt"
      let pie = tags.isOrdered ? "Pie: sweet old hot new" : "Pie: hot new old sweet"
      #expect(try related(test, "Dish", "tags") == [pie, soup, "Stew: new"])
      #expect(
        try related(test, "Tag", "dishes") == [
          dishes.isOrdered ? "hot: Soup Pie" : "hot: Pie Soup", dishes.isOrdered ? "new: Stew Pie" : "new: Pie Stew",
          "old: Pie", "red: Soup", "salt: Soup", "sweet: Pie",
        ]
      )
    }
  }

  @Test(arguments: [End.many("tags"), .ordered("tags")]) private func addsMembersToObjects(_ tags: End) throws {
    let sources = [
      ("entity: Dish, mode: insert, \(Self.tags)", "name,tags\nSoup,red;hot\nStew,\n"),
      ("entity: Dish, mode: update, \(Self.tags)", "name,tags\nStew,hot;new\nSoup,hot;red;hot\n"),
      (
        "entity: Dish, repeats: merge, \(Self.tags)",
        "name,tags\nSoup,new;red\nPie,\nPie,red\nPie,red;hot\nSoup,new\nStew,\n"
      ),
    ]
    for test in try run(sources, { Self.dishes(tags, .ordered("dishes")) }) {
      #expect(test.result.sources[1].records.updated == 1)
      #expect(test.result.sources[1].records.unchanged == 1)
      #expect(test.result.sources[2].records.updated == 3)
      #expect(test.result.sources[2].records.unchanged == 2)
      #expect(
        try related(test, "Dish", "tags") == [
          tags.isOrdered ? "Pie: red hot" : "Pie: hot red", tags.isOrdered ? "Soup: red hot new" : "Soup: hot new red",
          "Stew: hot new",
        ]
      )
      #expect(try related(test, "Tag", "dishes") == ["hot: Soup Stew Pie", "new: Stew Soup", "red: Soup Pie"])
    }
  }

  @Test func linksFriendsOnce() throws {
    func model() -> ManagedObjectModel {
      let dog = Self.entity("Dog")
      Self.relate(dog, .many("friends"), dog, .many("friends"))
      return ManagedObjectModel(entities: [dog])
    }
    let friends = "relationships: { friends: { field: friends, matches: name, split: ';', unknown: create } }"
    let sources = [
      ("entity: Dog, mode: insert, \(friends)", "name,friends\nRex,\nBello,Rex;Rex\nCora,Bello;Dina;Rex\n"),
      ("entity: Dog, mode: upsert, \(friends)", "name,friends\nRex,Bello;Rex;Ella\nDina,Cora\nElla,Dina\n"),
    ]
    for test in try run(sources, model) {
      #expect(test.result.sources[1].records.unchanged == 1)
      #expect(
        try related(test, "Dog", "friends") == [
          "Bello: Cora Rex", "Cora: Bello Dina Rex", "Dina: Cora Ella", "Ella: Dina Rex", "Rex: Bello Cora Ella Rex",
        ]
      )
    }
  }

  // MARK: Ordered members

  private static func lists() -> ManagedObjectModel {
    let (list, item) = (entity("List"), entity("Item"))
    relate(list, .ordered("items"), item, .one("list"))
    return ManagedObjectModel(entities: [list, item])
  }

  private static let list = "relationships: { list: { field: list, matches: name, unknown: create } }"
  private static let items = "relationships: { items: { field: items, matches: name, split: ';', unknown: create } }"

  @Test func putsNewMembersAtTheEnd() throws {
    let sources = [
      ("entity: List, mode: insert", "name\nB\nA\n"),
      ("entity: Item, mode: insert, \(Self.list)", "name,size,list\nz,1,A\ny,1,B\nx,many,A\nw,1,A\nv,1,\nu,1,C\n"),
      // All lists are known, and then nobody asks for one: most of these records need no decision.
      (
        "entity: Item, mode: insert, relationships: { list: { field: list, matches: name } }",
        "name,list\na,C\nb,A\nc,\nd,A\n"
      ),
      ("entity: Item, mode: insert", "name\ne\nf\n"),
    ]
    for test in try run(sources, Self.lists) {
      #expect(test.plan.entitiesUpdated.isEmpty)
      #expect(try related(test, "List", "items") == ["A: z w b d", "B: y", "C: u a"])
    }
  }

  @Test func putsMembersThatMoveAtTheEnd() throws {
    let sources = [
      ("entity: Item, mode: insert, \(Self.list)", "name,list\na,A\nb,A\nc,A\nd,B\ne,B\nf,\n"),
      (
        "entity: Item, repeats: merge, \(Self.list)",
        "name,size,list\na,1,B\ng,1,A\nb,2,A\na,3,A\nf,1,B\nd,,A\nh,,B\nd,,B\n"
      ),
    ]
    for test in try run(sources, Self.lists) {
      #expect(try related(test, "List", "items") == ["A: b c g a", "B: e f h d"])
    }
  }

  @Test func takesTheMembersThatOwnersList() throws {
    let sources = [
      ("entity: Item, mode: insert, \(Self.list)", "name,list\na,A\nb,A\nc,B\nd,\n"),
      ("entity: List, repeats: merge, \(Self.items)", "name,items\nC,d;b;e;d\nA,a;c;f\nB,\nC,a;g;b\nD,g;e\n"),
    ]
    for test in try run(sources, Self.lists) {
      #expect(try related(test, "List", "items") == ["A: c f", "B: ", "C: d b a", "D: g e"])
    }
  }

  @Test func numbersMembers2048Apart() throws {
    let folder = try TemporaryFolder()
    try folder.write("name,list\na,A\nb,A\nc,A\n", to: "s0.csv")
    try folder.write("name,list\na,B\n", to: "s1.csv")
    try folder.write(
      """
      model: T.xcdatamodeld
      output: T.sqlite
      sources:
        - { file: s0.csv, entity: Item, mode: insert, \(Self.list) }
        - { file: s1.csv, entity: Item, mode: update, key: name, \(Self.list) }

      """,
      to: "t.recipe.yml"
    )
    let model = Self.lists()
    let recipe = try RecipeReader.read(path: folder.file("t.recipe.yml"))
    let plan = try ImportPlanner.plan(recipe, model: model, folder: folder.path)
    let outcome = try ImportComparison(plan: plan, model: model).run(.sealed, in: folder.path)
    let path = outcome.store.location
    try outcome.store.close()
    let connection = try SQLiteConnection(path: path, mode: .immutable)
    #expect(
      try connection.rows("SELECT ZNAME, ZLIST, Z_FOK_LIST FROM ZITEM ORDER BY Z_PK") == [
        [.text("a"), .integer(2), .integer(2048)], [.text("b"), .integer(1), .integer(2048)],
        [.text("c"), .integer(1), .integer(4096)],
      ]
    )
  }

  // MARK: Partners

  @Test(arguments: ["error", "replace"]) func relatesPartners(taken: String) throws {
    func model() -> ManagedObjectModel {
      let (person, passport) = (Self.entity("Person"), Self.entity("Passport"))
      Self.relate(person, .one("passport"), passport, .one("holder"))
      return ManagedObjectModel(entities: [person, passport])
    }
    let passport =
      "relationships: { passport: { field: passport, matches: name, unknown: create, taken: \(taken) } }"
    let sources = [
      ("entity: Passport, mode: insert", "name\n1\n2\n"),
      ("entity: Person, mode: insert, \(passport)", "name,passport\nAnn,1\nBob,1\nCid,3\nDan,\nEve,1\n"),
      ("entity: Person, \(passport)", "name,passport\nAnn,3\nDan,1\nFay,2\nCid,2\nGus,4\n"),
    ]
    for test in try run(sources, model) {
      #expect(Set(test.plan.entitiesUpdated.map(\.name)) == ["Person", "Passport"])
      let expected =
        taken == "replace"
        ? ["Ann: 3", "Bob: ", "Cid: 2", "Dan: 1", "Eve: ", "Fay: ", "Gus: 4"]
        : ["Ann: 1", "Cid: 3", "Dan: ", "Fay: 2", "Gus: 4"]
      #expect(try related(test, "Person", "passport") == expected)
    }
  }

  @Test func marriesPeople() throws {
    func model() -> ManagedObjectModel {
      let person = Self.entity("Person")
      Self.relate(person, .one("spouse"), person, .one("spouse"))
      return ManagedObjectModel(entities: [person])
    }
    let spouse = "relationships: { spouse: { field: spouse, matches: name, unknown: create, taken: replace } }"
    let sources = [
      ("entity: Person, mode: insert, \(spouse)", "name,spouse\nAnn,Bob\nCid,Dan\nEve,Ann\n"),
      ("entity: Person, \(spouse)", "name,spouse\nDan,Ann\nFay,Fay\nBob,Eve\nFay2,Fay\n"),
    ]
    for test in try run(sources, model) {
      #expect(
        try related(test, "Person", "spouse")
          == ["Ann: Dan", "Bob: Eve", "Cid: ", "Dan: Ann", "Eve: Bob", "Fay: Fay2", "Fay2: Fay"]
      )
    }
  }

  // MARK: Inheritance

  /// The tables of hierarchies say of which entity an owner is.
  @Test func relatesObjectsOfSeveralEntities() throws {
    func model() -> ManagedObjectModel {
      let (animal, owner) = (Self.entity("Animal"), Self.entity("Owner"))
      let (dog, cat, firm) = (
        EntityDescription(name: "Dog"), EntityDescription(name: "Cat"), EntityDescription(name: "Firm")
      )
      Self.relate(owner, .ordered("animals"), animal, .one("owner"))
      Self.relate(owner, .one("favourite"), animal, .one("favouriteOf"))
      Self.relate(dog, .many("foes"), cat, .ordered("foes"))
      animal.subentities = [dog, cat]
      owner.subentities = [firm]
      return ManagedObjectModel(entities: [animal, dog, cat, owner, firm])
    }
    func reference(_ names: [String]) -> String {
      let fields = names.map { "\($0): { field: \($0), matches: name, split: ';' }" }
      return "relationships: { \(fields.joined(separator: ", ")) }"
    }
    let sources = [
      ("entity: Dog, mode: insert", "name\nRex\nBello\n"),
      ("entity: Cat, mode: insert, \(reference(["foes"]))", "name,foes\nTom,Rex;Bello\nMia,Rex\n"),
      (
        "entity: Owner, mode: insert, relationships: { animals: { field: animals, matches: name, split: ';' }, favourite: { field: favourite, matches: name } }",
        "name,animals,favourite\nAnn,Tom;Rex,Rex\nBob,Mia,Tom\n"
      ),
      (
        "entity: Firm, mode: insert, relationships: { animals: { field: animals, matches: name, split: ';' }, favourite: { field: favourite, matches: name, taken: replace } }",
        "name,animals,favourite\nZoo,Bello;Tom,Rex\n"
      ),
      ("entity: Dog, \(reference(["foes"]))", "name,foes\nBello,Mia\n"),
    ]
    for test in try run(sources, model) {
      #expect(try related(test, "Owner", "animals") == ["Ann: Rex", "Bob: Mia", "Zoo: Bello Tom"])
      #expect(try related(test, "Owner", "favourite") == ["Ann: ", "Bob: Tom", "Zoo: Rex"])
      #expect(try related(test, "Cat", "foes") == ["Mia: Rex Bello", "Tom: Rex Bello"])
    }
  }

  // MARK: What needs objects

  @Test func saysWhichRelationshipsNeedObjects() throws {
    func need(_ tags: End, _ dishes: End, _ change: (RelationshipDescription) -> Void) throws -> String? {
      let model = Self.dishes(tags, dishes)
      let relationship = try #require(
        model.entitiesByName["Dish"]?.propertiesByName["tags"] as? RelationshipDescription
      )
      change(relationship)
      let folder = try TemporaryFolder()
      try folder.write("name,tags\n", to: "s.csv")
      let recipe = "model: T.xcdatamodeld\noutput: T.sqlite\nsources: [{ file: s.csv, entity: Dish, \(Self.tags) }]\n"
      try folder.write(recipe, to: "t.recipe.yml")
      let read = try RecipeReader.read(path: folder.file("t.recipe.yml"))
      return try ImportPlanner.plan(read, model: model, folder: folder.path).needOfObjects
    }
    #expect(try need(.many("tags"), .many("dishes")) { _ in } == nil)
    #expect(try need(.many("tags"), .one("dish")) { _ in } == nil)
    let start = "the relationship tags, which records of s.csv fill,"
    #expect(
      try need(.many("tags"), .many("dishes")) { tags in
        tags.inverseRelationship?.inverseRelationship = nil
        tags.inverseRelationship = nil
      } == "\(start) has no inverse"
    )
    #expect(try need(.many("tags"), .many("dishes")) { $0.isTransient = true } == "\(start) is transient")
    #expect(
      try need(.many("tags"), .many("dishes")) { $0.inverseRelationship?.isTransient = true } == "\(start) is transient"
    )
    let few = try ObjectPredicate(format: "@count < 3")
    #expect(
      try need(.many("tags"), .many("dishes")) {
        $0.validationRules = [ValidationRule(predicate: few, warning: "many")]
      }
        == "\(start) has rules about the objects that it leads to"
    )
    #expect(
      try need(.many("tags"), .one("dish")) { $0.destinationEntity?.propertiesByName["size"]?.isTransient = true }
        == "\(start) changes objects with transient attributes"
    )
    #expect(
      try need(.many("tags"), .many("dishes")) { $0.destinationEntity?.propertiesByName["size"]?.isTransient = true }
        == nil
    )
  }
}

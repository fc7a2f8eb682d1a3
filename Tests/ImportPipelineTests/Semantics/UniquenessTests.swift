import AttributeValues
import Findings
import ImportPipeline
import ManagedObjects
import ObjectModel
import Testing
import TestSupport

/// The model's uniqueness constraints, on what a record would make of its objects. `TestImport` compares the stores and the check.
@Suite("Uniqueness of imported objects")
struct UniquenessTests {
  private func run(
    _ recipe: String,
    _ files: [String: String],
    _ entities: [EntityDescription],
    location: SourceLocation = #_sourceLocation
  ) throws -> TestImport {
    let folder = try TemporaryFolder()
    return try TestImport(
      "model: T.xcdatamodeld\noutput: T.sqlite\n" + recipe,
      files: files,
      in: folder.path,
      model: ManagedObjectModel(entities: entities),
      location: location
    )
  }

  private static let seats = """
    sources:
      - { file: tables.csv, entity: Table }
      - { file: seats.csv, entity: Seat, key: name, relationships: { table: { field: table, matches: name } } }
      - { file: moves.csv, entity: Seat, key: name, mode: update, \
    relationships: { table: { field: table, matches: name } } }

    """

  private func seats(_ constraint: [String]) -> [EntityDescription] {
    let table = SmallModel.entity("Table")
    let seat = SmallModel.entity("Seat", SmallModel.attribute("number", .integer16))
    SmallModel.relate(table, "seats*", seat, "table")
    seat.uniquenessConstraints = [constraint]
    return [table, seat]
  }

  @Test func overARelationshipAlone() throws {
    let test = try run(
      Self.seats,
      [
        "tables.csv": "name\nT1\nT2\nT3\n", "seats.csv": "name,table\nA,T1\nB,T2\nC,T1\nD,\nE,\n",
        "moves.csv": "name,table\nA,T2\nD,T3\nE,T3\nB,T2\n",
      ],
      seats(["table"])
    )
    #expect(
      test.places.map { String($0.prefix { $0 != " " }.dropLast(2)) + String($0.drop { $0 != " " }) } == [
        "seats.csv:4 record.duplicate", "moves.csv:2 record.duplicate", "moves.csv:4 record.duplicate",
      ]
    )
    #expect(try test.objects("Seat", "name", "table.name") == ["A|T1", "B|T2", "D|T3", "E|nil"])
  }

  @Test func overARelationshipAndAnAttribute() throws {
    let test = try run(
      Self.seats,
      [
        "tables.csv": "name\nT1\nT2\n",
        "seats.csv": "name,number,table\nA,1,T1\nB,1,T2\nC,2,T1\nD,1,T1\nE,,T1\nF,,T1\n",
        // A would take B's seat; C may change both at once; E gets a number that is free; F one that C has left.
        "moves.csv": "name,number,table\nA,,T2\nC,2,T2\nE,3,\nF,2,\n",
      ],
      seats(["number", "table"])
    )
    #expect(test.result.findings.map(\.rule) == [.recordDuplicate, .recordDuplicate])
    #expect(test.result.findings.map(\.position?.line) == [5, 2])
    #expect(
      try test.objects("Seat", "name", "number", "table.name") == ["A|1|T1", "B|1|T2", "C|2|T2", "E|3|T1", "F|2|T1"]
    )
  }

  private func plainName() -> DerivedAttributeDescription {
    DerivedAttributeDescription(name: "plain", type: .string, derivationExpressionText: "canonical:(name)")
  }

  /// A derived value follows from what the record gives, in a new object, a changed one, one of a sub-entity, and one that a reference makes.
  @Test(arguments: ["insert", "upsert"]) func overADerivedAttribute(mode: String) throws {
    let dog = SmallModel.entity("Dog", SmallModel.attribute("code"), plainName())
    let puppy = EntityDescription(name: "Puppy")
    dog.subentities = [puppy]
    dog.uniquenessConstraints = [["plain"]]
    let owner = SmallModel.entity("Owner")
    SmallModel.relate(owner, "dog", dog, "owners*")
    let test = try run(
      """
      sources:
        - { file: dogs.csv, entity: Dog, key: code, mode: \(mode) }
        - { file: puppies.csv, entity: Puppy }
        - { file: moves.csv, entity: Dog, key: code, mode: update }
        - { file: owners.csv, entity: Owner, relationships: { dog: { field: dog, matches: name, unknown: create } } }

      """,
      [
        "dogs.csv": "code,name\n1,Rex\n2,Ann\n3,RÉX\n4,Bob\n5,\n6,\n", "puppies.csv": "name\nANN\nTim\n",
        // 2 would take Bob's name, 4 takes the one that 1 has left.
        "moves.csv": "code,name\n2,bób\n1,Max\n4,rex\n", "owners.csv": "name,dog\nEva,tím\nFay,Ada\n",
      ],
      [dog, puppy, owner]
    )
    #expect(
      test.places == [
        "dogs.csv:4:3 record.duplicate", "puppies.csv:2:1 record.duplicate", "moves.csv:2:3 record.duplicate",
        "owners.csv:2:5 record.duplicate",
      ]
    )
    #expect(test.result.findings.first?.message.contains("plain") == true)
    #expect(
      try test.objects("Dog", "name", "code").sorted() == [
        "Ada|nil", "Ann|2", "Max|1", "Tim|nil", "nil|5", "nil|6", "rex|4",
      ]
    )
    #expect(try test.objects("Owner", "name", "dog.name") == ["Fay|Ada"])
  }

  @Test func overADerivedAttributeAndARelationship() throws {
    let seat = SmallModel.entity("Seat", plainName())
    let table = SmallModel.entity("Table")
    SmallModel.relate(table, "seats*", seat, "table")
    seat.uniquenessConstraints = [["table", "plain"]]
    let test = try run(
      Self.seats,
      [
        "tables.csv": "name\nT1\nT2\n", "seats.csv": "name,table\nA,T1\na,T2\nÁ,T1\nB,T1\n",
        "moves.csv": "name,table\na,T1\nB,T2\nA,\n",
      ],
      [table, seat]
    )
    #expect(test.result.findings.map(\.rule) == [.recordDuplicate, .recordDuplicate])
    #expect(test.result.findings.map(\.position?.line) == [4, 2])
    #expect(try test.objects("Seat", "name", "table.name") == ["A|T1", "B|T2", "a|T2"])
  }

  /// A derivation that names one attribute is a copy, which the store makes without a conversion to the type of the derived attribute.
  @Test func overACopyOfAnotherType() throws {
    let size = SmallModel.attribute("size", .double)
    let copy = DerivedAttributeDescription(name: "copy", type: .integer16, derivationExpressionText: "size")
    let dog = SmallModel.entity("Dog", size, copy)
    dog.uniquenessConstraints = [["copy"]]
    let test = try run(
      "sources:\n  - { file: dogs.csv, entity: Dog }\n",
      ["dogs.csv": "name,size\nRex,1.2\nAnn,1.7\nBob,1.2\nTim,\nEva,\n"],
      [dog]
    )
    #expect(test.places == ["dogs.csv:4:5 record.duplicate"])
    #expect(try test.objects("Dog", "name").sorted() == ["Ann", "Eva", "Rex", "Tim"])
  }

  /// What looks at more than the object itself is not judged by the default value that the model has for it.
  @Test func overADerivedAttributeWithADefault() throws {
    let expression = "kennel.name"
    let home = DerivedAttributeDescription(name: "home", type: .string, derivationExpressionText: expression)
    home.defaultValue = .string("none")
    let dog = SmallModel.entity("Dog", home)
    dog.uniquenessConstraints = [["home"]]
    let kennel = SmallModel.entity("Kennel")
    SmallModel.relate(kennel, "dogs*", dog, "kennel")
    let test = try run(
      """
      sources:
        - { file: kennels.csv, entity: Kennel }
        - { file: dogs.csv, entity: Dog, relationships: { kennel: { field: kennel, matches: name } } }

      """,
      ["kennels.csv": "name\nK\nL\n", "dogs.csv": "name,kennel\nRex,K\nAnn,L\n"],
      [dog, kennel]
    )
    #expect(test.places == [])
    #expect(try test.objects("Dog", "name", "home").sorted() == ["Ann|L", "Rex|K"])
  }

  /// A finding about an object that a reference makes stands at that reference, not at another of the same entity.
  @Test func placesTheFindingAtTheReferenceThatMakesTheObject() throws {
    let animal = SmallModel.entity("Animal")
    let dog = SmallModel.entity("Dog", plainName())
    animal.subentities = [dog]
    dog.uniquenessConstraints = [["plain"]]
    let owner = SmallModel.entity("Owner")
    SmallModel.relate(owner, "first", dog, "firstOwners*")
    SmallModel.relate(owner, "second", dog, "secondOwners*")
    SmallModel.relate(owner, "animal", animal, "animalOwners*")
    let dogs = "matches: name, unknown: create"
    let test = try run(
      """
      sources:
        - { file: dogs.csv, entity: Dog }
        - file: owners.csv
          entity: Owner
          relationships:
            animal: { field: animal, matches: name }
            first: { field: first, \(dogs) }
            second: { field: second, \(dogs) }

      """,
      [
        "dogs.csv": "name\nRex\n",
        "owners.csv": "name,animal,first,second\nEva,Rex,Rex,Ann\nFay,Rex,Rex,réx\nIda,Rex,ánn,Rex\n",
      ],
      [animal, dog, owner]
    )
    #expect(test.places == ["owners.csv:3:13 record.duplicate", "owners.csv:4:9 record.duplicate"])
  }

  @Test(arguments: ["insert", "upsert"])
  func aConstraintOfAParentHoldsForItsSubentities(mode: String) throws {
    let animal = SmallModel.entity("Animal")
    let dog = EntityDescription(name: "Dog")
    let cat = EntityDescription(name: "Cat")
    dog.declaredProperties = [SmallModel.attribute("tag")]
    cat.declaredProperties = [SmallModel.attribute("tag")]
    animal.isAbstract = true
    animal.subentities = [dog, cat]
    animal.uniquenessConstraints = [["name"]]
    dog.uniquenessConstraints = [["tag"]]
    let test = try run(
      """
      sources:
        - { file: dogs.csv, entity: Dog, key: name, mode: \(mode) }
        - { file: cats.csv, entity: Cat, key: tag, mode: \(mode) }
        - { file: names.csv, entity: Cat, key: tag, mode: update }
      """,
      [
        "dogs.csv": "name,tag\nRex,1\nBello,2\n",
        // A cat may have a dog's tag, but not its name.
        "cats.csv": "tag,name\n1,Mimi\n2,Rex\n3,Tom\n", "names.csv": "tag,name\n1,Bello\n3,Kit\n",
      ],
      [animal, dog, cat]
    )
    #expect(test.result.findings.map(\.rule) == [.recordDuplicate, .recordDuplicate])
    #expect(
      test.result.findings.map { "\($0.position?.file ?? "") \($0.position?.line ?? 0)" } == [
        "cats.csv 3", "names.csv 2",
      ]
    )
    #expect(
      try test.objects("Animal", "name", "entity.name", "tag").map { $0.split(separator: "|").first.map(String.init) }
        == ["Bello", "Kit", "Mimi", "Rex"]
    )
  }

  /// A record that takes a partner away changes a second object, whose constraint it may break or free.
  @Test func seesTheObjectsAtTheOtherEndOfARelationship() throws {
    let person = SmallModel.entity("Person")
    let desk = SmallModel.entity("Desk", SmallModel.attribute("floor", .integer16))
    SmallModel.relate(person, "desks*", desk, "person")
    desk.uniquenessConstraints = [["floor", "person"]]
    let test = try run(
      """
      sources:
        - { file: desks.csv, entity: Desk }
        - { file: people.csv, entity: Person, key: name, relationships: { desks: { field: desks, matches: name, split: ";" } } }
      """,
      [
        "desks.csv": "name,floor\nA,1\nB,1\nC,2\n",
        "people.csv": "name,desks\nAnn,A;B\nBob,B;C\nCleo,A\n",
      ],
      [person, desk]
    )
    #expect(test.result.findings.map(\.rule) == [.recordDuplicate])
    #expect(test.result.findings.map(\.position?.line) == [2])
    #expect(try test.objects("Desk", "name", "person.name") == ["A|Cleo", "B|Bob", "C|Bob"])
  }
}

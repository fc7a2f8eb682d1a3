import AttributeValues
import Findings
import ImportPipeline
import ManagedObjects
import ObjectModel
import Testing
import TestSupport

/// What a record does to objects: all of it or nothing. `TestImport` compares the stores and the check.
@Suite("What one record does")
struct RecordEffectTests {
  private func run(
    _ recipe: String,
    _ files: [String: String],
    _ entities: EntityDescription...,
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

  private func outcomes(_ test: TestImport) -> [String] {
    test.result.sources.map { source in
      let counts = source.records
      return "\(counts.inserted) \(counts.updated) \(counts.unchanged) \(counts.rejected) \(counts.skipped)"
    }
  }

  // MARK: Whole or not at all

  @Test(arguments: ["upsert", "update", "insert"])
  func aRejectedRecordDeletesNothingThroughACascade(mode: String) throws {
    let house = SmallModel.entity("House")
    let room = SmallModel.entity("Room")
    SmallModel.relate(house, "rooms*", room, "house").forth.deleteRule = .cascade
    let test = try run(
      """
      batchSize: 1
      sources:
        - { file: rooms.csv, entity: Room }
        - { file: houses.csv, entity: House, key: name }
        - file: more.csv
          entity: House
          key: name
          mode: \(mode)
          relationships: { rooms: { field: rooms, matches: name, split: ";" } }
      rules:
        - { on: House, require: "rooms.@count < 2", message: Too many }
      """,
      [
        "rooms.csv": "name\nhall\nbath\nattic\n", "houses.csv": "name\nHome\n",
        "more.csv": "name,rooms\n\(mode == "insert" ? "New" : "Home"),hall;bath\n",
      ],
      house,
      room
    )
    #expect(test.result.findings.map(\.rule) == [.rulePredicate])
    #expect(outcomes(test).last == "0 0 0 1 0")
    #expect(try test.objects("House", "name", "rooms.@count") == ["Home|0"])
    #expect(try test.objects("Room", "name", "house.name") == ["attic|nil", "bath|nil", "hall|nil"])
    #expect(test.result.entities.allSatisfy { $0.deleted == 0 })
  }

  /// A source of the entity above changes the objects that its records refer to.
  @Test func aReferenceMeansWhatHasTheNameByThen() throws {
    let animal = SmallModel.entity("Animal", SmallModel.attribute("code"))
    let dog = EntityDescription(name: "Dog")
    animal.subentities = [dog]
    animal.declaredProperties.append(RelationshipDescription(name: "mentor", destination: dog))
    let test = try run(
      """
      sources:
        - { file: dogs.csv, entity: Dog, key: code }
        - file: animals.csv
          entity: Animal
          key: code
          mode: upsert
          relationships: { mentor: { field: mentor, matches: name } }
      """,
      [
        "dogs.csv": "code,name\nD1,Rex\nD2,Bob\n",
        "animals.csv": "code,name,mentor\nD1,Max,\nA1,Cat,Rex\nA2,Cow,Max\n",
      ],
      animal,
      dog
    )
    #expect(test.places == ["animals.csv:3:8 reference.unknown"])
    #expect(try test.objects("Animal", "name", "mentor.name") == ["Bob|nil", "Cow|Max", "Max|nil"])
  }

  @Test(arguments: ["Size,size,name\n1,10,Rex\n", "size,SIZE,name\n10,1,Rex\n", "@size,size,name\n1,10,Rex\n"])
  func aFieldWithTheVeryNameIsTakenBeforeOneThatIsLikeIt(_ text: String) throws {
    let test = try run(
      "sources: [{ file: dogs.csv, entity: Dog }]\n",
      ["dogs.csv": text],
      SmallModel.entity("Dog", SmallModel.attribute("size", .integer16))
    )
    #expect(try test.objects("Dog", "name", "size") == ["Rex|10"])
  }

  // MARK: Checks by the object's entity

  @Test(arguments: ["update", "upsert"])
  func checksOfASubEntityHoldForItsObjectsWhateverTheSourceIsAbout(mode: String) throws {
    let animal = SmallModel.entity(
      "Animal",
      SmallModel.attribute("code"),
      SmallModel.attribute("size"),
      SmallModel.attribute("weight", .integer16)
    )
    let dog = EntityDescription(name: "Dog")
    let puppy = EntityDescription(name: "Puppy")
    animal.subentities = [dog]
    dog.subentities = [puppy]
    let test = try run(
      """
      sources:
        - { file: animals.csv, entity: Animal, key: code }
        - { file: dogs.csv, entity: Dog, key: code }
        - { file: puppies.csv, entity: Puppy, key: code }
        - { file: more.csv, entity: Animal, key: code, mode: \(mode) }
      checks:
        Dog: { size: { oneOf: [small, big] }, weight: { agree: { take: first } } }
        Puppy: { size: { oneOf: [small], severity: warning } }
      """,
      [
        "animals.csv": "code,size\nA,odd\n", "dogs.csv": "code,size,weight\nD,small,7\nE,big,9\n",
        "puppies.csv": "code,size\nP,small\n", "more.csv": "code,size,weight\nA,even,\nD,huge,7\nE,small,8\nP,big,1\n",
      ],
      animal,
      dog,
      puppy
    )
    #expect(
      test.places == ["more.csv:3:3 value.one-of", "more.csv:5:3 value.one-of", "more.csv:4:9 record.disagreement"]
    )
    #expect(
      try test.objects("Animal", "code", "size", "weight") == ["A|even|nil", "D|small|7", "E|small|9", "P|big|1"]
    )
  }

  @Test func aCheckOfASubEntityLooksAtTheFieldAndSaysNothingTwice() throws {
    let animal = SmallModel.entity("Animal", SmallModel.attribute("code"), SmallModel.attribute("weight", .double))
    let dog = EntityDescription(name: "Dog")
    animal.subentities = [dog]
    let test = try run(
      """
      sources:
        - { file: dogs.csv, entity: Dog, key: code }
        - file: more.csv
          entity: Animal
          key: code
          mode: update
          attributes: { code: code, name: name, weight: { field: weight, convert: lb to kg } }
      checks:
        Animal: { name: { oneOf: [Rex, Bob], severity: warning } }
        Dog: { name: [{ oneOf: [Rex, Bob], severity: warning }, { text: clean }], weight: { between: [0, 8] } }
      """,
      ["dogs.csv": "code,name,weight\nD,Rex,5\nE,Bob,5\n", "more.csv": "code,name,weight\nD, Rex ,20\nE,Max,2\n"],
      animal,
      dog
    )
    #expect(
      test.places == ["more.csv:2:3 text.spaces", "more.csv:2:9 value.window", "more.csv:3:3 value.one-of"]
    )
    #expect(test.result.findings.contains { $0.message.contains("“20” became") })
  }

  @Test func whatIsMadeForAReferenceIsCheckedAsWell() throws {
    let dog = SmallModel.entity("Dog")
    let pack = SmallModel.entity("Pack")
    SmallModel.relate(pack, "dogs*", dog, "pack")
    let test = try run(
      """
      sources:
        - file: dogs.csv
          entity: Dog
          relationships: { pack: { field: pack, matches: name, unknown: create } }
      checks:
        Pack: { name: [{ oneOf: [Grey, red] }, { text: [capitals], severity: warning }] }
      """,
      ["dogs.csv": "name,pack\nRex,Grey\nBob,Blue\nMax,red\nTom,Grey\n"],
      dog,
      pack
    )
    #expect(test.places == ["dogs.csv:3:5 value.one-of"])
    #expect(try test.objects("Pack", "name", "dogs.@count") == ["Grey|2", "red|1"])
  }

  @Test func aHyphenBeforeTheDigitsOfAReferenceIsItsSign() throws {
    let dog = SmallModel.entity("Dog")
    let pack = SmallModel.entity("Pack", SmallModel.attribute("number", .integer16))
    SmallModel.relate(dog, "packs*", pack, "dogs*")
    let test = try run(
      """
      sources:
        - { file: packs.csv, entity: Pack }
        - { file: dogs.csv, entity: Dog, relationships: { packs: { field: packs, matches: number, split: "-" } } }
      """,
      ["packs.csv": "name,number\nUp,1\nDown,-2\n", "dogs.csv": "name,packs\nRex,1--2\n"],
      dog,
      pack
    )
    #expect(test.result.findings.isEmpty)
    #expect(try test.objects("Dog", "name", "packs.@count") == ["Rex|2"])
  }

  @Test func aRecordOfSeveralObjectsIsAppliedToAllOrToNone() throws {
    let dog = SmallModel.entity("Dog", SmallModel.attribute("size", .integer16), SmallModel.attribute("temper"))
    dog.uniquenessConstraints = [["name"]]
    let test = try run(
      """
      sources:
        - { file: dogs.csv, entity: Dog, key: name }
        - { file: sizes.csv, entity: Dog, attributes: { name: { field: names, split: ";" } }, key: name }
      rules:
        - { on: Dog, require: "temper == nil OR size == nil OR size < 5", message: Too large for its temper }
      """,
      [
        "dogs.csv": "name,temper\nRex,calm\nBello,\nWaldi,\n",
        // The first may not be changed because of Rex, and makes no Karo; the second changes one and makes one; the third changes nothing.
        "sizes.csv": "names,size\nBello;Karo;Rex,7\nBello;Mira;Bello,9\nWaldi,\n",
      ],
      dog
    )
    #expect(test.places == ["sizes.csv:2:16 rule.predicate"])
    #expect(outcomes(test) == ["3 0 0 0 0", "1 0 1 1 0"])
    #expect(
      try test.objects("Dog", "name", "size", "temper") == [
        "Bello|9|nil", "Mira|9|nil", "Rex|nil|calm", "Waldi|nil|nil",
      ]
    )
    #expect(test.result.entities.map(\.inserted) == [4])
  }

  // MARK: Rules

  @Test(arguments: [true, false])
  func rulesSeeWhatARecordSetsWithInversesAndCounts(isUpdate: Bool) throws {
    let pack = SmallModel.entity("Pack")
    let dog = SmallModel.entity("Dog", SmallModel.attribute("age", .integer16))
    SmallModel.relate(pack, "dogs*", dog, "pack")
    let test = try run(
      """
      batchSize: 2
      sources:
        - { file: packs.csv, entity: Pack }
        \(isUpdate ? "- { file: names.csv, entity: Dog, key: name }" : "")
        - file: dogs.csv
          entity: Dog
          \(isUpdate ? "key: name\n    mode: update" : "mode: insert")
          relationships: { pack: { field: pack, matches: name } }
      rules:
        - { on: Dog, require: "pack != nil", message: Alone, code: own.alone }
        - { on: Dog, require: "pack == nil OR pack.dogs.@count <= 2", message: Full, code: own.full }
        - { on: Dog, require: "pack.name != 'Old' OR age > 5", message: Young, code: own.young }
      severities: { own.alone: \(isUpdate ? "warning" : "error") }
      """,
      [
        "packs.csv": "name\nOld\nNew\n", "names.csv": "name\nA\nB\nC\nD\nE\n",
        "dogs.csv": "name,age,pack\nA,6,Old\nB,1,New\nC,2,New\nD,3,New\nE,4,Old\n",
      ],
      pack,
      dog
    )
    let found = test.result.findings.filter { $0.position?.file == "dogs.csv" }.map(\.rule.rawValue)
    #expect(found == ["own.full", "own.young"])
    let related = try test.objects("Dog", "name", "pack.name").filter { !$0.hasSuffix("nil") }
    #expect(related == ["A|Old", "B|New", "C|New"])
    #expect(try test.objects("Pack", "name", "dogs.@count") == ["New|2", "Old|1"])
    // Before, each of them was alone.
    #expect(test.result.findings.count == (isUpdate ? 7 : 2))
  }

  // MARK: References

  @Test func aReferenceToSeveralObjectsIsAmbiguous() throws {
    let pack = SmallModel.entity("Pack")
    let dog = SmallModel.entity("Dog")
    SmallModel.relate(pack, "dogs*", dog, "pack")
    let sources = """
      sources:
        - { file: packs.csv, entity: Pack }
        - { file: dogs.csv, entity: Dog, relationships: { pack: { field: pack, matches: name } } }

      """
    let files = ["packs.csv": "name\nOld\nNew\nOld\n", "dogs.csv": "name,pack\nRex,Old\nBello,New\n"]
    let test = try run(sources, files, pack, dog)
    #expect(test.places == ["dogs.csv:2:5 reference.ambiguous"])
    #expect(try test.objects("Dog", "name", "pack.name") == ["Bello|New"])
    let (pack2, dog2) = (SmallModel.entity("Pack"), SmallModel.entity("Dog"))
    SmallModel.relate(pack2, "dogs*", dog2, "pack")
    let lowered = try run(sources + "severities: { reference.ambiguous: warning }\n", files, pack2, dog2)
    #expect(lowered.places == test.places && !lowered.result.hasErrors)
    #expect(try lowered.objects("Dog", "name", "pack.name") == ["Bello|New", "Rex|nil"])
  }

  private func people() -> (EntityDescription, EntityDescription) {
    let person = SmallModel.entity("Person")
    let passport = SmallModel.entity("Passport")
    SmallModel.relate(person, "passport", passport, "holder")
    return (person, passport)
  }

  @Test(arguments: ["insert", "upsert"])
  func aPartnerThatAnotherHasIsTaken(mode: String) throws {
    let (person, passport) = people()
    let test = try run(
      """
      sources:
        - { file: passports.csv, entity: Passport }
        - { file: people.csv, entity: Person, key: name, mode: \(mode), \
      relationships: { passport: { field: passport, matches: name } } }
        - { file: moves.csv, entity: Person, key: name, mode: update, \
      relationships: { passport: { field: passport, matches: name } } }
      """,
      [
        "passports.csv": "name\nP1\nP2\nP3\n", "people.csv": "name,passport\nAnn,P1\nBob,P1\nCleo,P2\n",
        "moves.csv": "name,passport\nAnn,P2\nCleo,P3\n",
      ],
      person,
      passport
    )
    #expect(test.places == ["people.csv:3:5 reference.taken", "moves.csv:2:5 reference.taken"])
    #expect(test.result.findings.allSatisfy { $0.severity == .error })
    #expect(outcomes(test) == ["3 0 0 0 0", "2 0 0 1 0", "0 1 0 1 0"])
    #expect(try test.objects("Person", "name", "passport.name") == ["Ann|P1", "Cleo|P3"])
    #expect(try test.objects("Passport", "name", "holder.name") == ["P1|Ann", "P2|nil", "P3|Cleo"])
  }

  @Test func aRecordMayReplaceThePartner() throws {
    let (person, passport) = people()
    let test = try run(
      """
      sources:
        - { file: passports.csv, entity: Passport }
        - { file: people.csv, entity: Person, key: name, \
      relationships: { passport: { field: passport, matches: name, taken: replace } } }
      """,
      ["passports.csv": "name\nP1\n", "people.csv": "name,passport\nAnn,P1\nBob,P1\n"],
      person,
      passport
    )
    #expect(test.places.isEmpty)
    #expect(try test.objects("Person", "name", "passport.name") == ["Ann|nil", "Bob|P1"])
    #expect(try test.objects("Passport", "name", "holder.name") == ["P1|Bob"])
  }

  // MARK: Creating

  private func kennel(isTownRequired: Bool = false) -> (dog: EntityDescription, owner: EntityDescription) {
    let dog = SmallModel.entity("Dog", SmallModel.attribute("age", .integer16))
    let town = SmallModel.attribute("town", isOptional: !isTownRequired)
    let owner = SmallModel.entity("Owner", town)
    owner.uniquenessConstraints = [["name"]]
    SmallModel.relate(dog, "owner", owner, "dogs*")
    return (dog, owner)
  }

  private static let creating = """
    sources:
      - { file: dogs.csv, entity: Dog, relationships: { owner: { field: owner, matches: name, unknown: create } } }
      - { file: owners.csv, entity: Owner, key: name }

    """

  @Test func anUnknownObjectIsMadeTogetherWithItsRecord() throws {
    let (dog, owner) = kennel()
    let test = try run(
      Self.creating,
      [
        // The owner of the second is not made, because its record is rejected; those of the others are one.
        "dogs.csv": "name,age,owner\nRex,3,Ann\nBello,old,Bob\nWaldi,4,Ann\nKaro,5,\n",
        "owners.csv": "name,town\nAnn,Ulm\nCleo,Bonn\n",
      ],
      dog,
      owner
    )
    #expect(test.places == ["dogs.csv:3:7 value.type"])
    #expect(outcomes(test) == ["3 0 0 1 0", "1 1 0 0 0"])
    #expect(try test.objects("Owner", "name", "town", "dogs.@count") == ["Ann|Ulm|2", "Cleo|Bonn|0"])
    #expect(try test.objects("Dog", "name", "owner.name") == ["Karo|nil", "Rex|Ann", "Waldi|Ann"])
    #expect(test.result.entities.map(\.inserted) == [3, 2])
  }

  @Test func anUnknownObjectCannotBeMadeWithoutWhatItNeeds() throws {
    let (dog, owner) = kennel(isTownRequired: true)
    let test = try run(
      Self.creating,
      ["dogs.csv": "name,age,owner\nRex,3,Ann\nKaro,5,\n", "owners.csv": "name,town\nAnn,Ulm\n"],
      dog,
      owner
    )
    #expect(test.places == ["dogs.csv:2:7 value.required"])
    #expect(try test.objects("Dog", "name") == ["Karo"])
    #expect(try test.objects("Owner", "name", "town", "dogs.@count") == ["Ann|Ulm|0"])

    // A default value is enough.
    let (dog2, owner2) = kennel(isTownRequired: true)
    (owner2.attributesByName["town"])?.defaultValue = .string("Rome")
    let second = try run(
      Self.creating,
      ["dogs.csv": "name,age,owner\nRex,3,Ann\n", "owners.csv": "name\nBob\n"],
      dog2,
      owner2
    )
    #expect(second.places.isEmpty)
    #expect(try second.objects("Owner", "name", "town", "dogs.@count") == ["Ann|Rome|1", "Bob|Rome|0"])
  }

  @Test func anUnknownObjectMustNotRepeatAUniqueValue() throws {
    let (dog, owner) = kennel()
    (owner.attributesByName["town"])?.defaultValue = .string("Rome")
    owner.uniquenessConstraints = [["town"]]
    let test = try run(
      Self.creating,
      ["dogs.csv": "name,age,owner\nRex,3,Ann\nBello,3,Bob\n", "owners.csv": "name,town\nCleo,Bonn\n"],
      dog,
      owner
    )
    #expect(test.result.findings.map(\.rule) == [.recordDuplicate])
    #expect(try test.objects("Owner", "name", "town") == ["Ann|Rome", "Cleo|Bonn"])
    #expect(try test.objects("Dog", "name", "owner.name") == ["Rex|Ann"])
  }

  // MARK: Keys

  @Test func keysAndReferencesMayIgnoreCaseAndAccents() throws {
    let pack = SmallModel.entity("Pack", SmallModel.attribute("size", .integer16))
    let dog = SmallModel.entity("Dog")
    SmallModel.relate(pack, "dogs*", dog, "pack")
    let test = try run(
      """
      sources:
        - { file: packs.csv, entity: Pack, key: name }
        - { file: sizes.csv, entity: Pack, key: name, mode: update, ignoreCase: true, ignoreAccents: true }
        - { file: exact.csv, entity: Pack, key: name, mode: update }
        - file: dogs.csv
          entity: Dog
          relationships: { pack: { field: pack, matches: name, ignoreCase: true } }
      """,
      [
        "packs.csv": "name\nÉpagneul\nHound\n", "sizes.csv": "name,size\nEPAGNEUL,3\nhound,4\n",
        "exact.csv": "name,size\nhound,9\n", "dogs.csv": "name,pack\nRex,HOUND\nBello,Epagneul\n",
      ],
      pack,
      dog
    )
    #expect(test.places == ["exact.csv:2:1 record.unmatched", "dogs.csv:3:7 reference.unknown"])
    // The objects keep their own names.
    #expect(try test.objects("Pack", "name", "size", "dogs.@count") == ["Hound|4|1", "Épagneul|3|0"])
  }

  @Test func whatEachKeyOfARejectedRecordWouldHaveMadeIsNotReportedAsUnmatched() throws {
    let dog = SmallModel.entity("Dog", SmallModel.attribute("size", .integer16))
    let test = try run(
      """
      sources:
        - file: dogs.csv
          entity: Dog
          key: name
          attributes: { name: { field: name, split: "+" }, size: { field: size } }
        - { file: more.csv, entity: Dog, key: [name, size], mode: update }
      """,
      ["dogs.csv": "name,size\nRex,1\nRex+Ben,2\n", "more.csv": "name,size\nBen,2\nMax,2\n"],
      dog
    )
    #expect(test.places == ["dogs.csv:3:1 record.duplicate", "more.csv:3:1 record.unmatched"])
    #expect(try test.objects("Dog", "name", "size") == ["Rex|1"])
  }

  @Test func aRejectedRecordThatWouldHaveMadeNothingHidesNoUnmatchedOne() throws {
    let dog = SmallModel.entity("Dog", SmallModel.attribute("size", .integer16))
    let test = try run(
      """
      sources:
        - { file: dogs.csv, entity: Dog, key: name, severities: { record.duplicate: warning } }
        - { file: more.csv, entity: Dog, key: [name, size], mode: update }
      rules:
        - { on: Dog, require: size < 5, code: own.small }
      """,
      ["dogs.csv": "name,size\nRex,1\nRex,9\n", "more.csv": "name,size\nRex,9\n"],
      dog
    )
    #expect(
      test.places == [
        "dogs.csv:3:1 record.duplicate", "dogs.csv:3:5 own.small", "more.csv:2:1 record.unmatched",
        "more.csv:2:5 own.small",
      ]
    )
  }

  @Test func theAccountsLeaveOutWhatTheStoreDerives() throws {
    let box = SmallModel.entity("Box")
    let count = DerivedAttributeDescription(name: "count", type: .integer64, derivationExpressionText: "ks.@count")
    count.isOptional = true
    box.declaredProperties.append(count)
    let key = SmallModel.entity("K")
    SmallModel.relate(box, "ks*", key, "box")
    let test = try run(
      """
      sources:
        - { file: boxes.csv, entity: Box }
        - { file: keys.csv, entity: K, relationships: { box: { field: box, matches: name } } }
      """,
      ["boxes.csv": "name\nred\nblue\n", "keys.csv": "name,box\na,red\nb,red\n"],
      box,
      key
    )
    #expect(test.result.completeness.map { "\($0.entity).\($0.attribute) \($0.filled)" } == ["Box.name 2", "K.name 2"])
    #expect(try test.objects("Box", "name", "count") == ["blue|0", "red|2"])
  }

  @Test func aKeyThatIsSplitBalancesWithADerivedCount() throws {
    let box = SmallModel.entity("Box")
    let count = DerivedAttributeDescription(name: "count", type: .integer64, derivationExpressionText: "ks.@count")
    count.isOptional = true
    box.declaredProperties.append(count)
    let key = SmallModel.entity("K", SmallModel.attribute("size", .integer16))
    SmallModel.relate(box, "ks*", key, "box")
    let test = try run(
      """
      batchSize: 1
      sources:
        - { file: boxes.csv, entity: Box }
        - file: keys.csv
          entity: K
          key: name
          repeats: merge
          attributes: { name: { field: names, split: ";" } }
          relationships: { box: { field: box, matches: name } }
      """,
      [
        "boxes.csv": "name\nred\nblue\n",
        "keys.csv": "names,size,box\na;b;a,1,red\nc,2,blue\nb;d,3,blue\na,1,red\ne,4,green\n",
      ],
      box,
      key
    )
    #expect(test.places == ["keys.csv:6:5 reference.unknown"])
    #expect(outcomes(test) == ["2 0 0 0 0", "3 0 1 1 0"])
    #expect(test.result.entities.map(\.inserted) == [2, 4])
    #expect(try test.objects("K", "name", "size", "box.name") == ["a|1|red", "b|3|blue", "c|2|blue", "d|3|blue"])
    #expect(try test.objects("Box", "name", "count") == ["blue|3", "red|1"])
  }
}

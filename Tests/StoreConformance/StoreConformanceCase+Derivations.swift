internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import Testing

extension StoreConformanceCase {
  /// A case whose model has derived attributes of every kind that Apple documents, and some more.
  private static func derivation(
    _ description: String,
    _ check: @escaping @Sendable (ConformanceStack) throws -> Void
  ) -> StoreConformanceCase {
    StoreConformanceCase(description, model: ConformanceModel.makeWithDerivedAttributes, check)
  }

  static let derivationCases: [StoreConformanceCase] = [
    derivation("functions of an object's own text are worked out when it is saved") { stack in
      let context = stack.context()
      let group = try context.make("Group", ["name": "Élite Ñandú"])
      let bird = try context.make("Bird", ["name": "Ärmelkanal"])
      try context.save()
      let reader = stack.context()
      #expect(reader.object(with: group.objectID).text("searchName") == "elite nandu")
      #expect(reader.object(with: group.objectID).text("upperName") == "ÉLITE ÑANDÚ")
      #expect(reader.object(with: group.objectID).text("lowerName") == "élite ñandú")
      #expect(reader.object(with: group.objectID).text("copiedName") == "Élite Ñandú")
      #expect(reader.object(with: bird.objectID).text("searchName") == "armelkanal")
      try group.setValue("Øst", forKey: "name")
      try context.save()
      let found = try stack.context().all("Group") { $0.predicate = try? ObjectPredicate(format: "lowerName == 'øst'") }
      #expect(found.names == ["Øst"] && found.first?.text("upperName") == "ØST")
      #expect(
        try stack.context().all("Animal") { $0.predicate = try? ObjectPredicate(format: "searchName BEGINSWITH 'arm'") }
          .count == 1
      )
    },
    derivation("the time of a save is that of the object's own last save") { stack in
      let context = stack.context()
      let start = Date()
      let group = try context.make("Group", ["name": "Hound"])
      let other = try context.make("Group", ["name": "Terrier"])
      try context.save()
      func time(_ object: ManagedObject) throws -> Date {
        let value = stack.context().object(with: object.objectID).value(forKey: "savedAt") as? Date
        return try #require(value)
      }
      let first = try time(group)
      let untouched = try time(other)
      #expect(first >= start && first <= Date() && first == untouched)
      try group.setValue("Sighthound", forKey: "name")
      try context.save()
      #expect(try time(group) > first)
      #expect(try time(other) == untouched)
    },
    derivation("a value of a related object follows that object and the relationship") { stack in
      let context = stack.context()
      let hounds = try context.make("Group", ["name": "Höunds"])
      let toys = try context.make("Group", ["name": "Tóys"])
      let breed = try context.make("Breed", ["name": "Beagle", "group": hounds])
      try context.save()
      func values() throws -> [String?] {
        let object = stack.context().object(with: breed.objectID)
        return [object.text("groupName"), object.text("groupKey")]
      }
      #expect(try values() == ["Höunds", "hounds"])
      try hounds.setValue("Höund", forKey: "name")
      try context.save()
      #expect(try values() == ["Höund", "hound"])
      try breed.setValue(toys, forKey: "group")
      try context.save()
      #expect(try values() == ["Tóys", "toys"])
      try breed.setValue(nil, forKey: "group")
      try context.save()
      #expect(try values() == [nil, nil])
    },
    derivation("the end of a way of several relationships is followed from every part of it") { stack in
      let context = stack.context()
      let ann = try context.make("Person", ["name": "Ann"])
      let bob = try context.make("Person", ["name": "Bob", "partner": ann])
      let rex = try context.make("Dog", ["name": "Rex", "owner": bob])
      try context.save()
      func partner() -> String? { stack.context().object(with: rex.objectID).text("ownersPartner") }
      func key() -> String? { stack.context().object(with: rex.objectID).text("partnersKey") }
      #expect(partner() == "Ann" && key() == "ann")
      try ann.setValue("Ännie", forKey: "name")
      try context.save()
      #expect(partner() == "Ännie" && key() == "annie")
      try rex.setValue(ann, forKey: "owner")
      try context.save()
      #expect(partner() == "Bob" && key() == "bob")
      try bob.setValue(nil, forKey: "partner")
      try context.save()
      #expect(partner() == nil && key() == nil)
    },
    derivation("counts and sums follow the members of a to-many relationship") { stack in
      let context = stack.context()
      let hounds = try context.make("Group", ["name": "Hound"])
      let toys = try context.make("Group", ["name": "Toy"])
      let beagle = try context.make("Breed", ["name": "Beagle", "popularity": 5, "height": 40.0, "group": hounds])
      try context.make("Breed", ["name": "Basset", "popularity": 3, "height": 35.5, "group": hounds])
      try context.save()
      func values(_ group: ManagedObject) -> [Double?] {
        let object = stack.context().object(with: group.objectID)
        return ["breedCount", "popularity", "greatestHeight", "middlePopularity"].map { key in
          object.number(key).map(Double.init) ?? object.value(forKey: key) as? Double
        }
      }
      #expect(values(hounds) == [2, 8, 40, 4] && values(toys) == [0, 0, nil, nil])
      try beagle.setValue(11, forKey: "popularity")
      try context.save()
      #expect(values(hounds) == [2, 14, 40, 7])
      try beagle.setValue(toys, forKey: "group")
      try context.save()
      #expect(values(hounds) == [1, 3, 35.5, 3] && values(toys) == [1, 11, 40, 11])
      context.delete(beagle)
      try context.save()
      #expect(values(toys) == [0, 0, nil, nil])
    },
    derivation("counts of links that a join table keeps follow both sides") { stack in
      let context = stack.context()
      let calm = try context.make("Tag", ["name": "calm"])
      let loud = try context.make("Tag", ["name": "loud"])
      let ann = try context.make("Person", ["name": "Ann", "tags": Set([calm, loud])])
      let bob = try context.make("Person", ["name": "Bob", "tags": Set([calm])])
      let rex = try context.make("Dog", ["name": "Rex", "sitters": Set([ann, bob])])
      try context.save()
      func count(_ object: ManagedObject, _ key: String) -> Int? {
        stack.context().object(with: object.objectID).number(key)
      }
      #expect([ann, bob].map { count($0, "tagCount") } == [2, 1])
      #expect([calm, loud].map { count($0, "personCount") } == [2, 1] && count(rex, "sitterCount") == 2)
      try ann.setValue(Set([loud]), forKey: "tags")
      try context.save()
      #expect([ann, bob].map { count($0, "tagCount") } == [1, 1])
      #expect([calm, loud].map { count($0, "personCount") } == [1, 1])
      context.delete(bob)
      try context.save()
      #expect(count(calm, "personCount") == 0 && count(rex, "sitterCount") == 1)
    },
    derivation("batch requests keep derived attributes too") { stack in
      let context = stack.context()
      let hounds = try context.make("Group", ["name": "Hound"])
      try context.save()
      _ = try context.execute(BatchInsertRequest(entityName: "Group", objects: [["name": "Tóy"], ["name": "Terrier"]]))
      func keys() throws -> [String] { try stack.context().all("Group").compactMap { $0.text("searchName") }.sorted() }
      #expect(try keys() == ["hound", "terrier", "toy"])
      _ = try context.execute(BatchInsertRequest(entityName: "Breed", objects: [["name": "Beagle"], ["name": "Pug"]]))
      _ = try context.execute(BatchUpdateRequest(entityName: "Breed", propertiesToUpdate: ["group": hounds.objectID]))
      #expect(stack.context().object(with: hounds.objectID).number("breedCount") == 2)
      #expect(try stack.context().all("Breed").map { $0.text("groupKey") } == ["hound", "hound"])
      _ = try context.execute(BatchUpdateRequest(entityName: "Group", propertiesToUpdate: ["name": "Úber"]))
      #expect(try keys() == ["uber", "uber", "uber"])
      #expect(try stack.context().all("Breed").map { $0.text("groupName") } == ["Úber", "Úber"])
      var pugs = FetchRequest<ManagedObjectID>(entityName: "Breed")
      pugs.predicate = try ObjectPredicate(format: "name == 'Pug'")
      _ = try context.execute(BatchDeleteRequest(fetchRequest: pugs))
      #expect(stack.context().object(with: hounds.objectID).number("breedCount") == 1)
    },
  ]
}

extension ConformanceModel {
  /// The model with derived attributes.
  static func makeWithDerivedAttributes() -> ManagedObjectModel {
    let model = make()
    func add(_ entity: String, _ name: String, _ type: AttributeType, _ expression: String) {
      let attribute = DerivedAttributeDescription(name: name, type: type, derivationExpressionText: expression)
      model.entitiesByName[entity]?.declaredProperties.append(attribute)
    }
    add("Group", "searchName", .string, "canonical:(name)")
    add("Group", "upperName", .string, "uppercase:(name)")
    add("Group", "lowerName", .string, "lowercase:(name)")
    add("Group", "copiedName", .string, "name")
    add("Group", "savedAt", .date, "now()")
    add("Group", "breedCount", .integer32, "breeds.@count")
    add("Group", "popularity", .integer64, "breeds.@sum.popularity")
    add("Group", "greatestHeight", .double, "breeds.@max.height")
    add("Group", "middlePopularity", .double, "median:(breeds.popularity)")
    add("Breed", "groupName", .string, "group.name")
    add("Breed", "groupKey", .string, "canonical:(group.name)")
    add("Person", "tagCount", .integer16, "tags.@count")
    add("Tag", "personCount", .integer16, "people.@count")
    add("Dog", "sitterCount", .integer16, "sitters.@count")
    add("Dog", "ownersPartner", .string, "owner.partner.name")
    add("Dog", "partnersKey", .string, "canonical:(owner.partner.name)")
    add("Animal", "searchName", .string, "canonical:(name)")
    return model
  }
}

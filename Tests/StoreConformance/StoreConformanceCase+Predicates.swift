internal import ManagedObjects
internal import PredicateLanguage
internal import Testing

extension StoreConformanceCase {
  static let predicateCases: [StoreConformanceCase] = [
    StoreConformanceCase("predicates over attributes select") { stack in
      try fill(stack)
      let expected: [(String, [String])] = [
        ("popularity == 2", ["Basset"]), ("popularity != 2", ["Akita", "Beagle", "Mops", "Zoë"]),
        ("popularity == nil", ["Zoë"]), ("popularity != nil", ["Akita", "Basset", "Beagle", "Mops"]),
        ("popularity < 2", ["Akita"]), ("NOT popularity < 2", ["Basset", "Beagle", "Mops", "Zoë"]),
        ("popularity BETWEEN {2, 3}", ["Basset", "Beagle"]), ("popularity IN {1, 4}", ["Akita", "Mops"]),
        ("height > 30.5 AND isRare == YES", ["Mops"]), ("isRare == YES OR name == 'Akita'", ["Akita", "Mops"]),
        ("name BEGINSWITH 'B'", ["Basset", "Beagle"]), ("name BEGINSWITH[c] 'b'", ["Basset", "Beagle"]),
        ("name ENDSWITH 's'", ["Mops"]), ("name CONTAINS 'g'", ["Beagle"]), ("name LIKE 'B*t'", ["Basset"]),
        ("name MATCHES '[AM].*'", ["Akita", "Mops"]), ("name ==[cd] 'ZOE'", ["Zoë"]),
        ("name > 'Beagle'", ["Mops", "Zoë"]), ("TRUEPREDICATE", ["Akita", "Basset", "Beagle", "Mops", "Zoë"]),
        ("FALSEPREDICATE", []), ("length:(name) == 4", ["Mops"]), ("popularity * 2 == 6", ["Beagle"]),
      ]
      for (format, names) in expected { #expect(try select(stack, "Breed", format) == names, "\(format)") }
    },
    StoreConformanceCase("long lists of folded texts select by each element, whatever their length") { stack in
      let context = stack.context()
      for number in 1...90 { try context.make("Tag", ["name": "n\(number)"]) }
      try context.save()
      for count in [60, 80, 60, 90, 50] {
        let names = (1...count).map { "'N\($0)'" }.joined(separator: ",")
        #expect(try select(stack, "Tag", "name IN[c] {\(names)}").count == count)
      }
    },
    StoreConformanceCase("predicates over relationships select") { stack in
      try fill(stack)
      let breeds: [(String, [String])] = [
        ("group.name == 'Hound'", ["Basset", "Beagle"]), ("group == nil", ["Akita", "Zoë"]),
        ("group.name != 'Hound'", ["Akita", "Mops", "Zoë"]), ("group.name BEGINSWITH 'T'", ["Mops"]),
      ]
      for (format, names) in breeds { #expect(try select(stack, "Breed", format) == names, "\(format)") }
      let groups: [(String, [String])] = [
        ("ANY breeds.name == 'Mops'", ["Toy"]), ("ALL breeds.popularity > 1", ["Hound", "Toy"]),
        ("breeds.@count == 2", ["Hound"]), ("breeds.@max.popularity == 4", ["Toy"]),
        ("SUBQUERY(breeds, $b, $b.popularity > 2).@count == 1", ["Hound", "Toy"]),
        ("NONE breeds.isRare == YES", ["Hound"]),
      ]
      for (format, names) in groups { #expect(try select(stack, "Group", format) == names, "\(format)") }
    },
    StoreConformanceCase("collections without members are in every ALL and NONE, and in no ANY") { stack in
      try fill(stack)
      let context = stack.context()
      try context.make("Group", ["name": "Herding"])
      try context.save()
      let groups: [(String, [String])] = [
        ("ALL breeds.popularity > 1", ["Herding", "Hound", "Toy"]), ("ALL breeds.popularity > 2", ["Herding", "Toy"]),
        ("NONE breeds.popularity > 3", ["Herding", "Hound"]), ("ANY breeds.popularity > 0", ["Hound", "Toy"]),
        ("NOT ANY breeds.isRare == YES", ["Herding", "Hound"]), ("NOT ALL breeds.popularity > 2", ["Hound"]),
        ("breeds.@count == 0", ["Herding"]), ("breeds.@sum.popularity == 5", ["Hound"]),
        ("breeds.@sum.popularity == 0", ["Herding"]), ("breeds.@avg.popularity == 2.5", ["Hound"]),
        ("breeds.@min.popularity == nil", ["Herding"]), ("breeds.@unionOfObjects.name CONTAINS 'Mops'", ["Toy"]),
        ("'Mops' IN breeds.name", ["Toy"]), ("ANY breeds.name IN {'Mops', 'Akita'}", ["Toy"]),
        ("ANY breeds.name LIKE 'B*'", ["Hound"]), ("ANY breeds.name ==[cd] 'MOPS'", ["Toy"]),
        ("ANY breeds.height BETWEEN {35.6, 36}", ["Hound"]),
        ("SUBQUERY(breeds, $b, $b.isRare == YES).@count == 0", ["Herding", "Hound"]),
      ]
      for (format, names) in groups { #expect(try select(stack, "Group", format) == names, "\(format)") }
    },
    StoreConformanceCase("patterns match whole texts, escapes take their meaning away, and bounds may be computed") {
      stack in
      try fill(stack)
      let context = stack.context()
      try context.make("Breed", ["name": "A*"])
      try context.save()
      let breeds: [(String, [String])] = [
        ("popularity BETWEEN {1, popularity}", ["Akita", "Basset", "Beagle", "Mops"]),
        ("height BETWEEN {popularity * 10, popularity * 20}", ["Basset", "Beagle"]),
        ("name LIKE 'A*'", ["A*", "Akita"]), ("name LIKE 'A\\\\*'", ["A*"]), ("name LIKE 'A?'", ["A*"]),
        ("name LIKE 'kita'", []), ("name MATCHES 'B'", []), ("name MATCHES 'B.*'", ["Basset", "Beagle"]),
        ("name MATCHES '.{2}' AND name MATCHES 'A[*]'", ["A*"]), ("name MATCHES[cd] 'zoe'", ["Zoë"]),
        ("name ==[n] 'Zoë'", ["Zoë"]), ("name ==[cdl] 'ZOE'", ["Zoë"]), ("name ==[cn] 'ZOË'", []),
        ("name BEGINSWITH[cd] 'ZOE'", ["Zoë"]), ("name CONTAINS[c] 'MO'", ["Mops"]),
        ("name <[l] 'b'", ["A*", "Akita"]), ("name <[cl] 'BASSET'", ["A*", "Akita"]),
        ("name IN[cd] {'zoe', 'MOPS'}", ["Mops", "Zoë"]),
        ("NOT name IN[cd] {'zoe', 'MOPS', 'a*'}", ["Akita", "Basset", "Beagle"]),
      ]
      for (format, names) in breeds { #expect(try select(stack, "Breed", format) == names, "\(format)") }
    },
    StoreConformanceCase("predicates name objects by their IDs") { stack in
      try fill(stack)
      let reader = stack.context()
      let hound = try #require(try reader.all("Group") { $0.sortDescriptors = [SortKey("name")] }.first)
      let ofHound = try ObjectPredicate(format: "group == %@", hound)
      #expect(try reader.all("Breed") { $0.predicate = ofHound }.names == ["Basset", "Beagle"])
      let itself = try ObjectPredicate(format: "SELF == %@", hound.objectID)
      #expect(try reader.all("Group") { $0.predicate = itself } == [hound])
      let listed = try ObjectPredicate(format: "SELF IN %@", hound.members("breeds").map(\.objectID))
      #expect(try reader.all("Breed") { $0.predicate = listed }.names == ["Basset", "Beagle"])
    },
    StoreConformanceCase("FETCH stands for what a request finds, or for how many, and runs once for a fetch") { stack in
      try fill(stack)
      let reader = stack.context()
      var hounds = FetchRequest<ManagedObject>(entityName: "Breed")
      hounds.predicate = try ObjectPredicate(format: "group.name == 'Hound'")
      func select(_ entity: String, _ format: String, _ request: any PredicateArgument) throws -> [String] {
        let predicate = try ObjectPredicate(format: format, request, reader)
        let found = try reader.all(entity) { $0.predicate = predicate }
        return found.names
      }
      #expect(try select("Breed", "SELF IN FETCH(%@, %@, FALSE)", hounds) == ["Basset", "Beagle"])
      #expect(try select("Breed", "NOT SELF IN FETCH(%@, %@, NO)", hounds) == ["Akita", "Mops", "Zoë"])
      #expect(try select("Breed", "popularity > FETCH(%@, %@, TRUE)", hounds) == ["Beagle", "Mops"])
      #expect(try select("Breed", "popularity > max:(FETCH(%@, %@, FALSE).popularity)", hounds) == ["Mops"])
      #expect(try select("Group", "ANY breeds IN FETCH(%@, %@, FALSE)", hounds) == ["Hound"])
      var identifiers = FetchRequest<ManagedObjectID>(entityName: "Breed")
      identifiers.predicate = try ObjectPredicate(format: "popularity < 3")
      #expect(try select("Breed", "SELF IN FETCH(%@, %@, FALSE)", identifiers) == ["Akita", "Basset"])
      var rows = FetchRequest<FetchedDictionary>(entityName: "Breed")
      rows.propertiesToFetch = [.expression(name: "top", try ObjectExpression(format: "max:(popularity)"))]
      #expect(try select("Breed", "popularity IN FETCH(%@, %@, FALSE).top", rows) == ["Mops"])
      let asked = try stack.store.count { _ = try select("Breed", "popularity > FETCH(%@, %@, TRUE)", hounds) }
      #expect(asked == 2)
      // In memory the request runs whenever it is asked.
      let akita = try #require(try reader.all("Breed") { $0.sortDescriptors = [SortKey("name")] }.first)
      let isAverage = ObjectPredicate(
        PredicateComparison(
          .fetch(hounds, context: reader, countOnly: true),
          .greaterThan,
          .keyPath(ObjectKeyPath("popularity"))
        )
      )
      #expect(try isAverage.evaluate(with: akita))
      hounds.entityName = "Cat"
      #expect(throws: PredicateEvaluationError.self) { try select("Breed", "SELF IN FETCH(%@, %@, FALSE)", hounds) }
    },
    StoreConformanceCase("random numbers are drawn by memory for each object, whatever the store") { stack in
      try fill(stack)
      #expect(try select(stack, "Breed", "random(1) == 0").count == 5)
      #expect(try select(stack, "Breed", "random() < 0") == [])
      #expect(try select(stack, "Breed", "popularity + random:(1) == 2") == ["Basset"])
    },
    StoreConformanceCase("a count agrees with what a predicate, limit and offset select") { stack in
      try fill(stack)
      var request = FetchRequest<ManagedObject>(entityName: "Breed")
      request.predicate = try ObjectPredicate(format: "popularity != nil")
      let reader = stack.context()
      #expect(try reader.count(for: request) == 4)
      request.fetchLimit = 3
      #expect(try reader.count(for: request) == 3)
      request.fetchOffset = 2
      #expect(try reader.count(for: request) == 2)
    },
  ]

  private static func select(_ stack: ConformanceStack, _ entity: String, _ format: String) throws -> [String] {
    let predicate = try ObjectPredicate(format: format)
    return try stack.context().all(entity) { $0.predicate = predicate }.names
  }

  private static func fill(_ stack: ConformanceStack) throws {
    let context = stack.context()
    let hound = try context.make("Group", ["name": "Hound"])
    let toy = try context.make("Group", ["name": "Toy"])
    try context.make("Breed", ["name": "Akita", "popularity": 1, "height": 64.0])
    try context.make("Breed", ["name": "Basset", "popularity": 2, "height": 35.5, "group": hound])
    try context.make("Breed", ["name": "Beagle", "popularity": 3, "height": 36.0, "group": hound])
    try context.make("Breed", ["name": "Mops", "popularity": 4, "height": 31.0, "isRare": true, "group": toy])
    try context.make("Breed", ["name": "Zoë", "height": 20.0])
    try context.save()
  }
}

internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import Testing

// Results that are not objects: IDs and rows of named values.
extension StoreConformanceCase {
  private typealias Row = FetchedDictionary

  private static func saveBreeds(_ stack: ConformanceStack) throws {
    let context = stack.context()
    let groups: [(String, [(String, Int?)])] = [
      ("Hound", [("Beagle", 3), ("Basset", 1), ("Whippet", nil)]), ("Toy", [("Pug", 2), ("Papillon", 3)]),
      ("Herding", []),
    ]
    for (name, breeds) in groups {
      let group = try context.make("Group", ["name": name])
      for (breed, popularity) in breeds {
        let object = try context.make("Breed", ["name": breed, "group": group])
        try object.setValue(popularity, forKey: "popularity")
      }
    }
    try context.save()
  }

  private static func rows(
    _ stack: ConformanceStack,
    _ properties: [FetchedProperty],
    _ configure: (inout FetchRequest<FetchedDictionary>) throws -> Void = { _ in }
  ) throws -> [FetchedDictionary] {
    var request = FetchRequest<FetchedDictionary>(entityName: "Breed")
    request.propertiesToFetch = properties
    try configure(&request)
    return try stack.context().fetch(request)
  }

  private static func expression(_ name: String, _ format: String) throws -> FetchedProperty {
    .expression(name: name, try ObjectExpression(format: format))
  }

  static let resultCases: [StoreConformanceCase] = [
    StoreConformanceCase("rows have the properties, key paths and expressions that were asked for") { stack in
      try saveBreeds(stack)
      let found = try rows(stack, ["name", "group.name", expression("twice", "popularity * 2")]) { request in
        request.sortDescriptors = [SortKey("name")]
        request.fetchLimit = 2
        request.fetchOffset = 1
      }
      #expect(found.map { $0["name"]?.anyValue as? String } == ["Beagle", "Papillon"])
      #expect(found.map { $0["group.name"]?.anyValue as? String } == ["Hound", "Toy"])
      #expect(found.map { $0["twice"]?.anyValue as? Int } == [6, 6])
      #expect(found.allSatisfy { $0.count == 3 })
    },
    StoreConformanceCase("rows without a list of properties have every attribute and to-one relationship") { stack in
      try saveBreeds(stack)
      let row = try #require(try rows(stack, []) { $0.predicate = try ObjectPredicate(format: "name == 'Pug'") }.first)
      #expect(row["name"] == .value(.string("Pug")) && row["isRare"] == .value(.boolean(false)))
      #expect(row["height"] == .value(.null))
      guard case .objectID(let group)? = row["group"] else {
        Issue.record("\(row)")
        return
      }
      #expect(group.entity.name == "Group")
    },
    StoreConformanceCase("rows are grouped, summed up and chosen, missing values left out of statistics") { stack in
      try saveBreeds(stack)
      let properties: [FetchedProperty] = [
        "group.name", try expression("best", "min:(popularity)"), try expression("number", "count:(name)"),
        try expression("sum", "sum:(popularity)"),
      ]
      let found = try rows(stack, properties) { request in
        request.propertiesToGroupBy = ["group.name"]
        request.sortDescriptors = [SortKey("group.name")]
      }
      #expect(found.map { $0["group.name"]?.anyValue as? String } == ["Hound", "Toy"])
      #expect(found.map { $0["best"]?.anyValue as? Int } == [1, 2])
      #expect(found.map { $0["number"]?.anyValue as? Int } == [3, 2])
      #expect(found.map { $0["sum"]?.anyValue as? Int } == [4, 5])
      let chosen = try rows(stack, properties) { request in
        request.propertiesToGroupBy = ["group.name"]
        request.havingPredicate = try ObjectPredicate(format: "sum > 4 AND number == 2")
      }
      #expect(chosen.map { $0["group.name"]?.anyValue as? String } == ["Toy"])
    },
    StoreConformanceCase("groups are made of the rows that the predicate selects, and cut after they are made") {
      stack in
      try saveBreeds(stack)
      let found = try rows(stack, ["popularity", expression("number", "count:(name)")]) { request in
        request.predicate = try ObjectPredicate(format: "popularity != nil")
        request.propertiesToGroupBy = ["popularity"]
        request.sortDescriptors = [SortKey("popularity", ascending: false)]
        request.fetchLimit = 2
      }
      #expect(found.map { $0["popularity"]?.anyValue as? Int } == [3, 2])
      #expect(found.map { $0["number"]?.anyValue as? Int } == [2, 1])
    },
    StoreConformanceCase("statistics without groups are of all rows, even of none") { stack in
      try saveBreeds(stack)
      let properties = [try expression("sum", "sum:(popularity)"), try expression("most", "max:(popularity)")]
      let whole = try rows(stack, properties)
      #expect(whole.count == 1 && whole[0]["sum"]?.anyValue as? Int == 9 && whole[0]["most"]?.anyValue as? Int == 3)
      let none = try rows(stack, properties) { $0.predicate = try ObjectPredicate(format: "name == 'nobody'") }
      #expect(none.count == 1 && none[0]["sum"]?.anyValue as? Int == 0 && none[0]["most"]?.anyValue == nil)
    },
    StoreConformanceCase("equal rows are returned once when asked, and limits count them after that") { stack in
      try saveBreeds(stack)
      func names(_ configure: @escaping (inout FetchRequest<Row>) -> Void) throws -> [String?] {
        try rows(stack, ["group.name"]) { request in
          request.sortDescriptors = [SortKey("group.name")]
          configure(&request)
        }
        .map { $0["group.name"]?.anyValue as? String }
      }
      #expect(try names { _ in } == ["Hound", "Hound", "Hound", "Toy", "Toy"])
      #expect(try names { $0.returnsDistinctResults = true } == ["Hound", "Toy"])
      let second = try names { request in
        request.returnsDistinctResults = true
        request.fetchLimit = 1
        request.fetchOffset = 1
      }
      #expect(second == ["Toy"])
    },
    StoreConformanceCase("rows that the database cannot select by itself are selected all the same") { stack in
      try saveBreeds(stack)
      let found = try rows(stack, ["name"]) { request in
        request.predicate = try ObjectPredicate(
          format: "median:({popularity, 3}) == 3 AND CAST(popularity, 'NSString') == '3'"
        )
        request.sortDescriptors = [SortKey("group.name", ascending: false), SortKey("name")]
        request.fetchLimit = 5
      }
      #expect(found.map { $0["name"]?.anyValue as? String } == ["Papillon", "Beagle"])
    },
    StoreConformanceCase("unsaved changes do not count in rows") { stack in
      try saveBreeds(stack)
      let context = stack.context()
      try context.make("Breed", ["name": "Akita"])
      #expect(try context.fetch(FetchRequest<FetchedDictionary>(entityName: "Breed")).count == 5)
    },
    StoreConformanceCase("arrays are filtered by the predicates that fetches use") { stack in
      try saveBreeds(stack)
      let context = stack.context()
      let breeds = try context.all("Breed")
      for format in [
        "group.name == 'Toy'", "popularity > 1", "name LIKE[c] 'p*'", "popularity == nil",
        "ANY group.breeds.popularity == 2",
      ] {
        let predicate = try ObjectPredicate(format: format)
        let filtered = try breeds.filter { try predicate.evaluate(with: $0) }
        #expect(try context.all("Breed") { $0.predicate = predicate }.names == filtered.names, "\(format)")
      }
    },
  ]
}

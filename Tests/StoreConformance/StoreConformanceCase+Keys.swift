internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import Testing

// Requests that name what their entity does not have are refused before a row is looked at: all of these stores are empty.
extension StoreConformanceCase {
  private static func refusal(
    _ stack: ConformanceStack,
    _ entityName: String = "Breed",
    _ configure: (inout FetchRequest<ManagedObject>) throws -> Void
  ) throws -> FetchKeyError? {
    var request = FetchRequest<ManagedObject>(entityName: entityName)
    try configure(&request)
    return #expect(throws: FetchKeyError.self) { _ = try stack.context().fetch(request) }
  }

  private static func rowRefusal(
    _ stack: ConformanceStack,
    _ configure: (inout FetchRequest<FetchedDictionary>) throws -> Void
  ) throws -> FetchKeyError? {
    var request = FetchRequest<FetchedDictionary>(entityName: "Breed")
    try configure(&request)
    return #expect(throws: FetchKeyError.self) { _ = try stack.context().fetch(request) }
  }

  static let keyCases: [StoreConformanceCase] = [
    StoreConformanceCase("a predicate with a key that the entity lacks is refused, with the nearest name") { stack in
      let predicate = try ObjectPredicate(format: "nmae == 'Pug' AND height > 3")
      let error = try refusal(stack) { $0.predicate = predicate }
      #expect(error?.part == .predicate && error?.problem.suggestion == "name")
      #expect(
        error?.description == """
          The predicate of a request for Breed names "nmae": Breed has no property "nmae"; did you mean "name"?
          """
      )
      var identifiers = FetchRequest<ManagedObjectID>(entityName: "Breed")
      identifiers.predicate = predicate
      #expect(throws: FetchKeyError.self) { _ = try stack.context().fetch(identifiers) }
      #expect(throws: FetchKeyError.self) { _ = try stack.context().count(for: identifiers) }
      #expect(throws: FetchKeyError.self) { _ = try stack.context(parent: stack.context()).fetch(identifiers) }
      #expect(throws: FetchKeyError.self) {
        _ = try stack.context().execute(AsynchronousFetchRequest(fetchRequest: identifiers))
      }
    },
    StoreConformanceCase("unknown keys are found anywhere in a predicate") { stack in
      let formats = [
        "group.nmae == 'x'": "group.nmae", "ANY group.breeds.nmae == 'x'": "group.breeds.nmae",
        "SUBQUERY(group.breeds, $b, $b.nmae == 'x').@count > 0": "group.breeds.nmae",
        "NOT (name == 'x' OR nmae == 'y')": "nmae", "group.breeds.@avg.hieght > 3": "group.breeds.@avg.hieght",
        "uppercase:(nmae) == 'X'": "nmae",
        "name.lenght > 3": "name.lenght", "SELF.nmae == 'x'": "nmae", "nmae IN {'x'}": "nmae",
        "height BETWEEN {low, 3}": "low", "TERNARY(nmae == 'x', 1, 2) == 1": "nmae",
      ]
      for (format, keyPath) in formats {
        let error = try refusal(stack) { $0.predicate = try ObjectPredicate(format: format) }
        #expect(error?.problem.keyPath == keyPath, "\(format)")
      }
    },
    StoreConformanceCase("whatever objects do have is accepted, and what only values know as well") { stack in
      let formats = [
        "SELF == nil", "objectID == nil", "self.name == 'x'", "group.breeds.@count == 0",
        "group.breeds.name.@count == 0",
        "ANY group.breeds.group.name == 'x'", "name.length > 3", "group == nil",
        "SUBQUERY(group.breeds, $b, $b.height > 3 AND $b.group.name == 'x').@count == 0",
        "group.breeds.@max.height > 3", "group.breeds.@distinctUnionOfObjects.name.@count == 0", "TRUEPREDICATE",
      ]
      for format in formats {
        let predicate = try ObjectPredicate(format: format)
        #expect(try stack.context().all("Breed") { $0.predicate = predicate }.isEmpty, "\(format)")
      }
    },
    StoreConformanceCase("a property of a sub-entity is none of its parent") { stack in
      let error = try refusal(stack, "Animal") { $0.predicate = try ObjectPredicate(format: "wingspan > 1") }
      #expect(error?.problem.reason == .propertyOfSubentities(entity: "Animal", subentities: ["Bird"]))
      let birds = try stack.context().all("Bird") { $0.predicate = try? ObjectPredicate(format: "wingspan > 1") }
      #expect(birds.isEmpty)
    },
    StoreConformanceCase("sort keys and relationships to prefetch have to exist, and a sort key has one value") {
      stack in
      let unknown = try refusal(stack) { $0.sortDescriptors = [SortKey("name"), SortKey("group.nmae")] }
      #expect(unknown?.part == .sortKey && unknown?.problem.keyPath == "group.nmae")
      let toMany = try refusal(stack) { $0.sortDescriptors = [SortKey("group.breeds.name")] }
      #expect(toMany?.problem.reason == .toMany(entity: "Group"))
      let prefetched = try refusal(stack) { $0.relationshipKeyPathsForPrefetching = ["gruop"] }
      #expect(prefetched?.part == .prefetchedRelationship && prefetched?.problem.suggestion == "group")
    },
    StoreConformanceCase("properties to fetch, to group by and of a having predicate have to exist") { stack in
      #expect(try rowRefusal(stack) { $0.propertiesToFetch = ["nmae"] }?.part == .fetchedProperty)
      let sum = FetchedProperty.expression(name: "sum", try ObjectExpression(format: "sum:(hieght)"))
      #expect(try rowRefusal(stack) { $0.propertiesToFetch = [sum] }?.problem.suggestion == "height")
      #expect(try rowRefusal(stack) { $0.propertiesToGroupBy = ["gruop.name"] }?.part == .groupKey)
      let having = try rowRefusal(stack) { request in
        request.propertiesToFetch = ["group.name"]
        request.propertiesToGroupBy = ["group.name"]
        request.havingPredicate = try ObjectPredicate(format: "max:(height) > 3 AND gruop.name != 'x'")
      }
      #expect(having?.part == .havingPredicate && having?.problem.suggestion == "group.name")
      let order = try rowRefusal(stack) { request in
        request.propertiesToFetch = ["group.name"]
        request.propertiesToGroupBy = ["group.name"]
        request.sortDescriptors = [SortKey("name")]
      }
      #expect(order?.problem.reason == .unknownGroupValue(entity: "Breed"))
    },
    StoreConformanceCase("properties to fetch and to group by have one value") { stack in
      let fetched = try rowRefusal(stack) { $0.propertiesToFetch = ["group.breeds"] }
      #expect(fetched?.part == .fetchedProperty && fetched?.problem.reason == .toMany(entity: "Group"))
      #expect(try rowRefusal(stack) { $0.propertiesToGroupBy = ["group.breeds.name"] }?.part == .groupKey)
      var request = FetchRequest<FetchedDictionary>(entityName: "Breed")
      request.propertiesToFetch = ["group.breeds.@max.name"]
      #expect(try stack.context().fetch(request).isEmpty)
    },
    StoreConformanceCase("batch requests are refused as fetches are") { stack in
      let context = stack.context()
      let predicate = try ObjectPredicate(format: "nmae == 'Pug'")
      var selection = FetchRequest<ManagedObjectID>(entityName: "Breed")
      selection.predicate = predicate
      #expect(throws: FetchKeyError.self) { try context.execute(BatchDeleteRequest(fetchRequest: selection)) }
      let update = BatchUpdateRequest(entityName: "Breed", predicate: predicate, propertiesToUpdate: ["name": "Mops"])
      #expect(throws: FetchKeyError.self) { try context.execute(update) }
      let twice = try ObjectExpression(format: "hieght * 2")
      let computed = BatchUpdateRequest(entityName: "Breed", propertiesToUpdate: ["height": twice])
      let error = #expect(throws: FetchKeyError.self) { try context.execute(computed) }
      #expect(error?.part == .updatedProperty)
      let unknown = BatchUpdateRequest(entityName: "Breed", propertiesToUpdate: ["nmae": "Mops"])
      let access = #expect(throws: PropertyAccessError.self) { try context.execute(unknown) }
      #expect(access?.description == "The entity Breed has no property named \"nmae\"; did you mean \"name\"?")
    },
  ]
}

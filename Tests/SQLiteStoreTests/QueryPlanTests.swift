import AttributeValues
import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore
import TestSupport
import Testing

/// What the model indexes is found by its index.
@Suite struct QueryPlanTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore
  private let word: EntityDescription

  init() throws {
    word = EntityDescription(name: "Word")
    let language = EntityDescription(name: "Language")
    word.declaredProperties = [
      AttributeDescription(name: "text", type: .string), AttributeDescription(name: "rank", type: .double),
      AttributeDescription(name: "number", type: .integer64), AttributeDescription(name: "note", type: .string),
      KennelModel.relationship("language", to: language),
    ]
    language.declaredProperties = [
      AttributeDescription(name: "code", type: .string), KennelModel.relationship("words", to: word, many: true),
    ]
    KennelModel.inverse(word, "language", language, "words")
    word.uniquenessConstraints = [["text"]]
    for name in ["rank", "number"] {
      word.indexes.append(FetchIndexDescription(name: "by\(name)", elements: [.init(propertyName: name)]))
    }
    folder = try TemporaryFolder()
    store = try SQLiteStore.create(
      at: folder.file("Words.sqlite"),
      model: ManagedObjectModel(entities: [word, language])
    )
  }

  private func plan(_ format: String, by keys: [SortKey] = []) throws -> [String] {
    var fetch = StoreFetch(entity: word)
    fetch.predicate = try ObjectPredicate(format: format)
    fetch.sortKeys = keys
    return try store.queryPlan(for: fetch)
  }

  @Test(arguments: [
    "text == 'a'", "text IN {'a', 'b'}", "text BEGINSWITH 'ab'", "text > 'a' AND text < 'b'", "rank == 1",
    "rank > 2.5 AND rank < 3", "rank > 2.5", "2.5 >= rank", "number < 4", "text >= 'm'", "rank > 2 AND note == 'x'",
    "rank BETWEEN {1, 2}", "number IN {1, 2, 3}", "number == 2 AND note == 'x'", "language == %@", "SELF == %@",
    "SELF IN %@",
    "number == 1 OR text == 'b'",
  ])
  func anIndexedAttributeIsSearched(_ format: String) throws {
    let arguments: [any PredicateArgument] = format.contains("%@") ? [try anObject(format)] : []
    var fetch = StoreFetch(entity: word)
    fetch.predicate = try ObjectPredicate(format: format, argumentArray: arguments)
    let plan = try store.queryPlan(for: fetch)
    #expect(plan.contains { $0.hasPrefix("SEARCH t0 USING") }, "\(plan)")
    #expect(!plan.contains { $0.hasPrefix("SCAN t0") }, "\(plan)")
  }

  private func anObject(_ format: String) throws -> any PredicateArgument {
    let entity =
      format.hasPrefix("language") ? try #require(word.relationshipsByName["language"]?.destinationEntity) : word
    let objectID = ManagedObjectID(entity: entity, storeNumber: store.number, reference: 1)
    if format.contains("IN") { return [objectID, objectID] }
    return objectID
  }

  @Test func aLongListIsSearchedForTwo() throws {
    var fetch = StoreFetch(entity: word)
    fetch.predicate = try ObjectPredicate(format: "number IN %@", Array(1...100_000))
    #expect(try store.queryPlan(for: fetch).contains { $0.hasPrefix("SEARCH t0 USING INDEX") })
    fetch.predicate = try ObjectPredicate(format: "text IN %@", (1...1_000).map(String.init))
    #expect(try store.queryPlan(for: fetch).contains { $0.hasPrefix("SEARCH t0 USING INDEX") })
  }

  @Test func anIndexGivesTheOrder() throws {
    #expect(try !plan("TRUEPREDICATE", by: [SortKey("number")]).contains { $0.contains("TEMP B-TREE") })
    #expect(try !plan("number > 3", by: [SortKey("number")]).contains { $0.contains("TEMP B-TREE") })
    #expect(try !plan("text == 'a'").contains { $0.contains("TEMP B-TREE") })
    #expect(try plan("TRUEPREDICATE", by: [SortKey("note")]).contains { $0.contains("TEMP B-TREE") })
  }

  @Test func relatedObjectsAreSearched() throws {
    let plan = try plan("ANY language.words.number == 3")
    #expect(!plan.contains { $0.hasPrefix("SCAN t1") || $0.hasPrefix("SCAN t2") }, "\(plan)")
  }

  @Test func fetchesOfOneShapeShareAStatementAndGetTheirOwnValues() throws {
    var request = StoreSaveRequest()
    let identifiers = try store.obtainPermanentIDs(for: word, count: 40)
    for (number, objectID) in identifiers.enumerated() {
      let values: [String: AttributeValue] = ["number": .integer(Int64(number)), "text": .string("word \(number)")]
      request.inserted.append(
        StoreRow(
          objectID: objectID,
          version: 1,
          attributes: word.layout.attributes.map { values[$0.name] ?? .null },
          toOne: [nil]
        )
      )
    }
    try store.save(request)
    func keys(_ format: String, _ arguments: any PredicateArgument..., limit: Int = 0) throws -> [Int64] {
      var fetch = StoreFetch(entity: word)
      fetch.predicate = try ObjectPredicate(format: format, argumentArray: arguments)
      fetch.limit = limit
      let found = try store.objectIDs(for: fetch).map(\.reference)
      #expect(try limit > 0 || store.count(for: fetch) == found.count)
      return found
    }
    for number in 0..<40 {
      let key = identifiers[number].reference
      #expect(try keys("number == %d", number) == [key])
      #expect(try keys("text == %@ OR number == %d", "word \(number)", (number + 1) % 40).contains(key))
      #expect(try keys("number BETWEEN {%d, %d}", number, number + 1).count == (number == 39 ? 1 : 2))
      #expect(try keys("number IN %@", [number, -1, -2]) == [key])
      #expect(try keys("number IN %@", [number] + Array(100..<(150 + number))) == [key])
      #expect(try keys("number >= %d", 0, limit: number + 1).count == number + 1)
      #expect(try keys("3 == %d", number).isEmpty == (number != 3))
      #expect(try keys("SELF IN %@", [identifiers[number]]) == [key])
    }
    #expect(try keys("number == %@", AttributeValue.null).isEmpty)
    #expect(try keys("note == %@", AttributeValue.null).count == 40)
    #expect(try keys("note == %@", "x").isEmpty)
    #expect(try keys("number == %@", Double.nan).isEmpty && keys("number == %@", 3.0).count == 1)
    #expect(try keys("number == %@", "3").isEmpty)
  }

  @Test func aPredicateThatIsTooDeepForSQLiteIsLeftToMemory() throws {
    var fetch = StoreFetch(entity: word)
    fetch.predicate = try ObjectPredicate(
      format: String(repeating: "NOT (number == 1 OR ", count: 60) + "number == 2" + String(repeating: ")", count: 60)
    )
    #expect(!store.canExecute(fetch))
    fetch.predicate = .or(
      (0..<5_000).map { ObjectPredicate(PredicateComparison(.keyPath(ObjectKeyPath("number")), .equal, .value($0))) }
    )
    #expect(store.canExecute(fetch))
    #expect(try store.count(for: fetch) == 0)
  }
}

import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore
import Testing

struct PredicateTranslationTests {
  /// Dogs with and without every value, owners with and without animals, walks with several dogs.
  private func kennel() throws -> Kennel {
    // Nothing of this has to outlive the machine.
    var options = SQLiteStoreOptions()
    options.synchronous = .off
    let kennel = try Kennel(options: options)
    let anna = try kennel.insert(
      "Owner",
      ["email": "anna@example.org", "phone": "12", "address": .composite(["city": "Oslo"])]
    )
    let bob = try kennel.insert("Owner", ["email": "Bob@Example.org"])
    try kennel.insert("Owner", ["email": "nobody"])
    let names = ["Rex", "rex", "Ærø", "AERO", "Re\0x", "100% dog_*?\\", "", "Zoé", "Zoe"]
    var dogs: [ManagedObjectID] = []
    for (index, name) in names.enumerated() {
      var values: [String: AttributeValue] = [
        "name": .string(name), "weight": .double(Double(index) * 2.5), "height": .float(Float(index) / 3),
        "litter": .integer(Int64(index)),
        "isVaccinated": .boolean(index % 2 == 0), "born": .date(Double(index) * 86_400),
        "price": .decimal(Decimal(index) / 8),
        "tag": .uuid(UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(index)))),
        "home": .uri(try #require(URL(string: "https://example.org/\(index)"))),
        "photo": .binary(Data([UInt8(index), 255])),
        "scan": .binary(Data([UInt8(index)])),
      ]
      if index % 3 == 2 {
        for key in ["weight", "litter", "isVaccinated", "born", "price", "tag", "home", "photo"] { values[key] = nil }
      }
      dogs.append(
        try kennel.insert(
          "Dog",
          values,
          toOne: index < 4 ? ["owner": anna.objectID] : index < 6 ? ["owner": bob.objectID] : [:]
        ).objectID
      )
    }
    dogs.append(try kennel.insert("Dog", [:]).objectID)
    try kennel.insert("Cat", ["name": "Tom", "lives": .integer(9)], toOne: ["owner": bob.objectID])
    let walk = try kennel.insert("Walk", ["place": "Hill"])
    let other = try kennel.insert("Walk", ["place": "Sea"])
    try kennel.insert("Walk", [:])
    try kennel.link(walk.objectID, "dogs", "Walk", [dogs[0], dogs[2], dogs[4]])
    try kennel.link(other.objectID, "dogs", "Walk", [dogs[0], dogs[9]])
    return kennel
  }

  private static let dogPredicates = [
    "TRUEPREDICATE", "FALSEPREDICATE", "name == 'Rex'", "name != 'Rex'", "name == nil", "name != nil",
    "NOT name == 'Rex'",
    "name < 'Rex'", "NOT (weight < 5)", "weight >= 5 AND weight <= 12.5", "weight BETWEEN {5, 12.5}",
    "NOT weight BETWEEN {5, 12.5}",
    "litter == 3.0", "litter > 2.5", "litter == '3'", "litter != '3'", "NOT litter == '3'", "name == 3", "name < 3",
    "NOT name < 3",
    "isVaccinated == YES", "isVaccinated == NO", "isVaccinated != TRUE", "litter IN {1, 3, 5, nil}",
    "NOT litter IN {1, 3}",
    "name IN {'Rex', 'Zoe', nil, 7}", "name IN[c] {'REX', 'zoe'}", "name ==[c] 'REX'", "name !=[c] 'REX'",
    "name ==[cd] 'zoe'",
    "name ==[d] 'Zoe'", "name BEGINSWITH 'Re'", "name BEGINSWITH ''", "name BEGINSWITH[c] 'RE'",
    "NOT name BEGINSWITH 'Re'",
    "name ENDSWITH 'x'", "name ENDSWITH[cd] 'É'", "name CONTAINS 'e'", "name CONTAINS[c] 'E'", "name CONTAINS ''",
    "NOT name CONTAINS 'e'",
    "'Rex and Zoe' CONTAINS name", "name IN 'Rex and Zoe'", "name LIKE '*\\\\**'", "name LIKE '?e?'",
    "name LIKE[c] 'r*'",
    "name MATCHES '[A-Z].*'", "NOT name MATCHES '[A-Z].*'", "name <[c] 'REY'", "height < 0.5", "price == 0.5",
    "price > 0.25",
    "price BETWEEN {0.1, 0.5}", "born > CAST(100000, 'NSDate')", "born == CAST(86400, 'NSDate')", "born == 86400",
    "born < now()",
    "home == 'https://example.org/3'", "home CONTAINS 'org/4'", "owner == nil", "owner != nil",
    "owner.email == 'anna@example.org'",
    "owner.email != 'anna@example.org'", "owner.email ==[c] 'bob@example.org'", "owner.email == nil",
    "NOT owner.phone == nil",
    "owner.address.city == 'Oslo'", "owner.address.city == nil", "weight > litter", "weight == litter",
    "litter != weight",
    "litter + 1 > 3", "litter * 2 == weight - 1", "walks.@count == 2", "walks.@count > 0", "ANY walks.place == 'Hill'",
    "ANY walks.place == nil", "ALL walks.place == 'Hill'", "NONE walks.place == 'Hill'", "ANY walks.dogs.name == 'Ærø'",
    "SUBQUERY(walks, $w, $w.place == 'Hill' OR $w.place == 'Sea').@count > 1", "walks.@min.place == 'Hill'",
    "SUBQUERY(walks, $w, $w.dogs.@count > 2).@count == 1", "owner.animals.@count > 3",
    "ANY owner.animals.name == 'Tom'", "(name == 'Rex' OR litter == 4) AND NOT isVaccinated == NO", "photo == nil",
    "scan == nil",
    "litter == nil OR NOT (litter > 3 AND weight < 15)",
  ]

  @Test(arguments: dogPredicates) func selectsWhatMemorySelects(_ format: String) throws {
    let kennel = try kennel()
    try expectSameAnswer(ObjectPredicate(format: format), of: "Dog", in: kennel)
  }

  private func expectSameAnswer(_ predicate: ObjectPredicate, of entityName: String, in kennel: Kennel) throws {
    var fetch = StoreFetch(entity: try kennel.entity(entityName))
    let rows = try kennel.store.rows(for: fetch)
    let expected = try rows.filter { try predicate.evaluate(with: RowSubject(row: $0, store: kennel.store)) }
    fetch.predicate = predicate
    try #require(kennel.store.canExecute(fetch))
    #expect(try kennel.store.objectIDs(for: fetch).map(\.reference) == expected.map(\.objectID.reference))
    #expect(try kennel.store.count(for: fetch) == expected.count)
  }

  @Test func selectsByIdentity() throws {
    let kennel = try kennel()
    let owner = try #require(try kennel.store.objectIDs(for: StoreFetch(entity: try kennel.entity("Owner"))).first)
    let dog = try #require(try kennel.store.objectIDs(for: StoreFetch(entity: try kennel.entity("Dog"))).first)
    let stranger = ManagedObjectID(entity: owner.entity, storeNumber: 9_999, reference: owner.reference)
    let identities = [owner, dog, stranger].map { ObjectIdentity($0) }
    for identity in identities {
      for format in ["owner == %@", "owner != %@", "SELF == %@", "NOT owner == %@", "ANY walks.dogs == %@"] {
        try expectSameAnswer(ObjectPredicate(format: format, identity), of: "Dog", in: kennel)
      }
    }
    try expectSameAnswer(ObjectPredicate(format: "SELF IN %@", identities), of: "Dog", in: kennel)
    try expectSameAnswer(
      ObjectPredicate(format: "tag == %@", try #require(UUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0E03"))),
      of: "Dog",
      in: kennel
    )
    try expectSameAnswer(ObjectPredicate(format: "photo == %@", Data([3, 255])), of: "Dog", in: kennel)
    try expectSameAnswer(ObjectPredicate(format: "weight == %@", Double.nan), of: "Dog", in: kennel)
    try expectSameAnswer(ObjectPredicate(format: "weight != %@", Double.nan), of: "Dog", in: kennel)
  }

  @Test(arguments: [
    "scan == name", "MEDIAN(walks.place) == 3", "notes == name", "age == 3", "walks.@sum.place == 3", "color == 'red'",
    "price + 1 == 2", "name MATCHES litter",
  ])
  func leavesToMemoryWhatOnlyMemoryCanAnswer(_ format: String) throws {
    let kennel = try Kennel()
    guard let predicate = try? ObjectPredicate(format: format) else { return }
    var fetch = StoreFetch(entity: try kennel.entity("Dog"))
    fetch.predicate = predicate
    #expect(!kennel.store.canExecute(fetch))
  }

  @Test func sortsLimitsAndSkips() throws {
    let kennel = try kennel()
    var fetch = StoreFetch(entity: try kennel.entity("Dog"))
    fetch.sortKeys = [SortKey("owner.email", ascending: false), SortKey("name", comparison: .caseInsensitive)]
    let names = try kennel.store.rows(for: fetch).map { row in
      row.attributes[try kennel.slot("name", "Dog")]
    }
    #expect(names == ["AERO", "Rex", "rex", "Ærø", "100% dog_*?\\", "Re\0x", .null, "", "Zoe", "Zoé"])
    fetch.limit = 3
    fetch.offset = 2
    #expect(try kennel.store.rows(for: fetch).count == 3)
    #expect(try kennel.store.count(for: fetch) == 3)
    fetch.offset = 8
    #expect(try kennel.store.count(for: fetch) == 2)
  }

  @Test func fetchesAParentsObjectsWithTheirOwnEntities() throws {
    let kennel = try kennel()
    var fetch = StoreFetch(entity: try kennel.entity("Animal"))
    fetch.sortKeys = [SortKey("name", ascending: false)]
    fetch.limit = 3
    #expect(try kennel.store.objectIDs(for: fetch).map(\.entity.name) == ["Dog", "Dog", "Dog"])
    fetch.predicate = try ObjectPredicate(format: "name == 'Tom'")
    #expect(try kennel.store.rows(for: fetch).map(\.objectID.entity.name) == ["Cat"])
    fetch.includesSubentities = false
    #expect(try kennel.store.count(for: fetch) == 0)
  }
}

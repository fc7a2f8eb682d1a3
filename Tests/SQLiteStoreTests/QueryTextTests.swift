import Foundation
import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore
import Testing

/// What a fetch looks like in SQL: one statement of each kind that the translator writes.
@Suite struct QueryTextTests {
  private let kennel: Kennel

  init() throws { kennel = try Kennel() }

  /// The statements that fetch the IDs of the dogs which a predicate selects.
  private func sql(_ predicate: String, by keys: [SortKey] = [], limit: Int = 0) throws -> [String] {
    try sql(try ObjectPredicate(format: predicate), by: keys, limit: limit)
  }

  private func sql(_ predicate: ObjectPredicate, by keys: [SortKey] = [], limit: Int = 0) throws -> [String] {
    var fetch = StoreFetch(entity: try kennel.entity("Dog"))
    fetch.predicate = predicate
    fetch.sortKeys = keys
    fetch.limit = limit
    return try kennel.store.statements { _ = try kennel.store.objectIDs(for: fetch) }
  }

  private static let owner = " LEFT JOIN ZOWNER AS t1 ON t1.Z_PK = t0.ZOWNER"
  private static let walks =
    "FROM Z_3WALKS AS t2 JOIN ZWALK AS t1 WHERE t2.Z_3DOGS = t0.Z_PK AND t1.Z_PK = t2.Z_5WALKS"

  @Test(arguments: [
    ("name == 'Rex'", "t0.ZNAME = ?1"),
    ("name != 'Rex'", "t0.ZNAME IS NOT ?1"),
    ("NOT name == 'Rex'", "NOT IFNULL(t0.ZNAME = ?1, 0)"),
    ("name == nil", "t0.ZNAME IS NULL"),
    ("name ==[c] 'rex'", "STUDBOOK_TEST('==', 1, t0.ZNAME, ?1)"),
    ("name LIKE 'R*x'", "STUDBOOK_TEST('LIKE', 0, t0.ZNAME, ?1)"),
    ("name BEGINSWITH 'Re'", "(t0.ZNAME >= ?1 AND t0.ZNAME < ?1 || CAST(x'FF' AS TEXT))"),
    ("weight BETWEEN {5, 12.5}", "(t0.ZWEIGHT1 >= ?1 AND t0.ZWEIGHT1 <= ?2)"),
    ("litter IN {1, 3, nil}", "(t0.ZLITTER IS NULL OR t0.ZLITTER IN (?1, ?2))"),
    ("litter + 1 > 3", "(t0.ZLITTER + ?1) > ?2"),
    ("weight > litter", "t0.ZWEIGHT1 > t0.ZLITTER"),
    ("owner == nil", "t0.ZOWNER IS NULL"),
    (
      "(name == 'Rex' OR litter == 4) AND NOT isVaccinated == NO",
      "((t0.ZNAME = ?1 OR t0.ZLITTER = ?2) AND NOT IFNULL(t0.ZISVACCINATED = ?3, 0))"
    ),
    ("walks.@count == 2", "(SELECT count(*) \(walks)) = ?1"),
    ("ANY walks.place == 'Hill'", "EXISTS (SELECT 1 \(walks) AND (t1.ZPLACE = ?1))"),
    ("ALL walks.place == 'Hill'", "NOT EXISTS (SELECT 1 \(walks) AND NOT IFNULL(t1.ZPLACE = ?1, 0))"),
    ("SUBQUERY(walks, $w, $w.place == 'Hill').@count > 1", "(SELECT count(*) \(walks) AND (t1.ZPLACE = ?1)) > ?2"),
  ])
  func aPredicateIsACondition(_ predicate: String, _ condition: String) throws {
    let expected = "SELECT t0.Z_PK, t0.Z_ENT FROM ZANIMAL AS t0 WHERE t0.Z_ENT = 3 AND \(condition) ORDER BY t0.Z_PK"
    #expect(try sql(predicate) == [expected])
  }

  @Test(arguments: [
    ("owner.email == 'a@b.c'", "t1.ZEMAIL = ?1"),
    ("owner.address.city == 'Oslo'", "t1.ZCITY = ?1"),
    ("owner.animals.@count > 3", "(SELECT count(*) FROM ZANIMAL AS t2 WHERE t2.ZOWNER = t1.Z_PK) > ?1"),
  ])
  func aPathIsAJoin(_ predicate: String, _ condition: String) throws {
    let tables = "ZANIMAL AS t0\(Self.owner)"
    let expected = "SELECT t0.Z_PK, t0.Z_ENT FROM \(tables) WHERE t0.Z_ENT = 3 AND \(condition) ORDER BY t0.Z_PK"
    #expect(try sql(predicate) == [expected])
  }

  private final class Dog: ManagedObject {
    var name: String { attribute("name") ?? "" }
    var weight: Double? { attribute("weight") }
    var litter: Int32 { attribute("litter") ?? 0 }
    var owner: Owner? { related("owner") }
    var walks: Set<Walk> { Set(relatedObjects("walks") as [Walk]) }
  }

  private final class Owner: ManagedObject {
    var email: String? { attribute("email") }
  }

  private final class Walk: ManagedObject {
    var place: String? { attribute("place") }
  }

  /// What is written in Swift is as much the database's as a format is: nothing is left to memory.
  @Test func aPredicateOfSwiftIsACondition() throws {
    let names = ["Rex", "Ace"]
    let predicates: [Predicate<Dog>] = [
      #Predicate { $0.name == "Rex" }, #Predicate { $0.name.starts(with: "Re") },
      #Predicate { names.contains($0.name) },
      #Predicate { ($0.weight ?? 0) > 5 }, #Predicate { $0.litter < 3 }, #Predicate { (1...3).contains($0.litter) },
      #Predicate { $0.owner?.email == "a@b.c" }, #Predicate { $0.walks.count == 2 },
      #Predicate { $0.walks.contains { $0.place == "Hill" } },
    ]
    for predicate in predicates {
      let statements = try sql(ObjectPredicate(predicate))
      #expect(statements.count == 1 && statements[0].contains(" WHERE t0.Z_ENT = 3 AND "), "\(statements)")
    }
  }

  @Test func sortKeysAndLimitsAreTheDatabases() throws {
    #expect(
      try sql("weight > 1", by: [SortKey("name"), SortKey("owner.email", ascending: false)], limit: 3) == [
        "SELECT t0.Z_PK, t0.Z_ENT FROM ZANIMAL AS t0\(Self.owner) WHERE t0.Z_ENT = 3 AND t0.ZWEIGHT1 > ?1 "
          + "ORDER BY t0.ZNAME, t1.ZEMAIL DESC, t0.Z_PK LIMIT ?2 OFFSET ?3"
      ]
    )
  }
}

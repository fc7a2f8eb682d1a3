import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore
import TestSupport
import Testing

/// Draws predicates, sort keys and objects, and compares what the SQLite store selects with what evaluation in memory selects.
///
/// A failure tells its seed. `STUDBOOK_SEEDS=1000-2000` tries those instead of the few of every run.
@Suite struct RandomQueryTests {
  @Test(arguments: Seeds.range(1...8)) func theDatabaseSelectsAndSortsWhatMemoryDoes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let kennel = try RandomKennel(using: &random)
    var answered = 0
    for _ in 0..<50 {
      let entity = random.pick(["Dog", "Dog", "Dog", "Animal", "Owner", "Walk"])
      var queries = RandomQueries(random, kennel: kennel, entity: entity)
      var fetch = StoreFetch(entity: kennel.entity(entity))
      fetch.predicate = queries.predicate(depth: 3)
      fetch.sortKeys = queries.sortKeys()
      random = queries.random
      if random.once(in: 5) { fetch.limit = random.number(below: 6) }
      if random.once(in: 5) { fetch.offset = random.number(below: 6) }
      if try compare(fetch, in: kennel, seed: seed) { answered += 1 }
    }
    // The comparison means something only while the database answers a good part of them by itself.
    #expect(answered >= 4, "seed \(seed)")
  }

  /// Whether the database answered by itself.
  private func compare(_ fetch: StoreFetch, in kennel: RandomKennel, seed: UInt64) throws -> Bool {
    if let predicate = fetch.predicate {
      let printed = predicate.description
      #expect(try ObjectPredicate(format: printed) == predicate, "seed \(seed): \(printed)")
    }
    let variables = kennel.objectVariables
    var memoryFetch = fetch
    memoryFetch.predicate = fetch.predicate?.withSubstitutionVariables(variables.mapValues(kennel.inMemory))
    var fetch = fetch
    let predicate = fetch.predicate
    fetch.predicate = predicate?.withSubstitutionVariables(variables)
    guard kennel.sqlite.canExecute(fetch) else { return false }
    let expected = Result { try kennel.memory.objectIDs(for: memoryFetch).map(\.reference) }
    let actual = Result { try kennel.sqlite.objectIDs(for: fetch).map(\.reference) }
    let keys = fetch.sortKeys.map { "\($0.keyPath) \($0.ascending ? "up" : "down") \($0.comparison)" }
    let story = "seed \(seed): \(fetch.entity.name) where \(predicate?.description ?? "") by \(keys)"
    switch (expected, actual) {
    case (.success(let expected), .success(let actual)): #expect(actual == expected, "\(story)")
    case (.failure(let error), .success): Issue.record("\(story): only memory fails: \(error)")
    case (.success, .failure(let error)): Issue.record("\(story): only the database fails: \(error)")
    case (.failure, .failure): break
    }
    return true
  }
}

import AttributeValues
import BenchmarkSupport
import CObjectPeer
import Foundation
import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore

/// Measures what a program does with managed objects — make, validate and save them, fetch them back, find one by an indexed attribute —
/// against the same work in plain C on the same tables, in turn; and an import whose objects are of a class with a hook.
///
///     object-benchmark FOLDER [OBJECTS] [RUNS] [IMPORT]
///
/// IMPORT is the import benchmark's folder of a number of records; without it there is no import.
@main
struct ObjectBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2 else {
      print("usage: object-benchmark FOLDER [OBJECTS] [RUNS] [IMPORT]")
      exit(64)
    }
    let count = arguments.count > 2 ? Int(arguments[2]) ?? 1_000_000 : 1_000_000
    let benchmark = ObjectBenchmark(
      folder: arguments[1],
      data: DogRows(count: max(count, 1_000)),
      runs: arguments.count > 3 ? Int(arguments[3]) ?? 3 : 3
    )
    try FileManager.default.createDirectory(atPath: benchmark.folder, withIntermediateDirectories: true)
    print("\(benchmark.data.rows.count) objects of nine attributes, \(benchmark.runs) runs in turn; medians")
    try benchmark.measureSaving()
    try benchmark.measureReading()
    try benchmark.measureFinding()
    if arguments.count > 4 {
      let imports = HookedImport(folder: arguments[4], work: benchmark.folder)
      let costs = try imports.measure(runs: benchmark.runs)
      try benchmark.report(imports.title, costs.ours, costs.peers, \.wall, bar: 2.5)
    }
    print(String(format: "  peak memory of all this                %6.1f MiB", Cost.peakMiB))
  }

  let folder: String
  let data: DogRows
  let runs: Int

  private var store: String { "\(folder)/objects.sqlite" }
  private var peerStore: String { "\(folder)/peer.sqlite" }

  private func stack(at path: String, isNew: Bool) throws -> (SQLiteStore, ManagedObjectContext) {
    let model = BenchModel.make()
    var options = SQLiteStoreOptions()
    options.journalMode = .wal
    options.synchronous = .normal
    if isNew {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
    let store =
      isNew
      ? try SQLiteStore.create(at: path, model: model, options: options)
      : try SQLiteStore.open(at: path, model: model, options: options)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    return (store, ManagedObjectContext(persistentStoreCoordinator: coordinator))
  }

  // MARK: Saving

  private func measureSaving() throws {
    var ours: [Cost] = []
    var peers: [Cost] = []
    for _ in 0..<runs {
      var cost = Cost()
      let (store, context) = try stack(at: store, isNew: true)
      try cost.add { try save(into: context) }
      try store.close()
      ours.append(cost)
      // An empty store, so that the peer fills the same tables and keeps the same indexes.
      try stack(at: peerStore, isNew: true).0.close()
      var peer = Cost()
      let code = peer.add {
        data.rows.withUnsafeBufferPointer { peer_insert(peerStore, $0.baseAddress, Int32($0.count)) }
      }
      guard code == 0 else { throw PeerFailure() }
      peers.append(peer)
    }
    try report("make, validate, save, 1,000 a save", ours, peers, bar: nil)
  }

  private func save(into context: ManagedObjectContext) throws {
    for start in stride(from: 0, to: data.rows.count, by: 1_000) {
      for row in data.rows[start..<min(start + 1_000, data.rows.count)] {
        let dog = ManagedObjectContext.insertNewObject(forEntityName: "Dog", into: context)
        try dog.setValue(String(cString: row.country), forKey: "country")
        try dog.setValue(String(cString: row.group), forKey: "group")
        try dog.setValue(row.height, forKey: "height")
        try dog.setValue(String(cString: row.name), forKey: "name")
        try dog.setValue(row.number, forKey: "number")
        try dog.setValue(String(cString: row.photo), forKey: "photoURL")
        try dog.setValue(Date(timeIntervalSinceReferenceDate: row.recognised), forKey: "recognisedOn")
        try dog.setValue(String(cString: row.text), forKey: "text")
        try dog.setValue(row.weight, forKey: "weight")
      }
      try context.save()
      context.reset()
    }
  }

  // MARK: Reading

  private func measureReading() throws {
    var objects: [Cost] = []
    var rows: [Cost] = []
    var peers: [Cost] = []
    for _ in 0..<runs {
      let (store, context) = try stack(at: store, isNew: false)
      var cost = Cost()
      try cost.add {
        let dogs = try context.fetch(FetchRequest<ManagedObject>(entityName: "Dog"))
        guard dogs.count == data.rows.count else { throw PeerFailure() }
      }
      objects.append(cost)
      context.reset()
      cost = Cost()
      try cost.add {
        let dogs = try context.fetch(FetchRequest<FetchedDictionary>(entityName: "Dog"))
        guard dogs.count == data.rows.count else { throw PeerFailure() }
      }
      rows.append(cost)
      try store.close()
      var peer = Cost()
      guard peer.add({ peer_read_all(self.store) }) != 0 else { throw PeerFailure() }
      peers.append(peer)
    }
    try report("fetch all as objects", objects, peers, bar: 2)
    try report("fetch all as dictionaries", rows, peers, bar: 2)
  }

  // MARK: Finding

  private func measureFinding() throws {
    let (store, context) = try stack(at: store, isNew: false)
    guard let finder = peer_open(self.store) else { throw PeerFailure() }
    defer { peer_close(finder) }
    let name = ObjectExpression.keyPath(ObjectKeyPath("name"))
    var ours: [Cost] = []
    var peers: [Cost] = []
    // Both in turn on the same names, which lie all over the file.
    for round in 0..<(runs * 10) {
      let picked = (0..<10_000).map { data.rows[(($0 + round * 10_000) * 7_919) % data.rows.count].name }
      let texts = picked.map { $0.map { String(cString: $0) } ?? "" }
      var cost = Cost()
      var found = 0
      try cost.add {
        for text in texts {
          var request = FetchRequest<ManagedObject>(entityName: "Dog")
          request.predicate = ObjectPredicate(PredicateComparison(name, .equal, .value(text)))
          found += try context.fetch(request).count
        }
      }
      ours.append(cost)
      var peer = Cost()
      let peerFound = peer.add { peer_find(finder, picked, 10_000) }
      peers.append(peer)
      guard found == 10_000, peerFound == 10_000 else { throw PeerFailure() }
    }
    try store.close()
    try report("find by indexed attribute, 10,000 ×", ours, peers, bar: 1.2)
  }

  // MARK: Reporting

  /// - Parameters:
  ///   - bar: The most times the peer's cost that ours may be, if there is a bar.
  ///   - compared: The cost that has to keep the bar.
  private func report(
    _ title: String,
    _ ours: [Cost],
    _ peers: [Cost],
    _ compared: KeyPath<Cost, Double> = \.cpu,
    bar: Double?
  ) throws {
    func median(_ costs: [Cost], _ part: (Cost) -> Double) -> Double { costs.map(part).median }
    func ratio(_ part: (Cost) -> Double) -> Double { zip(ours, peers).map { part($0) / part($1) }.median }
    let unit = compared == \.cpu ? "cpu" : "wall"
    let verdict = bar.map { Verdict("\(title): ours / C, \(unit)", ratio { $0[keyPath: compared] }, .atMost, $0) }
    try verdict?.record()
    print(
      "  \(title.padding(toLength: 38, withPad: " ", startingAt: 0))"
        + String(
          format: "wall %7.3f s  user %7.3f s | C: wall %7.3f s  user %7.3f s",
          median(ours, \.wall),
          median(ours, \.user),
          median(peers, \.wall),
          median(peers, \.user)
        )
        + String(
          format: " | ratio wall %5.2f  user %5.2f  user+system %5.2f",
          ratio(\.wall),
          ratio(\.user),
          ratio(\.cpu)
        )
        + " \(verdict?.text ?? "")"
    )
  }
}

/// The peer and Studbook do not agree about the data.
struct PeerFailure: Error {}

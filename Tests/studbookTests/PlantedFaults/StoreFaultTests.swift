import Findings
import Foundation
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// Faults of every kind planted in a store: each has to be found, with its table, row, entity and attribute.
@Suite struct StoreFaultTests {
  @Test func thereIsAFaultOfEveryKind() {
    let planted = Set(StoreFault.all.map(\.rule))
    let rules = Set(RuleCatalogue.codes.filter { $0.rawValue.hasPrefix("store.") })
    // What is no fault of the store: the model's features, and the note that more was found.
    #expect(rules.subtracting(planted) == [.storeUnproven, .storeMore])
  }

  @Test func aSoundStoreHasNone() throws {
    let store = try ClubStore()
    // The count over a many-to-many relationship, which is no fault of the store.
    #expect(try StoreInspection.verify(store.path, model: store.model).map(\.rule) == [.storeUnproven])
    let outcome = try Tool.run(["verify", "Clubs.sqlite", "--model", "Clubs.xcdatamodel"], in: store.folder.path)
    #expect(outcome.output.contains("warning[store.unproven] Club: the derivation members.@count"), "\(outcome.output)")
    #expect(outcome.output.hasSuffix("Clubs.sqlite: checked against the model, 1 warning\n") && outcome.status == 0)
  }

  @Test(arguments: StoreFault.all) func theLibraryFinds(_ fault: StoreFault) throws {
    let store = try ClubStore()
    try fault.plant(in: store.folder)
    let problems = try StoreInspection.verify(store.path, model: store.model)
    #expect(problems.map(StoreFault.Place.init).contains(where: fault.isFound), "\(problems)")
  }

  @Test(arguments: [true, false]) func theToolFindsAllThatStandInOneStore(leavesRows: Bool) throws {
    let folder = try ClubStore().folder
    let faults = StoreFault.all.filter { $0.leavesRows == leavesRows && $0.rule != .storeIntegrity }
    for fault in faults { try fault.plant(in: folder) }
    let outcome = try Tool.run(["verify", "Clubs.sqlite", "--model", "Clubs.xcdatamodel", "--json"], in: folder.path)
    #expect(outcome.status == 1)
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(!report.isSound)
    for fault in faults {
      #expect(report.findings.contains(where: fault.isFound), "\(fault.testDescription): \(outcome.output)")
    }
  }

  @Test(arguments: [[], ["--full"]]) func theToolLooksNoFurtherIntoADamagedFile(options: [String]) throws {
    let folder = try ClubStore().folder
    for fault in StoreFault.all where !fault.leavesRows { try fault.plant(in: folder) }
    let arguments = ["verify", "Clubs.sqlite", "--model", "Clubs.xcdatamodel", "--json"]
    let outcome = try Tool.run(arguments + options, in: folder.path)
    #expect(outcome.status == 1)
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(Set(report.findings.map(\.rule)) == ["store.integrity"])
    // The quick check knows the pages, the full one the index.
    let isNamed = report.findings.contains { $0.message.contains("Z_Passport_UNIQUE_number") }
    #expect(isNamed == !options.isEmpty, "\(outcome.output)")
  }

  @Test func theToolSaysHowManyMoreThereAre() throws {
    let folder = try ClubStore().folder
    let connection = try SQLiteConnection(path: folder.file("Clubs.sqlite"), mode: .readWrite)
    try connection.execute(
      """
      WITH RECURSIVE number(value) AS (SELECT 100 UNION ALL SELECT value + 1 FROM number WHERE value < 259) \
      INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT) SELECT value, 4, 1 FROM number
      """
    )
    connection.close()
    let outcome = try Tool.run(["verify", "Clubs.sqlite", "--model", "Clubs.xcdatamodel"], in: folder.path)
    #expect(outcome.output.contains("60 more problems of the kind store.required"), "\(outcome.output)")
    #expect(outcome.output.contains("ZPERSON 100: name is required and has no value"), "\(outcome.output)")
  }

  private struct Report: Decodable {
    var isSound: Bool
    var findings: [StoreFault.Place]
  }
}

import Findings
import Foundation
import PropertyLists
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// A fault to plant in a `ClubStore`, and where it has to be found.
struct StoreFault: CustomTestStringConvertible, Sendable {
  /// How the fault is planted.
  enum Planting: Sendable {
    case sql(String)
    /// Changes an entry of the metadata.
    case metadata(String, @Sendable (PropertyListValue?) -> PropertyListValue?)
    /// Makes a file beside the store.
    case file(String)
    /// Takes entries out of an index, past SQLite.
    case page(ofIndex: String)
  }

  var rule: RuleCode
  var planting: Planting
  var table: String?
  var key: Int64?
  var entity: String?
  var property: String?
  /// Whether the rows can still be looked at, so that other faults are found beside this one.
  var leavesRows = true

  var testDescription: String { "\(rule): \(planting)" }

  static func sql(
    _ rule: RuleCode,
    _ sql: String,
    _ table: String?,
    _ key: Int64? = nil,
    _ entity: String? = nil,
    _ property: String? = nil,
    leavesRows: Bool = true
  ) -> StoreFault {
    StoreFault(
      rule: rule,
      planting: .sql(sql),
      table: table,
      key: key,
      entity: entity,
      property: property,
      leavesRows: leavesRows
    )
  }

  /// Plants the fault in the store of a folder.
  func plant(in folder: TemporaryFolder) throws {
    let path = folder.file("Clubs.sqlite")
    if case .file(let name) = planting {
      try folder.write("left over", to: name)
      return
    }
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    defer { connection.close() }
    // The triggers of the derived attribute call these.
    for name in [
      "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
    ] { try connection.registerFunction(name, argumentCount: -1) { _ in .null } }
    switch planting {
    case .file: break
    case .sql(let sql):
      for statement in sql.split(separator: ";") { try connection.execute(String(statement)) }
    case .metadata(let name, let change):
      let bytes = try #require(try connection.firstValue("SELECT Z_PLIST FROM Z_METADATA WHERE Z_VERSION = 1")?.blob)
      var entries = try #require(try PropertyList.read(bytes).dictionary)
      entries[name] = change(entries[name])
      let changed = PropertyList.writeBinary(.dictionary(entries))
      try connection.execute("UPDATE Z_METADATA SET Z_PLIST = ?1", [.blob(changed)])
    case .page(let index):
      let page = try connection.firstValue("SELECT rootpage FROM sqlite_master WHERE name = ?1", [.text(index)])
      let root = try #require(page?.integer)
      connection.close()
      // The page's cell count, two bytes at offset 3.
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      try file.seek(toOffset: UInt64(root - 1) * 4096 + 3)
      try file.write(contentsOf: Data([0, 2]))
      try file.close()
    }
  }

  /// Whether a finding is this fault's, by its rule, table, row, entity and attribute.
  func isFound(by finding: Place) -> Bool {
    finding.rule == rule.rawValue && finding.table == table && finding.key == key && finding.entity == entity
      && finding.attribute == property
  }

  /// What a finding says about its place.
  struct Place: Decodable {
    var rule: String
    var table: String?
    var key: Int64?
    var entity: String?
    var attribute: String?
    var message: String
  }
}

extension StoreFault.Place {
  init(_ finding: Finding) {
    rule = finding.rule.rawValue
    table = finding.table
    key = finding.record.map { Int64($0) }
    entity = finding.entity
    attribute = finding.attribute
    message = finding.message
  }
}

import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// Cells that other programs wrote in their own way.
struct KeptCellsTests {
  /// A dog whose cells were changed with SQL, and the name of which is then changed through the store.
  private func edited(_ sql: String, options: SQLiteStoreOptions = SQLiteStoreOptions()) throws -> Kennel {
    let kennel = try Kennel(options: options)
    try kennel.insert(
      "Dog",
      ["name": "Rex", "chip": .integer(5), "scan": .binary(Data("scan".utf8)), "tag": .uuid(UUID())]
    )
    try kennel.store.close()
    let connection = try SQLiteConnection(path: kennel.path)
    try connection.execute(sql)
    connection.close()
    let reopened = try kennel.reopened()
    var row = try #require(try reopened.store.rows(for: StoreFetch(entity: try reopened.entity("Dog"))).first)
    row.attributes[try reopened.slot("name", "Dog")] = "Max"
    try reopened.save { $0.updated = [row] }
    return reopened
  }

  static let cells = [
    ("ZHOME", "'not an address: ä'"), ("ZCHIP", "'five'"), ("ZISVACCINATED", "7"), ("ZTAG", "x'0102'"),
    ("ZTAG", "'6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11'"), ("ZWEIGHT1", "'heavy'"), ("ZSCAN", "x'0702'"),
    ("ZPRICE", "'a lot'"),
  ]

  @Test(arguments: cells) func keepsACellThatIsNotChanged(_ column: String, _ cell: String) throws {
    let kennel = try edited("UPDATE ZANIMAL SET \(column) = \(cell)")
    #expect(try kennel.store.raw("SELECT \(column) IS \(cell), ZNAME, Z_OPT FROM ZANIMAL") == [[1, "Max", 2]])
  }

  @Test func keepsBytesThatAreNoText() throws {
    let kennel = try Kennel()
    let owner = try kennel.insert("Owner", ["email": "a", "phone": "b"]).objectID
    let connection = try SQLiteConnection(path: kennel.path)
    try connection.execute("UPDATE ZOWNER SET ZPHONE = CAST(x'41FF42' AS TEXT)")
    connection.close()
    var row = try #require(try kennel.store.row(for: owner))
    row.attributes[try kennel.slot("email", "Owner")] = "c"
    try kennel.save { $0.updated = [row] }
    #expect(
      try kennel.store.raw("SELECT hex(ZPHONE), typeof(ZPHONE), ZEMAIL FROM ZOWNER") == [["41FF42", "text", "c"]]
    )
  }

  @Test func keepsTheFileOfAValueThatIsNotChanged() throws {
    let name = "00112233-4455-6677-8899-AABBCCDDEEFF"
    let kennel = try Kennel()
    let dog = try kennel.insert("Dog", ["name": "Rex", "scan": .binary(Data("old".utf8))]).objectID
    try kennel.folder.write("large", to: ".Kennel_SUPPORT/_EXTERNAL_DATA/\(name)")
    let connection = try SQLiteConnection(path: kennel.path)
    try connection.execute("UPDATE ZANIMAL SET ZSCAN = CAST(x'02' || '\(name)' || x'00' AS BLOB)")
    connection.close()
    var row = try #require(try kennel.store.row(for: dog))
    #expect(row.attributes[try kennel.slot("scan", "Dog")] == .binary(Data("large".utf8)))
    row.attributes[try kennel.slot("name", "Dog")] = "Max"
    try kennel.save { $0.updated = [row] }
    #expect(try kennel.store.raw("SELECT length(ZSCAN) FROM ZANIMAL") == [[38]])
    let path = ".Kennel_SUPPORT/_EXTERNAL_DATA/\(name)"
    #expect(kennel.folder.names().contains(path))
    // Another value takes the place of the file, and a deletion that of the row.
    row.version = 2
    row.attributes[try kennel.slot("scan", "Dog")] = .binary(Data("new".utf8))
    try kennel.save { $0.updated = [row] }
    #expect(!kennel.folder.names().contains(path))
    #expect(try kennel.value("scan", of: dog) == .binary(Data("new".utf8)))
  }
}

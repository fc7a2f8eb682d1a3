import AttributeValues
import Findings
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// What stands in a cell for a value, and that the same value comes back.
struct StoredValuesTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var attribute: String
    var value: AttributeValue
    /// The cell as SQLite's `quote` writes it.
    var cell: String
    /// What is read back, where it is not the same.
    var readBack: AttributeValue?
    var testDescription: String { "\(attribute) = \(cell.prefix(60))" }
  }

  static let examples: [Example] = [
    Example(attribute: "litter", value: .integer(-32_768), cell: "-32768"),
    Example(attribute: "chip", value: .integer(.max), cell: "9223372036854775807"),
    Example(attribute: "chip", value: .integer(.min), cell: "-9223372036854775808"),
    Example(attribute: "isVaccinated", value: .boolean(true), cell: "1"),
    Example(attribute: "isVaccinated", value: .boolean(false), cell: "0"),
    Example(attribute: "weight", value: .double(0.1), cell: "0.1"),
    Example(attribute: "weight", value: .double(42), cell: "42.0"),
    Example(attribute: "weight", value: .double(.infinity), cell: "9.0e+999"),
    Example(attribute: "weight", value: .double(.leastNonzeroMagnitude), cell: "4.94065645841246544e-324"),
    // Single precision stays what it is; the column holds the same number in double precision.
    Example(attribute: "height", value: .float(0.1), cell: "0.100000001490116119384"),
    Example(attribute: "height", value: .float(16_777_216), cell: "16777216.0"),
    // Whole seconds become integers in a column of numeric affinity.
    Example(attribute: "born", value: .date(0), cell: "0"),
    Example(attribute: "born", value: .date(-978_307_200), cell: "-978307200"),
    Example(attribute: "born", value: .date(0.25), cell: "0.25"),
    Example(attribute: "born", value: .date(-63_114_076_800), cell: "-63114076800"),
    Example(attribute: "born", value: .date(252_423_993_600.5), cell: "252423993600.5"),
    Example(attribute: "price", value: .decimal(Decimal(string: "10.11") ?? 0), cell: "10.11"),
    Example(attribute: "price", value: .decimal(12), cell: "12"),
    Example(attribute: "price", value: .decimal(Decimal(string: "-0.0001") ?? 0), cell: "-0.0001"),
    // A number is all that a column of numeric affinity can hold, so that digits beyond a double's are lost, as they are in Core Data.
    Example(
      attribute: "price",
      value: .decimal(Decimal(string: "1234567890.1234567890123") ?? 0),
      cell: "1234567890.1234567",
      readBack: .decimal(Decimal(string: "1234567890.1234567") ?? 0)
    ),
    Example(attribute: "name", value: "", cell: "''"),
    Example(
      attribute: "name",
      value: "O'Neill ‘ñ’ 🐕‍🦺 \u{10FFFF}\u{FFFE}\u{1}",
      cell: "'O''Neill ‘ñ’ 🐕‍🦺 \u{10FFFF}\u{FFFE}\u{1}'"
    ),
    // Decomposed letters stay decomposed.
    Example(attribute: "name", value: "e\u{301}", cell: "'e\u{301}'"),
    Example(
      attribute: "tag",
      value: .uuid(UUID(uuidString: "6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11") ?? UUID()),
      cell: "X'6F1C4F3E5A0B4C578C0B9D3B0E4A7C11'"
    ),
    Example(
      attribute: "home",
      value: .uri(URL(string: "https://example.org/a?b=c#d") ?? URL(fileURLWithPath: "/")),
      cell: "'https://example.org/a?b=c#d'"
    ),
    Example(attribute: "photo", value: .binary(Data([0, 1, 255])), cell: "X'0001FF'"),
    Example(attribute: "photo", value: .binary(Data()), cell: "X''"),
    Example(attribute: "scan", value: .binary(Data([7])), cell: "X'0107'"),
    Example(attribute: "scan", value: .binary(Data()), cell: "X'01'"),
    Example(
      attribute: "notes",
      value: .transformable(TransformableValue(bytes: Data([9, 8]))),
      cell: "X'0908'"
    ),
  ]

  @Test(arguments: examples) func standsInTheCellAsCoreDataWritesIt(_ example: Example) throws {
    let kennel = try Kennel()
    var values: [String: AttributeValue] = ["name": "Rex"]
    values[example.attribute] = example.value
    let dog = try kennel.insert("Dog", values).objectID
    // Cats, whose entity comes first, have a weight too.
    let column = example.attribute == "weight" ? "ZWEIGHT1" : "Z" + example.attribute.uppercased()
    // SQLite's own rendering of numbers differs between versions in the last digits, so numbers are compared as numbers.
    if Double(example.cell) != nil {
      let storageClass = example.cell.contains { ".e".contains($0) } ? "real" : "integer"
      let found = try kennel.store.raw("SELECT \(column) = \(example.cell), typeof(\(column)) FROM ZANIMAL")
      #expect(found == [[1, .text(storageClass)]])
    } else {
      #expect(try kennel.store.raw("SELECT quote(\(column)) FROM ZANIMAL") == [[.text(example.cell)]])
    }
    #expect(try kennel.value(example.attribute, of: dog) == example.readBack ?? example.value)
  }

  @Test func aTextIsNotCutOffAtANUL() throws {
    let kennel = try Kennel()
    let dog = try kennel.insert("Dog", ["name": "a\0b"]).objectID
    #expect(try kennel.store.raw("SELECT hex(ZNAME), typeof(ZNAME) FROM ZANIMAL") == [["610062", "text"]])
    #expect(try kennel.value("name", of: dog) == "a\0b")
    try kennel.store.close()
    let problems = try StoreInspection.verify(kennel.path, model: kennel.model).filter { $0.severity == .error }
    #expect(problems.map(\.rule) == [.storeText])
  }

  @Test func everyScalarComesBack() throws {
    let kennel = try Kennel()
    var text = ""
    for value in stride(from: 1, through: 0x10FFFF, by: 97) {
      if let scalar = Unicode.Scalar(UInt32(value)) { text.unicodeScalars.append(scalar) }
    }
    let dog = try kennel.insert("Dog", ["name": .string(text)]).objectID
    guard case .string(let found) = try kennel.value("name", of: dog) else {
      Issue.record("the name is no text")
      return
    }
    #expect(Array(found.unicodeScalars) == Array(text.unicodeScalars))
  }

  /// What no decimal can be reads as not a number, and nothing ends.
  @Test(arguments: ["9e999", "-9e999", "1e300"]) func readsNumbersThatNoDecimalCanBe(_ number: String) throws {
    let kennel = try Kennel()
    let dog = try kennel.insert("Dog", ["name": "Rex", "price": .decimal(1)]).objectID
    try kennel.store.close()
    try SQLiteConnection(path: kennel.path).execute("UPDATE ZANIMAL SET ZPRICE = \(number)")
    let reopened = try kennel.reopened()
    let id = ManagedObjectID(entity: dog.entity, storeNumber: reopened.store.number, reference: dog.reference)
    guard case .decimal(let price) = try reopened.value("price", of: id) else {
      Issue.record("the value is a decimal")
      return
    }
    #expect(price.isNaN)
  }

  @Test func listsTheDecimalsThatASaveCouldNotKeep() throws {
    let kennel = try Kennel()
    try kennel.insert("Dog", ["name": "Rex", "price": .decimal(10.11)])
    #expect(kennel.store.inexactDecimals.isEmpty)
    let long = try #require(Decimal(string: "12345678901234567.89"))
    let dog = try kennel.insert("Dog", ["name": "Max", "price": .decimal(long)]).objectID
    let lost = try #require(kennel.store.inexactDecimals.first)
    #expect(kennel.store.inexactDecimals.count == 1)
    #expect(lost.objectID == dog && lost.attribute == "price")
    #expect(lost.value == long && lost.kept == 12_345_678_901_234_568)
    #expect(try kennel.value("price", of: dog) == .decimal(12_345_678_901_234_568))
  }
}

import Foundation
import TestSupport
import Testing

/// Commands on XML and binary stores.
@Suite struct StoreTypeCommandTests {
  private let towns: TownStore

  init() throws { towns = try TownStore() }

  private func convert(_ source: String, to type: String, _ output: String) throws {
    let outcome = try towns.run(
      "store",
      "migrate",
      source,
      "--to",
      "Towns.xcdatamodel",
      "--type",
      type,
      "--output",
      output
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(arguments: ["xml", "binary"]) func queriesGiveTheSameFromEveryType(_ type: String) throws {
    try convert("Towns.sqlite", to: type, "Towns.store")
    let arguments = ["Town", "--model", "Towns.xcdatamodel", "--sort", "name", "--format", "json"]
    func query(_ store: String) throws -> Tool.Outcome {
      try Tool.run(["query", store] + arguments, in: towns.folder.path)
    }
    let wanted = try query("Towns.sqlite")
    #expect(wanted.output.contains("Praha"))
    #expect(try query("Towns.store").output == wanted.output)
    // There and back again.
    try convert("Towns.store", to: "sqlite", "Back.sqlite")
    #expect(try query("Back.sqlite").output == wanted.output)
    #expect(try towns.run("verify", "Back.sqlite", "--model", "Towns.xcdatamodel").status == 0)
    let plain = try towns.run(
      "export",
      "Towns.store",
      "--model",
      "Towns.xcdatamodel",
      "--layout",
      "plain",
      "--output",
      "Plain.sqlite"
    )
    #expect(plain.status == 0, "\(plain.errors)")
  }

  /// An XML store keeps digits that no other number has room for.
  @Test func queriesShowAllDigitsOfADecimal() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <model><entity name="Debt"><attribute name="name" attributeType="String"/><attribute name="sum" optional="YES" attributeType="Decimal"/>
      <relationship name="owner" optional="YES" maxCount="1" destinationEntity="Owner" inverseName="debts" inverseEntity="Owner"/></entity>
      <entity name="Owner"><attribute name="alias" optional="YES" transient="YES" attributeType="String"/><attribute name="code" attributeType="String"/>
      <relationship name="debts" optional="YES" toMany="YES" destinationEntity="Debt" inverseName="owner" inverseEntity="Debt"/></entity></model>
      """,
      to: "D.xcdatamodel/contents"
    )
    try folder.write(
      "model: D.xcdatamodel\noutput: D.sqlite\nsources: [{ file: d.csv, entity: Debt, key: name }]\n",
      to: "D.recipe.yml"
    )
    try folder.write("name,sum\na,1.5\n", to: "d.csv")
    for arguments in [
      ["build", "D.recipe.yml", "--output", "O"],
      ["store", "migrate", "O/D.sqlite", "--to", "D.xcdatamodel", "--type", "xml", "--output", "D.xml"],
    ] {
      let outcome = try Tool.run(arguments, in: folder.path)
      try #require(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
    }
    try folder.write(folder.text(of: "D.xml").replacing(">1.5<", with: ">12345678901234567.89<"), to: "D.xml")
    let query = ["query", "D.xml", "Debt", "--model", "D.xcdatamodel", "--fields", "sum", "--format", "json"]
    #expect(try Tool.run(query, in: folder.path).output == "[\n  {\"sum\": 12345678901234567.89}\n]\n")
    // What no store has is not what a related object is called.
    let fields = try Tool.run(["query", "O/D.sqlite", "Debt", "--format", "csv"], in: folder.path)
    #expect(fields.output.hasPrefix("name,sum,owner.code\r\n"), "\(fields.output)")
  }

  @Test(arguments: ["xml", "binary"]) func showsAndChangesWhatAStoreSaysOfItself(_ type: String) throws {
    let made = try towns.run(
      "store",
      "create",
      "--model",
      "Towns.xcdatamodel",
      "--type",
      type,
      "--output",
      "New.store",
      "--identifier",
      "6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11"
    )
    #expect(made.status == 0, "\(made.errors)")
    #expect(try towns.run("store", "metadata", "New.store", "--set", "edition=12", "--type", "integer").status == 0)
    let lines = try towns.run("store", "info", "New.store").output.split(separator: "\n").map(String.init)
    #expect(lines.contains("Store              6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11"))
    #expect(lines.contains("Type               \(type == "xml" ? "XML" : "Binary")"))
    #expect(lines.contains("edition            12"))
    #expect(lines.contains { $0.hasPrefix("Town           0  ") })
    let again = try towns.run(
      "store",
      "create",
      "--model",
      "Towns.xcdatamodel",
      "--type",
      type,
      "--output",
      "New.store"
    )
    #expect(again.status == 2)
    #expect(again.errors.contains("There is a file already"))
  }

  @Test func verifiesWhatAStoreHolds() throws {
    try convert("Towns.sqlite", to: "xml", "Towns.xml")
    let sound = try towns.run("verify", "Towns.xml", "--model", "Towns.xcdatamodel")
    #expect(sound.status == 0, "\(sound.output)")
    let text = try towns.folder.text(of: "Towns.xml")
    let name = "<attribute name=\"name\" type=\"string\">Brno</attribute>\n"
    try towns.folder.write(text.replacingOccurrences(of: name, with: ""), to: "Nameless.xml")
    let nameless = try towns.run("verify", "Nameless.xml", "--model", "Towns.xcdatamodel")
    #expect(nameless.status == 1)
    #expect(nameless.output.contains("name"))
    try towns.folder.write(text.replacingOccurrences(of: "idrefs=\"z", with: "idrefs=\"z9"), to: "Broken.xml")
    let broken = try towns.run("verify", "Broken.xml", "--model", "Towns.xcdatamodel", "--json")
    #expect(broken.status == 1)
    #expect(broken.output.contains("store.integrity") && broken.output.contains("not there"))
  }

  @Test func saysWhatIsForSQLiteStoresOnly() throws {
    try convert("Towns.sqlite", to: "binary", "Towns.bin")
    for arguments in [
      ["export", "Towns.bin", "--layout", "coredata", "--output", "Out.sqlite"],
      ["store", "history", "Towns.bin", "--model", "Towns.xcdatamodel"], ["query", "Towns.bin", "Town"],
    ] {
      let outcome = try Tool.run(arguments, in: towns.folder.path)
      #expect(outcome.status == 2, "\(arguments)")
      #expect(outcome.errors.contains("Binary"), "\(outcome.errors)")
    }
    let typeless = try towns.run("store", "migrate", "Towns.bin", "--to", "Towns.xcdatamodel", "--type", "xml")
    #expect(typeless.status == 64)
  }

  @Test(arguments: ["xml", "binary"]) func migratesToAnotherVersionOfTheModel(_ type: String) throws {
    try convert("Towns.sqlite", to: type, "Towns.store")
    let changed = TownStore.contents.replacingOccurrences(
      of: #"<attribute name="isCapital""#,
      with: #"<attribute name="mayor" optional="YES" attributeType="String"/><attribute name="isCapital""#
    )
    #expect(changed != TownStore.contents)
    try towns.folder.write(changed, to: "Newer.xcdatamodel/contents")
    let refused = try towns.run("query", "Towns.store", "Town", "--model", "Newer.xcdatamodel")
    #expect(refused.errors.contains("another version of the model"))
    let outcome = try towns.run(
      "store",
      "migrate",
      "Towns.store",
      "--to",
      "Newer.xcdatamodel",
      "--from",
      "Towns.xcdatamodel"
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    let count = try towns.run("query", "Towns.store", "Town", "--model", "Newer.xcdatamodel", "--count")
    #expect(count.output == "4\n")
  }

  @Test(arguments: ["xml", "binary"]) func hashesOfAStoreAreComparedWithAModels(_ type: String) throws {
    try convert("Towns.sqlite", to: type, "Towns.store")
    let same = try towns.run("model", "hashes", "Towns.xcdatamodel", "--against", "Towns.store")
    #expect(same.output == "Entity   Version hash\nCountry  the same\nTown     the same\n")
  }
}

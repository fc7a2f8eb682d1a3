import Foundation
import SQLiteAccess
import TestSupport
import Testing

@Suite struct ModelCommandTests {
  private func changed(_ folder: TemporaryFolder, _ old: String, _ new: String) throws {
    let contents = TownStore.contents.replacingOccurrences(of: old, with: new)
    #expect(contents != TownStore.contents)
    try folder.write(contents, to: "Changed.xcdatamodel/contents")
  }

  @Test func comparesHashesWithEveryKindOfFile() throws {
    let towns = try TownStore()
    #expect(try towns.run("model", "compile", "Towns.xcdatamodel", "--output", "Towns.momd").status == 0)
    for file in [
      "Towns.sqlite", "Towns.momd", "Towns.momd/Towns.mom", "Towns.momd/VersionInfo.plist", "Towns.xcdatamodel",
      "Towns.xcdatamodel/contents",
    ] {
      let outcome = try towns.run("model", "hashes", "Towns.xcdatamodel", "--against", file)
      #expect(outcome.output == "Entity   Version hash\nCountry  the same\nTown     the same\n", "\(file)")
      #expect(outcome.status == 0, "\(file)")
    }
    let missing = try towns.run("model", "hashes", "Towns.xcdatamodel", "--against", "None.sqlite")
    #expect(missing.errors == "studbook: there is no file None.sqlite\n")
    #expect(missing.status == 2)
  }

  @Test func namesEveryChangeWhereTheOtherModelIsKnown() throws {
    let towns = try TownStore()
    try changed(
      towns.folder,
      #"name="founded" optional="YES" attributeType="Date""#,
      #"name="since" attributeType="Float""#
    )
    let outcome = try towns.run("model", "hashes", "Changed.xcdatamodel", "--against", "Towns.sqlite", "--json")
    #expect(outcome.status == 1)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["isSame"] as? Bool == false)
    let entities = try #require(object["entities"] as? [[String: Any]])
    #expect(entities.map { $0["outcome"] as? String } == ["same", "differs"])
    let changes = try #require(entities[1]["changes"] as? [[String: Any]])
    #expect(changes.map { $0["property"] as? String } == ["founded", "since"])
    #expect(changes[0]["inFile"] as? String == "founded")
    #expect(changes[0]["inModel"] is NSNull)
  }

  @Test func namesTheChangeWhereOnlyTheHashIsKnown() throws {
    let towns = try TownStore()
    #expect(try towns.run("model", "compile", "Towns.xcdatamodel", "--output", "Towns.momd").status == 0)
    try FileManager.default.removeItem(atPath: towns.folder.file("Towns.momd/Towns.mom"))
    try changed(
      towns.folder,
      #"name="founded" optional="YES" attributeType="Date""#,
      #"name="founded" optional="YES" attributeType="Float""#
    )
    let outcome = try towns.run("model", "hashes", "Changed.xcdatamodel", "--against", "Towns.momd")
    #expect(outcome.output.hasSuffix("Town     differs: Town.founded: type was Date and is Float\n"))
    #expect(outcome.status == 1)
  }

  @Test func saysWhichEntityWasRenamed() throws {
    let towns = try TownStore()
    try changed(towns.folder, #"entity name="Country""#, #"entity name="State""#)
    let text = try String(contentsOfFile: towns.folder.file("Changed.xcdatamodel/contents"), encoding: .utf8)
    try towns.folder.write(
      text.replacingOccurrences(of: #"destinationEntity="Country""#, with: #"destinationEntity="State""#)
        .replacingOccurrences(of: #"inverseEntity="Country""#, with: #"inverseEntity="State""#),
      to: "Changed.xcdatamodel/contents"
    )
    let outcome = try towns.run("model", "hashes", "Changed.xcdatamodel", "--against", "Towns.sqlite")
    #expect(outcome.output.contains("Country  not in the model, renamed to State\n"))
    #expect(outcome.output.contains("State    not in the file\n"))
  }

  @Test func takesUnknownHashesFromTheAppsFilesAndSaysSo() throws {
    let folder = try TemporaryFolder()
    let model = """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"><entity name="Größe">\
      <attribute name="name" optional="YES" attributeType="String"/></entity></model>
      """
    try folder.write(model, to: "Sizes.xcdatamodel/contents")
    func run(_ arguments: String...) throws -> Tool.Outcome { try Tool.run(arguments, in: folder.path) }
    let alone = try run("store", "create", "--model", "Sizes.xcdatamodel", "--output", "Alone.sqlite")
    #expect(alone.errors.contains("the version hash of Größe is not known"))
    let hash = Data(repeating: 7, count: 32)
    let info: [String: Any] = [
      "NSManagedObjectModel_CurrentVersionName": "Sizes",
      "NSManagedObjectModel_VersionHashes": ["Sizes": ["Größe": hash]],
    ]
    try PropertyListSerialization.data(fromPropertyList: info, format: .binary, options: 0)
      .write(to: URL(filePath: folder.file("VersionInfo.plist")))
    let made = try run(
      "store",
      "create",
      "--model",
      "Sizes.xcdatamodel",
      "--output",
      "Sizes.sqlite",
      "--hashes-from",
      "VersionInfo.plist"
    )
    #expect(made.errors.hasPrefix("Took the version hashes of Größe from VersionInfo.plist.\n"))
    #expect(try run("store", "info", "Sizes.sqlite").output.contains(hash.base64EncodedString()))
    let bundle = try run(
      "model",
      "compile",
      "Sizes.xcdatamodel",
      "--output",
      "Sizes.momd",
      "--hashes-from",
      "Sizes.sqlite"
    )
    #expect(bundle.errors.hasPrefix("Took the version hashes of Größe from Sizes.sqlite.\n"))
    #expect(
      try run("model", "hashes", "Sizes.xcdatamodel", "--against", "Sizes.momd").output.contains("Größe   not known\n")
    )
    #expect(try run("model", "compile", "Sizes.xcdatamodel", "--output", "Other.momd").status == 2)
    // Where the store or the bundle is the model itself, nothing else has to be named (issue 17).
    for model in ["Sizes.sqlite", "Sizes.momd", "Sizes.momd/Sizes.mom"] {
      let output = "\(model.count).sqlite"
      let outcome = try run("store", "create", "--model", model, "--output", output)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try run("store", "info", output).output.contains(hash.base64EncodedString()))
    }
  }

  @Test func saysWhatACompiledModelLeavesOut() throws {
    let towns = try TownStore()
    try changed(
      towns.folder,
      #"</entity>"#,
      #"<fetchIndex name="byText"><fetchIndexElement expression="length:(name)" type="Binary" order="ascending"/></fetchIndex></entity>"#
    )
    let outcome = try towns.run("model", "compile", "Changed.xcdatamodel", "--output", "Changed.mom")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("studbook: Town: the index byText over an expression is left out\n"))
    let store = try towns.run("store", "create", "--model", "Changed.xcdatamodel", "--output", "Changed.sqlite")
    #expect(store.status == 0)
    let verified = try towns.run("verify", "Changed.sqlite", "--model", "Changed.xcdatamodel")
    #expect(verified.output.contains("warning[store.unproven]"))
    #expect(verified.status == 0)
  }

  /// A store, an app, a compiled model and the source of one stand for each other wherever a model is taken (issue 17).
  @Test func takesAStoreAndAnAppAsAModel() throws {
    let towns = try TownStore()
    let hashes = try towns.run("model", "hashes", "Towns.xcdatamodel").output
    #expect(try towns.run("model", "compile", "Towns.xcdatamodel", "--output", "Towns.app/Towns.momd").status == 0)
    try FileManager.default.copyItem(atPath: towns.path, toPath: towns.folder.file("default.store"))
    for model in ["default.store", "Towns.app", "Towns.app/Towns.momd/Towns.mom"] {
      let outcome = try towns.run("model", "hashes", model)
      #expect(outcome.output == hashes && outcome.status == 0, "\(model): \(outcome.errors)")
      #expect(try towns.run("model", "lint", model).status == 0)
      #expect(try towns.run("verify", "Towns.sqlite", "--model", model).status == 0)
      #expect(try towns.run("query", "Towns.sqlite", "Town", "--count", "--model", model).output == "4\n")
      let output = "New \(model.count).sqlite"
      #expect(try towns.run("store", "create", "--model", model, "--output", output).status == 0)
      #expect(try towns.run("model", "hashes", model, "--against", output).status == 0)
    }
    #expect(try towns.run("model", "compile", "default.store", "--output", "Again.momd").status == 0)
    #expect(try towns.run("model", "hashes", "Again.momd").output == hashes)
  }

  @Test func aRecipeMayNameAStoreAsItsModel() throws {
    let towns = try TownStore()
    try FileManager.default.moveItem(atPath: towns.path, toPath: towns.folder.file("default.store"))
    try towns.folder.write("name\nBrno\nPraha\n", to: "towns.csv")
    let recipe = """
      model: default.store
      output: Release.sqlite
      sources:
        - file: towns.csv
          entity: Country
      """
    try towns.folder.write(recipe, to: "Towns.recipe.yml")
    let built = try towns.run("build", "Towns.recipe.yml", "--output", "out")
    #expect(built.status == 0, "\(built.errors)")
    #expect(try towns.run("query", "out/Release.sqlite", "Country", "--count").output == "2\n")
    let manifest = try towns.folder.text(of: "out/Release.manifest.json")
    #expect(manifest.contains("\"default.store\""))
    #expect(try towns.run("verify", "out/Release.sqlite", "--model", "default.store").status == 0)
  }

  @Test func showsAnyModelAsItsSource() throws {
    let towns = try TownStore()
    let shown = try towns.run("model", "show", "Towns.sqlite")
    #expect(shown.status == 0 && shown.errors == "")
    try towns.folder.write(shown.output, to: "Shown.xcdatamodel/contents")
    let same = try towns.run("model", "diff", "Towns.xcdatamodel", "Shown.xcdatamodel")
    #expect(same.output == "The models are the same.\n")
    #expect(try towns.run("model", "show", "Shown.xcdatamodel").output == shown.output)
    let written = try towns.run("model", "show", "Towns.sqlite", "--output", "Made.xcdatamodeld")
    #expect(written.output == "" && written.errors == "Wrote Made.xcdatamodeld.\n")
    #expect(try towns.folder.text(of: "Made.xcdatamodeld/Made.xcdatamodel/contents") + "\n" == shown.output)
    let again = try towns.run("model", "show", "Towns.sqlite", "--output", "Made.xcdatamodeld")
    #expect(again.errors == "studbook: Made.xcdatamodeld cannot be written: it is there already\n")
    #expect(again.status == 2)
    #expect(try towns.run("model", "show", "Towns.sqlite", "--output", "Made.txt").status == 64)
  }

  @Test func saysWhatIsNoModel() throws {
    let towns = try TownStore()
    let connection = try SQLiteConnection(path: towns.path, mode: .readWrite)
    try connection.execute("DROP TABLE Z_MODELCACHE")
    connection.close()
    try towns.folder.write("a,b\n", to: "text.csv")
    try towns.folder.write("", to: "empty")
    try towns.folder.write("", to: "folder/file")
    for (path, reason) in [
      (
        "Towns.sqlite",
        "The store carries no model, as those of older systems do; name the model that it was made with"
      ),
      ("text.csv", "The model is not well-formed XML: text.csv:1:1: The document does not begin with markup"),
      ("empty", "The file is empty"), ("folder", "The folder holds no model"), ("missing", "There is no such model"),
    ] {
      for command in [["model", "show", path], ["model", "diff", path, "Towns.xcdatamodel"]] {
        let outcome = try Tool.run(command, in: towns.folder.path)
        #expect(outcome.errors == "studbook: \(path): \(reason)\n")
        #expect(outcome.output == "" && outcome.status == 2)
      }
    }
  }

  @Test func saysWhatChangedAndWhetherStoresCanBeMigrated() throws {
    let towns = try TownStore()
    try changed(
      towns.folder,
      #"name="founded" optional="YES" attributeType="Date""#,
      #"name="since" optional="YES" attributeType="Date" elementID="founded""#
    )
    let renamed = try towns.run("model", "diff", "Towns.sqlite", "Changed.xcdatamodel")
    #expect(
      renamed.output == """
        Town.since: name was founded and is since

        A store of the first model has to be migrated; a lightweight migration can do it.

        """
    )
    #expect(renamed.status == 0)
    try changed(
      towns.folder,
      #"name="founded" optional="YES" attributeType="Date""#,
      #"name="since" attributeType="Date""#
    )
    let impossible = try towns.run("model", "diff", "Towns.sqlite", "Changed.xcdatamodel")
    #expect(
      impossible.output == """
        Town.founded: attribute founded was removed
        Town.since: attribute since was added

        A store of the first model has to be migrated, and a lightweight migration cannot do it:
          Town.since is new and required, and has no default value

        """
    )
    #expect(impossible.status == 1)
    let json = try towns.run("model", "diff", "Towns.sqlite", "Changed.xcdatamodel", "--json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["canMigrateLightly"] as? Bool == false && object["needsMigration"] as? Bool == true)
    #expect((object["changes"] as? [[String: Any]])?.map { $0["property"] as? String } == ["founded", "since"])
    #expect((object["obstacles"] as? [Any])?.count == 1)
    #expect(json.status == 1)
    try changed(towns.folder, #"<attribute name="founded""#, #"<attribute indexed="YES" name="founded""#)
    let index = try towns.run("model", "diff", "Towns.sqlite", "Changed.xcdatamodel")
    #expect(
      index.output.hasSuffix("A store of the first model opens with the second as it is: no version hash changes.\n")
    )
    #expect(index.status == 0)
  }
}

import Foundation
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
}

import CompiledModels
import Foundation
import ModelReading
import ObjectModel
import PropertyLists
import TestSupport
import Testing

@Suite struct CompiledModelBundleTests {
  private func simpleModel(_ name: String) -> ManagedObjectModel {
    ManagedObjectModel(entities: [EntityDescription(name: name)])
  }

  @Test func writesABundleThatTheReaderTakes() throws {
    let folder = try TemporaryFolder()
    try folder.write("stale", to: "Dogs.momd/Dogs.omo")
    try folder.write("stale", to: "Dogs.momd/Old.mom")
    let path = folder.file("Dogs.momd")
    let versions = [
      CompiledModel.Version(name: "Dogs", model: simpleModel("A")),
      CompiledModel.Version(name: "Dogs 2", model: simpleModel("B")),
    ]
    try CompiledModel.write(versions, current: "Dogs", asBundle: path)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [
        "Dogs 2.mom", "Dogs.mom", "VersionInfo.plist",
      ]
    )
    #expect(try ModelReader.read(path).entities.map(\.name) == ["A"])
    #expect(try ModelReader.versions(of: path).map(\.name) == ["Dogs", "Dogs 2"])
    let info = try CompiledModel.versions(inBundle: path)
    #expect(info.currentVersionName == "Dogs")
    #expect(info.versionHashes["Dogs 2"] == simpleModel("B").entityVersionHashesByName)
    #expect(info.versionChecksums["Dogs"] == simpleModel("A").versionChecksum)
    #expect(try CompiledModelVersions(info.propertyList()) == info)
  }

  @Test func writesNoHashThatIsNotKnown() throws {
    let folder = try TemporaryFolder()
    let model = simpleModel("Größe")
    let version = CompiledModel.Version(name: "Dogs", model: model)
    let path = folder.file("Dogs.momd")
    #expect(throws: CompiledModelError.self) { try CompiledModel.write([version], current: "Dogs", asBundle: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
    model.adoptedVersionHashes["Größe"] = [UInt8](repeating: 1, count: 32)
    try CompiledModel.write([version], current: "Dogs", asBundle: path)
    #expect(try CompiledModel.versions(inBundle: path).versionHashes["Dogs"]?["Größe"]?.count == 32)
  }

  @Test func refusesOtherListsOfVersions() {
    #expect(throws: CompiledModelError.self) { try CompiledModelVersions(PropertyList.writeBinary(.dictionary([:]))) }
    let short: PropertyListValue = .dictionary([
      "NSManagedObjectModel_VersionHashes": .dictionary(["A": .dictionary(["B": .data([1])])])
    ])
    #expect(throws: CompiledModelError.self) { try CompiledModelVersions(PropertyList.writeBinary(short)) }
  }
}

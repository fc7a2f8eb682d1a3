import Foundation
import ModelReading
import ObjectModel
import TestSupport
import Testing

@Suite struct ModelReaderTests {
  private let bundle: TemporaryFolder

  init() throws {
    bundle = try TemporaryFolder()
    for (name, entity) in [("Dogs.xcdatamodel", "A"), ("Dogs 2.xcdatamodel", "B"), ("Dogs 10.xcdatamodel", "C")] {
      let folder = bundle.path + "/Dogs.xcdatamodeld/" + name
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try write("<model><entity name=\"\(entity)\"/></model>", to: folder + "/contents")
    }
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test func readsTheCurrentVersionOfABundle() throws {
    let path = bundle.path + "/Dogs.xcdatamodeld"
    try write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>Dogs 2.xcdatamodel</string></dict></plist>
      """,
      to: path + "/.xccurrentversion"
    )
    #expect(try ModelReader.read(path).entities.map(\.name) == ["B"])
    let versions = try ModelReader.versions(of: path)
    #expect(versions.map(\.name) == ["Dogs", "Dogs 2", "Dogs 10"])
    #expect(versions.map(\.isCurrent) == [false, true, false])
  }

  @Test func readsTheLastVersionWhereNoneIsCurrent() throws {
    #expect(try ModelReader.read(bundle.path + "/Dogs.xcdatamodeld").entities.map(\.name) == ["C"])
  }

  @Test func readsAFolderAndItsContents() throws {
    let folder = bundle.path + "/Dogs.xcdatamodeld/Dogs.xcdatamodel"
    #expect(try ModelReader.read(folder).entities.map(\.name) == ["A"])
    #expect(try ModelReader.read(folder + "/contents").entities.map(\.name) == ["A"])
    #expect(try ModelReader.versions(of: folder).map(\.name) == ["Dogs"])
  }

  @Test func saysWhatIsWrongWithTheModel() throws {
    let path = bundle.path + "/Broken.xcdatamodel"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(throws: ModelReadingError.self) { try ModelReader.read(path) }
    try write("<model>\n<entity name=\"A\" parentEntity=\"B\"/>\n</model>", to: path + "/contents")
    let error = try #require(throws: ModelReadingError.self) { try ModelReader.read(path) }
    #expect(error.kind == .inconsistent)
    #expect(error.message == "The model is inconsistent: The parent B of A does not exist (line 2)")
    #expect(error.findings.count == 1)
    #expect(throws: ModelReadingError.self) { try ModelReader.read(path + "/nothing") }
  }
}

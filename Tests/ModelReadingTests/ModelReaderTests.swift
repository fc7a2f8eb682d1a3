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

  #if !SwiftDataSources
    @Test func saysHowSwiftSourcesAreRead() throws {
      let folder = bundle.path + "/Sources"
      try FileManager.default.createDirectory(atPath: folder + "/Models", withIntermediateDirectories: true)
      try Data("@Model class Dog {}".utf8).write(to: URL(filePath: folder + "/Models/Dog.swift"))
      for path in [folder, folder + "/Models/Dog.swift", folder + "/Dog"] {
        let error = #expect(throws: ModelReadingError.self) { try ModelReader.read(path) }
        #expect(error?.kind == .builtWithoutTrait)
        #expect(error?.message.contains("swift build --traits SwiftDataSources") == true)
        #expect(throws: ModelReadingError.self) { try ModelReader.versions(of: path) }
      }
    }
  #endif

  @Test func readsTheOneModelOfAnApp() throws {
    let app = bundle.path + "/Kennel.app"
    let source = bundle.path + "/Dogs.xcdatamodeld"
    try FileManager.default.createDirectory(
      atPath: app + "/Frameworks/Kit.framework",
      withIntermediateDirectories: true
    )
    let none = #expect(throws: ModelReadingError.self) { try ModelReader.read(app) }
    #expect(none?.message.hasPrefix("The bundle holds no model. SwiftData makes its model while the app runs") == true)
    try FileManager.default.copyItem(atPath: source, toPath: app + "/Frameworks/Kit.framework/Dogs.xcdatamodeld")
    // A link that leads back must not be followed for ever.
    try FileManager.default.createSymbolicLink(atPath: app + "/Frameworks/Loop", withDestinationPath: "..")
    for path in [app, app + "/"] {
      #expect(try ModelReader.read(path).entities.map(\.name) == ["C"])
      #expect(try ModelReader.versions(of: path).map(\.name) == ["Dogs", "Dogs 2", "Dogs 10"])
    }
    try FileManager.default.copyItem(atPath: source, toPath: app + "/Cats.xcdatamodeld")
    let several = #expect(throws: ModelReadingError.self) { try ModelReader.read(app) }
    #expect(
      several?.message
        == "The bundle holds several models (Cats.xcdatamodeld, Frameworks/Kit.framework/Dogs.xcdatamodeld); name one of them"
    )
  }

  @Test func saysWhatAFileIsThatIsNoModel() throws {
    for (text, message) in [
      ("", "The file is empty"), ("SQLite format 3", "The model is not well-formed XML: "),
      ("SQLite format 3\0", "The store cannot be read: "),
    ] {
      let path = bundle.file("Broken")
      try write(text, to: path)
      let error = #expect(throws: ModelReadingError.self) { try ModelReader.read(path) }
      #expect(error?.kind == .notAModel)
      #expect(error?.message.hasPrefix(message) == true, "\(String(describing: error))")
    }
  }
}

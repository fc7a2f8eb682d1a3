import Findings
import Foundation
import ModelReading
import ObjectModel
import TestSupport
import Testing

@Suite struct LocalisationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "<model><entity name=\"Breed\"><attribute name=\"name\" attributeType=\"String\"/></entity></model>",
      to: "Dogs.xcdatamodeld/Dogs.xcdatamodel/contents"
    )
  }

  private var model: String { folder.file("Dogs.xcdatamodeld") }

  @Test func theStringsBesideAModelAreItsLocalisationDictionary() throws {
    try folder.write(
      """
      /* What people call it. */
      "Entity/Breed" = "Race";  // a comment
      "Property/name/Entity/Breed" = "Call \\"name\\"\\n\\U00e9";
      unquoted.key = bare;
      "alone";
      """,
      to: "DogsModel.strings"
    )
    for path in [model, model + "/", model + "/Dogs.xcdatamodel", model + "/Dogs.xcdatamodel/contents"] {
      let model = try ModelReader.read(path)
      let breed = try #require(model.entitiesByName["Breed"])
      let name = try #require(breed.attributesByName["name"])
      #expect(model.localizedName(of: breed) == "Race")
      #expect(model.localizedName(of: name) == "Call \"name\"\né")
      #expect(model.localizationDictionary?["unquoted.key"] == "bare")
      #expect(model.localizationDictionary?["alone"] == "alone")
    }
  }

  @Test func aLanguageIsChosenAmongItsFolders() throws {
    try folder.write("\"Entity/Breed\" = \"Rasse\";", to: "de.lproj/DogsModel.strings")
    try folder.write("\"Entity/Breed\" = \"Rotu\";", to: "fi.lproj/DogsModel.strings")
    try folder.write("\"Entity/Breed\" = \"Breed\";", to: "Base.lproj/DogsModel.strings")
    #expect(ModelReader.localizations(of: model) == ["Base", "de", "fi"])
    func name(_ language: String?) throws -> String? {
      try ModelReader.read(model, language: language).localizationDictionary?["Entity/Breed"]
    }
    #expect(try name("de") == "Rasse" && name("fi") == "Rotu" && name("sv") == "Breed" && name(nil) == "Breed")
  }

  @Test func stringsInUTF16AndPropertyListsAreRead() throws {
    let text = "\"Entity/Breed\" = \"Rása\";\n"
    let path = folder.file("DogsModel.strings")
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let mark: [UInt8] = encoding == .utf16LittleEndian ? [0xff, 0xfe] : [0xfe, 0xff]
      try (Data(mark) + (try #require(text.data(using: encoding)))).write(to: URL(fileURLWithPath: path))
      #expect(try ModelReader.read(model).localizationDictionary == ["Entity/Breed": "Rása"])
    }
    try folder.write(
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>Entity/Breed</key><string>Ras</string></dict></plist>",
      to: "DogsModel.strings"
    )
    #expect(try ModelReader.read(model).localizationDictionary == ["Entity/Breed": "Ras"])
  }

  @Test(
    arguments: [
      ("\"a\" = \"b\"", 1, 10), ("\"a\" = \"b\";\n\"c\" = ;", 2, 7), ("\n/* open", 2, 1), ("\"a\" = \"b", 1, 7),
      ("= ;", 1, 1),
      ("\"a\" \"b\";", 1, 5),
    ]
  )
  func aBrokenFileOfTranslationsIsAWarningWithItsPlace(_ text: String, _ line: Int, _ column: Int) throws {
    try folder.write(text, to: "DogsModel.strings")
    let document = try ModelReader.inspect(model)
    let finding = try #require(document.findings.first)
    #expect(finding.rule == .modelLocalisation && finding.severity == .warning)
    #expect(finding.position?.line == line && finding.position?.column == column)
    #expect(document.model.localizationDictionary == nil)
  }

  @Test func aModelWithoutStringsHasNoLocalisationDictionary() throws {
    #expect(try ModelReader.read(model).localizationDictionary == nil)
    #expect(ModelReader.localizations(of: model).isEmpty)
  }
}

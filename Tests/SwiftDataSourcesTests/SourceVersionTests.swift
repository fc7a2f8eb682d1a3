#if SwiftDataSources
  import AttributeValues
  import Findings
  import FoundationEssentials
  import ModelReading
  import ObjectModel
  import TestSupport
  import Testing

  /// What a path with Swift sources means: files, folders, versions and classes.
  @Suite struct SourceVersionTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      let manager = FileManager.default
      for name in ["Models/Older", "Models/.build", "Models/Pods"] {
        try manager.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
      }
      _ = try folder.write(
        """
        enum Schemas {
          enum V10: VersionedSchema {
            static var versionIdentifier: Schema.Version { .init(10, 0, 0) }
            static var models: [any PersistentModel.Type] { V9.models + Lists.more }
          }
        }
        struct Lists { static let more: [any PersistentModel.Type] = [Street.self] }
        @Model class Street { var name: String; var sights: [Sight] = [] }
        @Model class Sight { var name: String }
        """,
        to: "Models/Newer.swift"
      )
      _ = try folder.write(
        """
        enum V9 {}
        extension V9: VersionedSchema {
          static let versionIdentifier = Schema.Version(9, 0, 0)
          static var models: [any PersistentModel.Type] { return [Self.Town.self] }
        }
        extension V9 { @Model final class Town { var name: String; var kind: Kind } }
        extension V9.Town { enum Kind: String, Codable { case old } }
        """,
        to: "Models/Older/V9.swift"
      )
      _ = try folder.write("@Model class Foreign {", to: "Models/.build/Foreign.swift")
      _ = try folder.write("@Model class Foreign {", to: "Models/Pods/Foreign.swift")
      _ = try folder.write("let x = (", to: "Models/Broken.swift")
    }

    private var models: String { folder.file("Models") }

    @Test func severalVersionsAreNotGuessedAmong() throws {
      let error = #expect(throws: ModelReadingError.self) { try ModelReader.read(models) }
      #expect(
        error?.message == "The sources hold several versions of the model (V9, Schemas.V10); "
          + "name one of them, as in \(models)/Schemas.V10"
      )
    }

    @Test func aVersionIsNamedLikeAFile() throws {
      let older = try ModelReader.read(models + "/V9")
      #expect(older.entities.map(\.name) == ["Town"] && older.versionIdentifiers == ["9.0.0"])
      #expect(older.entities.first?.attributesByName["kind"] is CompositeAttributeDescription)
      let newer = try ModelReader.inspect(models + "/Schemas.V10/")
      // What a listed class refers to belongs to the model.
      #expect(newer.model.entities.map(\.name) == ["Sight", "Street", "Town"])
      // A file that cannot be parsed hides no class of the model.
      #expect(newer.findings.filter { $0.rule == .modelSource }.map(\.severity) == [.warning])
      let error = #expect(throws: ModelReadingError.self) { try ModelReader.read(models + "/V8") }
      #expect(
        error?.message == "The sources have no version of the model and no class with @Model that is named V8, "
          + "but V9, Schemas.V10; did you mean V9?"
      )
    }

    @Test func classesAreNamedAsAnAppNamesThem() throws {
      #expect(try ModelReader.read(models + "/Sight").entities.map(\.name) == ["Sight"])
      #expect(try ModelReader.read(models + "/Street,V9.Town").entities.map(\.name) == ["Sight", "Street", "Town"])
      #expect(try ModelReader.read(models + "/Street,Town").entities.map(\.name) == ["Sight", "Street", "Town"])
      #expect(throws: ModelReadingError.self) { try ModelReader.read(models + "/Street,Lists") }
      let file = folder.file("Models/Newer.swift")
      #expect(try ModelReader.read(file + "/Sight").entities.map(\.name) == ["Sight"])
    }

    @Test func versionsAreInTheOrderOfTheirNumbers() throws {
      let versions = try ModelReader.versions(of: models)
      #expect(versions.map(\.name) == ["V9", "Schemas.V10"])
      #expect(versions.map(\.isCurrent) == [false, true])
      #expect(try ModelReader.versions(of: models + "/V9").map(\.isCurrent) == [true, false])
      #expect(try ModelReader.versions(of: models + "/Street").map(\.name) == ["Street"])
      let file = try folder.write("@Model class Town {}", to: "Town.swift")
      #expect(try ModelReader.versions(of: file).map(\.name) == ["Town"])
    }

    @Test func findingsNameTheFileOfTheirClass() throws {
      _ = try folder.write("@Model class Road { var town: Town? }", to: "Models/Older/Road.swift")
      _ = try folder.write("@Model class Town { var size: Faraway }", to: "Models/Older/Town.swift")
      let findings = try ModelReader.inspect(models + "/Road").findings
      #expect(
        findings.compactMap { $0.position.map { "\($0.file.dropFirst(models.count + 1)):\($0.line)" } } == [
          "Broken.swift:1", "Older/Road.swift:1", "Older/Town.swift:1",
        ]
      )
      let error = #expect(throws: ModelReadingError.self) { try ModelReader.read(models + "/Road") }
      #expect(error?.message.contains("(\(models)/Older/Town.swift:1)") == true)
    }

    @Test func aVersionWithoutAWrittenListIsAnError() throws {
      let reading = try SourceReading(
        """
        enum V1: VersionedSchema {
          static var versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { all.filter { _ in true } }
          @Model class Town { var name: String }
        }
        """
      )
      #expect(reading.problems == ["3:51 error The models of V1 are not written as a list of types"])
      #expect(reading.model.entities.map(\.name) == ["Town"])
    }

    @Test func sourcesWithoutAModelAreNone() throws {
      let file = try folder.write("struct Town {}", to: "Plain.swift")
      let error = #expect(throws: ModelReadingError.self) { try ModelReader.read(file) }
      #expect(error?.message == "There is no class with @Model in these sources" && error?.kind == .notAModel)
      try FileManager.default.createDirectory(atPath: folder.file("Empty"), withIntermediateDirectories: true)
      let empty = #expect(throws: ModelReadingError.self) { try ModelReader.read(folder.file("Empty")) }
      #expect(empty?.message == "The folder holds no model")
    }

    @Test func badSwiftIsReportedWithItsPlace() throws {
      let reading = try SourceReading("@Model class Town {\n  var näme: String =\n  var é count: Int\n}")
      #expect(reading.problems.first?.hasPrefix("2:21 error The source cannot be read as Swift: ") == true)
      // Nothing but bad Swift is no model, with findings that say so.
      let broken = try SourceReading("class {")
      #expect(broken.model.entities.isEmpty && !broken.problems.isEmpty)
    }
  }
#endif

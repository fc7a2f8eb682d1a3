#if SwiftDataSources
  import SQLiteAccess
  import TestSupport
  import Testing

  /// `studbook store migrate --to` a folder of Swift sources (issue 17).
  @Suite struct SourceMigrationTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      _ = try folder.write(Self.schema("V1", 1, dog: "var name: String"), to: "Models/V1.swift")
    }

    private static func schema(_ name: String, _ version: Int, dog: String) -> String {
      """
      enum \(name): VersionedSchema {
        static var versionIdentifier: Schema.Version { .init(\(version), 0, 0) }
        static var models: [any PersistentModel.Type] { [Kennel.self, Dog.self] }
      }
      extension \(name) {
        @Model final class Kennel {
          var name: String
          @Relationship(inverse: \\Dog.kennel) var dogs: [Dog] = []
        }
        @Model final class Dog {
          \(dog)
          var kennel: Kennel?
        }
      }
      """
    }

    private func run(_ arguments: String...) throws -> Tool.Outcome { try Tool.run(arguments, in: folder.path) }

    @Test func aStoreIsMigratedToTheLastVersionInAFolderOfSources() throws {
      try #require(run("store", "create", "--model", "Models", "--output", "Kennels.sqlite").status == 0)
      let connection = try SQLiteConnection(path: folder.file("Kennels.sqlite"), mode: .readWrite)
      try connection.execute("INSERT INTO ZKENNEL (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'North')")
      try connection.execute("INSERT INTO ZDOG (Z_PK, Z_ENT, Z_OPT, ZNAME, ZKENNEL) VALUES (1, 1, 1, 'Rex', 1)")
      try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 1")
      connection.close()
      let newer = "@Attribute(originalName: \"name\") var call: String\n    var born: Date?"
      _ = try folder.write(Self.schema("V2", 2, dog: newer), to: "Models/Newer/V2.swift")
      let outcome = try run("store", "migrate", "Kennels.sqlite", "--to", "Models")
      #expect(outcome.errors == "Migrated Kennels.sqlite to Models.\n")
      let found = try run("query", "Kennels.sqlite", "Dog", "--fields", "call,kennel.name", "--format", "csv")
      #expect(found.output == "call,kennel.name\r\nRex,North\r\n", "\(found.errors)")
      #expect(try run("verify", "Kennels.sqlite", "--model", "Models/V2").status == 0)
      let again = try run("store", "migrate", "Kennels.sqlite", "--to", "Models/V2")
      #expect(again.errors == "Kennels.sqlite is a store of Models/V2 already.\n")
    }
  }
#endif

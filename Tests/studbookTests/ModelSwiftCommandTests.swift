import Foundation
import TestSupport
import Testing

@Suite struct ModelSwiftCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      <model>
        <entity name="Breed" representedClassName="Breed" codeGenerationType="class">
          <attribute name="name" attributeType="String"/>
        </entity>
        <entity name="Note"/>
      </model>
      """,
      to: "Dogs.xcdatamodel/contents"
    )
  }

  private func run(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(["model", "swift", folder.file("Dogs.xcdatamodel"), "--output", folder.file("out")] + arguments)
  }

  @Test func writesTwoFilesPerEntityAndTheListOfClasses() throws {
    let outcome = try run()
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("5 written, 0 unchanged, 0 kept."))
    let names = folder.names().filter { $0.hasPrefix("out/") }
    #expect(
      names == [
        "out/Breed+Properties.swift", "out/Breed.swift", "out/DogsClasses.swift", "out/Note+Properties.swift",
        "out/Note.swift",
      ]
    )
    #expect(try run().errors.contains("0 written, 3 unchanged, 2 kept."))
  }

  @Test func writesXcodesFilesAndSaysWhatXcodeMakesItself() throws {
    let outcome = try run("--for", "apple")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("Xcode makes files for Breed itself"))
    #expect(outcome.errors.contains("Note has no class in the model"))
    let names = folder.names().filter { $0.hasPrefix("out/") }
    #expect(names == ["out/Breed+CoreDataClass.swift", "out/Breed+CoreDataProperties.swift"])
  }

  @Test func refusesAFileThatItDidNotMake() throws {
    try folder.write("// mine\n", to: "out/Breed+Properties.swift")
    let outcome = try run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("was not made by `studbook model swift`"))
  }
}

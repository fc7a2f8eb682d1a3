import ClassGeneration
import FoundationEssentials
import ModelReading
import TestSupport
import Testing

@Suite struct WritingTests {
  private func files(_ contents: String) throws -> [GeneratedFile] {
    let model = try ModelReader.parse(Array("<model>\(contents)</model>".utf8), file: "contents").model
    return ClassGenerator(model: model, modelName: "Test").files()
  }

  @Test func theFileToKeepIsWrittenOnceAndTheOtherAnew() throws {
    let folder = try TemporaryFolder()
    let before = try files("<entity name=\"Breed\"><attribute name=\"name\" attributeType=\"String\"/></entity>")
    let first = try GeneratedFiles.write(before, to: folder.file("made/here"))
    #expect(first.written == ["Breed.swift", "Breed+Properties.swift", "TestClasses.swift"])
    try folder.write("// mine\n", to: "made/here/Breed.swift")
    let after = try files("<entity name=\"Breed\"><attribute name=\"title\" attributeType=\"String\"/></entity>")
    let second = try GeneratedFiles.write(after, to: folder.file("made/here"))
    #expect(second.kept == ["Breed.swift"] && second.written == ["Breed+Properties.swift"])
    #expect(second.unchanged == ["TestClasses.swift"])
    #expect(try folder.text(of: "made/here/Breed.swift") == "// mine\n")
    #expect(try folder.text(of: "made/here/Breed+Properties.swift").contains("var title"))
  }

  @Test func aFileThatWasNotGeneratedIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    try folder.write("// mine\n", to: "Breed+Properties.swift")
    #expect(throws: GeneratedFiles.Failure.foreignFile(path: folder.path + "/Breed+Properties.swift")) {
      try GeneratedFiles.write(try files("<entity name=\"Breed\"/>"), to: folder.path)
    }
    #expect(folder.names() == ["Breed+Properties.swift"])
  }

  @Test func filesOfEntitiesThatAreGoneAreNamed() throws {
    let folder = try TemporaryFolder()
    _ = try GeneratedFiles.write(try files("<entity name=\"Old\"/>"), to: folder.path)
    let outcome = try GeneratedFiles.write(try files("<entity name=\"New\"/>"), to: folder.path)
    #expect(outcome.stale == ["Old+Properties.swift"])
  }

  @Test func aFolderThatCannotBeMadeIsReported() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    #expect(throws: GeneratedFiles.Failure.self) {
      try GeneratedFiles.write(try files("<entity name=\"Breed\"/>"), to: folder.file("file/below"))
    }
  }
}

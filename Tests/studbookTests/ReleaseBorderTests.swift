import Foundation
import TestSupport
import Testing

/// What a release must not touch: the files that it is made from, and what lies behind a link.
@Suite("Borders of a release")
struct ReleaseBorderTests {
  /// The reference file and its manifest, by the name itself and by a link.
  @Test(arguments: ["akc-breeds.csv", "link.sqlite"]) func outputIsNoSource(name: String) throws {
    let folder = try Showcase.inputs()
    let source = try folder.text(of: "akc-breeds.csv")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.sqlite"),
      withDestinationPath: "akc-breeds.csv"
    )
    let recipe = try folder.text(of: "DogBreeds.recipe.yml")
    let line = try #require(recipe.split(separator: "\n").first { $0.hasPrefix("output:") })
    try folder.write(recipe.replacing(line, with: "output: \(name)"), to: "DogBreeds.recipe.yml")
    let outcome = try Tool.run(["build", "DogBreeds.recipe.yml", "--output", "."], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("the release is made from it"), "\(outcome.errors)")
    #expect(try folder.text(of: "akc-breeds.csv") == source)
    let hidden = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(".") }
    #expect(hidden.isEmpty, "\(hidden)")
  }

  /// A manifest that somebody has changed names a file behind a link, with its digest; it names one of the release's own folder, too, which goes.
  @Test func nothingBehindALinkIsRemoved() throws {
    let folder = try Showcase.inputs()
    let arguments = ["build", folder.file("DogBreeds.recipe.yml"), "--output", folder.file("Output"), "--quiet"]
    #expect(try Tool.run(arguments).status == 0)
    try FileManager.default.createDirectory(atPath: folder.file("elsewhere"), withIntermediateDirectories: true)
    try folder.write("precious", to: "elsewhere/a.txt")
    try folder.write("leftover", to: "Output/reports/b.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("Output/reports/link"),
      withDestinationPath: "../../elsewhere"
    )
    let path = folder.file("Output/DogBreeds.manifest.json")
    var manifest = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any]
    )
    var outputs = try #require(manifest["outputs"] as? [[String: Any]])
    for (file, text) in [("reports/link/a.txt", "precious"), ("reports/b.txt", "leftover")] {
      let digest = try #require(try Tool.digest(of: folder.file("Output/\(file)")))
      outputs.append(["path": file, "bytes": text.utf8.count, "sha256": digest])
    }
    manifest["outputs"] = outputs
    try FileManager.default.removeItem(atPath: path)
    try JSONSerialization.data(withJSONObject: manifest).write(to: URL(fileURLWithPath: path))
    #expect(try Tool.run(arguments).status == 0)
    #expect(try folder.text(of: "elsewhere/a.txt") == "precious")
    #expect(!FileManager.default.fileExists(atPath: folder.file("Output/reports/b.txt")))
  }

  /// A folder in the output folder that is a link, or on another file system, to which nothing can be moved: a release that was decided on could never be
  /// put in place, and no later one either.
  @Test(arguments: ["elsewhere", "/dev/shm"]) func aFolderOfTheReleaseIsNoLink(destination: String) throws {
    let folder = try Showcase.inputs()
    let arguments = ["build", folder.file(Showcase.recipe), "--output", folder.file("Output"), "--quiet"]
    let reports = folder.file("Output/reports")
    for name in ["elsewhere", "Output"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: reports,
      withDestinationPath: destination.hasPrefix("/") ? destination : folder.file(destination)
    )
    let refused = try Tool.run(arguments)
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("cannot publish in \(reports): it is a link, a file or on another file system"),
      "\(refused.errors)"
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("Output")) == ["reports"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("elsewhere")).isEmpty)
    try FileManager.default.removeItem(atPath: reports)
    #expect(try Tool.run(arguments).status == 0)
  }

  @Test func outputFolderMayBeALink() throws {
    let folder = try Showcase.inputs()
    try FileManager.default.createDirectory(atPath: folder.file("real"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.file("Output"), withDestinationPath: "real")
    let arguments = ["build", folder.file("DogBreeds.recipe.yml"), "--output", folder.file("Output"), "--quiet"]
    for _ in 0..<2 {
      let outcome = try Tool.run(arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try Tool.run(["verify", folder.file("Output/DogBreeds.sqlite")]).status == 0)
    #expect(FileManager.default.fileExists(atPath: folder.file("real/DogBreeds.sqlite")))
  }
}

import Foundation
import Testing
import TestSupport

/// Rejected records, corrected where they were written to and fed again, give the same release as sources without errors.
@Suite("Rejects, corrected and fed again")
struct RejectRoundTripTests {
  /// The showcase's inputs with some texts replaced, each at its first occurrence.
  private func inputs(_ changes: [String: [(clean: String, broken: String)]]) throws -> TemporaryFolder {
    let folder = try Showcase.inputs()
    for (name, replacements) in changes {
      var text = try folder.text(of: name)
      for (clean, broken) in replacements {
        let range = try #require(text.range(of: clean), "\(name) has no “\(clean)”")
        text.replaceSubrange(range, with: broken)
      }
      try folder.write(text, to: name)
    }
    return folder
  }

  private func build(_ folder: TemporaryFolder, _ output: String, _ more: String...) throws -> Tool.Outcome {
    try Tool.run(
      ["build", folder.file("DogBreeds.recipe.yml"), "--output", folder.file(output), "--quiet"] + more,
      environment: ["SOURCE_DATE_EPOCH": "1750000000"]
    )
  }

  private func correct(_ folder: TemporaryFolder, _ name: String, _ changes: [(clean: String, broken: String)]) throws {
    let path = folder.file("Output/rejects/DogBreeds/\(name)")
    var text = try String(contentsOfFile: path, encoding: .utf8)
    for (clean, broken) in changes {
      let range = try #require(text.range(of: broken), "the rejects of \(name) do not have “\(broken)”")
      text.replaceSubrange(range, with: clean)
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private static let changes: [String: [(clean: String, broken: String)]] = [
    "akc-breeds.csv": [
      (",Toy Group,22.9,", ",Toy Gruop,22.9,"), (",Hound Group,63.5,", ",Hound Group,tall,"),
      ("confident|famously", "\"confident|famously"), (",10,13,courageous", ",100000,13,courageous"),
    ],
    "fci-nomenclature.xml": [
      ("<breed number=\"39\">", "<breed number=\"3900\">"), ("<breed number=\"171\">", "<breed number=\"ten\">"),
    ],
    "akc-statistics.html": [
      ("<td class=\"rank\">1</td><td class=\"rank\">1</td>", "<td class=\"rank\">first</td><td class=\"rank\">1</td>")
    ],
  ]

  @Test func theReleaseIsThatOfCleanSourcesByteForByte() throws {
    let clean = try inputs([:])
    #expect(try build(clean, "Output").status == 0)
    let broken = try inputs(Self.changes)
    #expect(try build(broken, "Output").status == 1)
    for (name, changes) in Self.changes { try correct(broken, name, changes) }
    let again = try build(broken, "Output", "--only-rejects")
    #expect(again.status == 0, "\(again.errors)")
    for file in ["DogBreeds.sqlite", "DogBreeds.manifest.json", "reports/DogBreeds.json"] {
      let one = try Data(contentsOf: URL(fileURLWithPath: clean.file("Output/\(file)")))
      let other = try Data(contentsOf: URL(fileURLWithPath: broken.file("Output/\(file)")))
      #expect(one == other, "\(file)")
    }
    // What was corrected stays: the sources do not have it. The sources with it can be copied over them.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: broken.file("Output/rejects/DogBreeds")).sorted()
        == (Self.changes.keys.flatMap { [$0, "\($0).mended"] } + ["rejects.json"]).sorted()
    )
    for name in Self.changes.keys {
      let copy = try broken.text(of: "Output/rejects/DogBreeds/\(name).mended")
      #expect(try copy == clean.text(of: name), "\(name)")
    }
  }

  @Test func recordsMayBeCorrectedOneAfterTheOther() throws {
    let clean = try inputs([:])
    _ = try build(clean, "Output")
    let broken = try inputs(["akc-breeds.csv": Self.changes["akc-breeds.csv"] ?? []])
    _ = try build(broken, "Output")
    let changes = Self.changes["akc-breeds.csv"] ?? []
    try correct(broken, "akc-breeds.csv", Array(changes.dropFirst()))
    #expect(try build(broken, "Output", "--only-rejects").status == 1)
    try correct(broken, "akc-breeds.csv", Array(changes.prefix(1)))
    #expect(try build(broken, "Output", "--only-rejects").status == 0)
    let one = try Data(contentsOf: URL(fileURLWithPath: clean.file("Output/DogBreeds.sqlite")))
    #expect(try one == Data(contentsOf: URL(fileURLWithPath: broken.file("Output/DogBreeds.sqlite"))))
  }

  @Test func theRejectsOfMarkupAreAWholeFileWithWhatStandsAroundThem() throws {
    let broken = try inputs(Self.changes)
    _ = try build(broken, "Output")
    let xml = try broken.text(of: "Output/rejects/DogBreeds/fci-nomenclature.xml")
    #expect(xml.hasPrefix("<?xml"))
    #expect(xml.hasSuffix("</nomenclature>\n"))
    #expect(xml.components(separatedBy: "<breed ").count - 1 == 2)
    #expect(xml.contains("<group number=\"1\""))
    let html = try broken.text(of: "Output/rejects/DogBreeds/akc-statistics.html")
    #expect(html.contains("first</td>"))
    #expect(html.contains("<caption>Popularity 2020</caption>"))
    #expect(html.components(separatedBy: "class=\"rank\"").count - 1 == 2)
  }

  @Test func saysWhatToDoWhenTheRejectsDoNotFit() throws {
    let broken = try inputs(["akc-breeds.csv": Self.changes["akc-breeds.csv"] ?? []])
    let early = try build(broken, "Output", "--only-rejects")
    #expect(early.status == 2)
    #expect(early.errors.contains("build without --only-rejects first"))
    _ = try build(broken, "Output")
    let path = broken.file("Output/rejects/DogBreeds/akc-breeds.csv")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2).joined(separator: "\n").utf8)
      .write(to: URL(fileURLWithPath: path))
    #expect(try build(broken, "Output", "--only-rejects").errors.contains("leave those that are not to be mended"))
    try broken.write(try broken.text(of: "akc-breeds.csv") + "\n", to: "akc-breeds.csv")
    #expect(try build(broken, "Output", "--only-rejects").errors.contains("has changed since"))
  }
}

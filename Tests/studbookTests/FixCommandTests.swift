import Foundation
import Testing
import TestSupport

/// `studbook fix` on a user's folder.
@Suite("studbook fix")
struct FixCommandTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try Showcase.inputs()
    // The texts of breeds are checked, those of groups are not.
    let recipe = try folder.text(of: "DogBreeds.recipe.yml")
      .replacing("  AKCGroup:\n    \"*\": { text: clean }\n", with: "  AKCGroup:\n")
    let groups = try folder.text(of: "akc-groups.csv").replacing("Toy Group,", with: "Toy Group ,")
    for (name, text) in [("DogBreeds.recipe.yml", recipe), ("akc-groups.csv", groups)] {
      try folder.write(text, to: name)
    }
    let breeds = try folder.text(of: "akc-breeds.csv").replacing(
      "profoundly loyal|aristocratic",
      with: "profoundly  loyal|aristocratic"
    )
    .replacing("Akita,Working Group", with: "Akita,Working Gruop")
    try folder.write(breeds, to: "akc-breeds.csv")
    return folder
  }

  @Test func showsFirstWhatItWouldChange() throws {
    let folder = try folder()
    let before = try folder.text(of: "akc-breeds.csv")
    let shown = try Tool.run(["fix", folder.file("DogBreeds.recipe.yml")])
    #expect(shown.status == 1)
    #expect(shown.output.hasPrefix("--- akc-breeds.csv\n+++ akc-breeds.csv\n@@ -"))
    #expect(shown.output.contains("\n-Afghan Hound,"))
    #expect(shown.output.contains("\n+Afghan Hound,"))
    #expect(shown.errors.contains("write the changes with --apply"))
    #expect(try folder.text(of: "akc-breeds.csv") == before)
  }

  @Test func appliesAndThenHasNothingToDo() throws {
    let folder = try folder()
    let before = try folder.text(of: "akc-breeds.csv")
    let recipe = folder.file("DogBreeds.recipe.yml")
    #expect(try Tool.run(["fix", "--apply", recipe]).status == 0)
    #expect(try folder.text(of: "akc-breeds.csv") == before.replacing("profoundly  loyal", with: "profoundly loyal"))
    let again = try Tool.run(["fix", recipe])
    #expect(again.status == 0)
    #expect(again.output == "")
    #expect(again.errors.contains("Nothing to mend"))
  }

  @Test func takesSuggestionsWhenAsked() throws {
    let folder = try folder()
    #expect(try Tool.run(["fix", "--apply", "--suggestions", folder.file("DogBreeds.recipe.yml")]).status == 0)
    #expect(try folder.text(of: "akc-breeds.csv").contains("Akita,Working Group,"))
  }

  @Test func leavesWhatTheTeamHasAccepted() throws {
    let folder = try folder()
    let recipe = folder.file("DogBreeds.recipe.yml")
    let before = try folder.text(of: "akc-breeds.csv")
    let plain = try folder.text(of: "DogBreeds.recipe.yml")
    try folder.write(
      plain + "suppressions:\n  - { rule: text.spaces, reason: the editor wants them }\n",
      to: "DogBreeds.recipe.yml"
    )
    let suppressed = try Tool.run(["fix", "--apply", recipe])
    #expect(suppressed.status == 0 && suppressed.errors.contains("Nothing to mend"), "\(suppressed.errors)")
    let baseline = folder.file("known.jsonl")
    try folder.write(plain, to: "DogBreeds.recipe.yml")
    _ = try Tool.run(["check", "--write-baseline", baseline, recipe])
    try folder.write(plain + "baseline: known.jsonl\n", to: "DogBreeds.recipe.yml")
    let known = try Tool.run(["fix", "--apply", "--suggestions", recipe])
    #expect(known.status == 0 && known.errors.contains("Nothing to mend"), "\(known.errors)")
    #expect(try folder.text(of: "akc-breeds.csv") == before)
  }

  @Test func announcesOnlySuggestionsThatItCanShow() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Town">
          <attribute name="name" attributeType="String"/>
          <attribute name="size" optional="YES" attributeType="Integer 32" maxValueString="100" usesScalarValueType="YES"/>
          <attribute name="kind" optional="YES" attributeType="String"/>
        </entity>
      </model>
      """,
      to: "Towns.xcdatamodel/contents"
    )
    try folder.write(
      """
      model: Towns.xcdatamodel
      output: Towns.sqlite
      sources: [{ file: towns.csv, entity: Town, key: name }]
      checks:
        Town: { name: { distinct: spelling }, kind: { oneOf: [city, village] } }
      """,
      to: "Towns.recipe.yml"
    )
    // The other spelling is suggested, but which of the two is meant nobody knows.
    try folder.write("name,kind\nLinz,city\nLINZ,city\n", to: "towns.csv")
    let check = try Tool.run(["check", "Towns.recipe.yml"], in: folder.path)
    #expect(check.output.contains("did you mean"), "\(check.output)")
    let none = try Tool.run(["fix", "Towns.recipe.yml"], in: folder.path)
    #expect(none.errors == "Nothing to mend\n")
    try folder.write("name,kind\nLinz,ctiy\nLINZ,city\n", to: "towns.csv")
    let one = try Tool.run(["fix", "Towns.recipe.yml"], in: folder.path)
    #expect(one.errors.contains("1 finding has a suggestion, shown with --suggestions"), "\(one.errors)")
    let shown = try Tool.run(["fix", "--suggestions", "Towns.recipe.yml"], in: folder.path)
    #expect(shown.output.contains("+Linz,city\n"))
  }

  @Test func takesOnlyOneOfApplyAndDiff() throws {
    #expect(try Tool.run(["fix", "--apply", "--diff", "x"]).status == 64)
  }
}

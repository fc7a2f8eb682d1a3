import RecipeDrafting
import TestSupport
import Testing

@Suite("Names in Core Data's style") struct NameTests {
  @Test(arguments: [
    ("akc-groups.csv", "AkcGroup"), ("Categories.csv", "Category"), ("people.csv", "Person"), ("boxes.csv", "Box"),
    ("dog_breeds-2024.csv", "DogBreed"), ("status.csv", "Status"), ("aliases.csv", "Alias"), ("data.csv", "DataItem"),
    ("2nd.csv", "N2nd"), ("Größen.csv", "Groessen"), ("null.csv", "Null"),
  ])
  func namesEntities(_ file: String, _ entity: String) throws {
    let drafting = try Drafting([file: "id,name\n1,A\n2,B\n"])
    #expect(drafting.draft.sources.map(\.entity) == [entity])
    _ = try drafting.plan()
  }

  @Test(arguments: [
    ("Weight (lb)", "weightLb"), ("heightMin", "heightMin"), ("AKC name", "akcName"),
    ("description", "thingDescription"),
    ("objectID", "thingObjectId"), ("class", "thingClass"), ("Größe", "groesse"), ("Share %", "sharePercent"),
    ("2nd owner", "n2ndOwner"),
    ("№", "number"),
    ("日本", "field2"), ("yes", "thingYes"), ("size", "size"), ("on", "on"), ("y", "y"),
  ])
  func namesAttributes(_ field: String, _ attribute: String) throws {
    let drafting = try Drafting(["things.csv": "id,\(field)\n1,A\n2,B\n"])
    let line = drafting.line("\(attribute):") ?? drafting.line("\"\(attribute)\":")
    #expect(line != nil, "\(drafting.draft.recipe)")
    _ = try drafting.plan()
  }

  @Test func keepsNamesApart() throws {
    let drafting = try Drafting(["things.csv": "id,A b,a_b,A B\n1,x,y,z\n2,x,y,z\n"])
    #expect(drafting.line("aB:") != nil)
    #expect(drafting.line("aB2:") != nil)
    #expect(drafting.line("aB3:") != nil)
    _ = try drafting.plan()
  }
}

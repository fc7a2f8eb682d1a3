import TestSupport
import Testing

/// `studbook model graph`, run as a user would.
@Suite struct ModelGraphCommandTests {
  @Test func drawsAModelWithTheObjectsOfAStore() throws {
    let towns = try TownStore()
    let printed = try towns.run("model", "graph", "Towns.xcdatamodel")
    #expect(printed.status == 0 && printed.errors == "")
    #expect(
      printed.output.hasPrefix("<svg ") && printed.output.contains(">→ Country 1, nullify<"),
      "\(printed.output)"
    )
    let written = try towns.run("model", "graph", "Towns.sqlite", "--counts", "Towns.sqlite", "--output", "model.svg")
    #expect(written.status == 0 && written.output == "" && written.errors == "Wrote model.svg.\n")
    let svg = try towns.folder.text(of: "model.svg")
    #expect(svg.contains("class=\"name\"") && svg.contains(">4</text>") && svg.contains(">2</text>"))
  }

  @Test func saysWhatCannotBeCounted() throws {
    let towns = try TownStore()
    let none = try towns.run("model", "graph", "Towns.xcdatamodel", "--counts", "None.sqlite")
    #expect(none.status == 2 && none.output == "" && none.errors.contains("None.sqlite"), "\(none.errors)")
    let other = try towns.run(
      "model",
      "graph",
      Package.path("Inputs/DogBreeds.xcdatamodeld"),
      "--counts",
      "Towns.sqlite"
    )
    #expect(other.status == 2 && other.output == "", "\(other.errors)")
  }
}

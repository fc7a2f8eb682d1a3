import ImportMatrix
import Testing

/// Cases by hand: the reference does what is written there, and the importer does what the reference does.
@Suite("Cases by hand")
struct ReferenceImporterTests {
  @Test(arguments: HandMadeCase.all) func theReferenceDoesWhatIsExpected(_ example: HandMadeCase) {
    let result = ReferenceImporter.run(example.matrix)
    #expect(result.undecided == [])
    #expect(result.lines == example.outcomes)
    #expect(ObjectGraph(result.world).lines == example.objects)
  }

  @Test(arguments: HandMadeCase.all) func theImporterDoesTheSame(_ example: HandMadeCase) throws {
    let problems = try MatrixProperties(comparesBytes: true).verdict(example.matrix)
    #expect(problems == .holds)
  }
}

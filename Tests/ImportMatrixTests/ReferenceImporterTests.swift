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
    try withKnownIssue("the importer is being rebuilt", isIntermittent: true) {
      let problems = try MatrixProperties(comparesBytes: true).verdict(example.matrix)
      #expect(problems == .holds)
    } when: {
      // Rejected records of a source without key are not remembered by keys that their entity inherits.
      !ImporterUnderTest.isRebuilt || example.name == "a constraint of the parent is about all sub-entities"
    }
  }
}

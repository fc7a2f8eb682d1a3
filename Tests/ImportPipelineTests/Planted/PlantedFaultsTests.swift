import Findings
import ImportPipeline
import Testing

/// Faults that sources of one format alone can have: each is found once, at its place to the byte, and nothing else.
@Suite("Planted faults of one format")
struct PlantedFaultsTests {
  @Test(arguments: PlantedFault.all) func isFoundOnceAtItsPlace(_ fault: PlantedFault) throws {
    let test = try fault.imported()
    let finding = try #require(test.result.findings.first)
    #expect(test.result.findings.count == 1, "\(test.places)")
    #expect(finding.rule == fault.rule)
    #expect(finding.suggestion == fault.suggestion)
    // A source without records has no place to point at but its beginning.
    if fault.rule == .sourceNoRecords {
      #expect(finding.position == SourcePosition(file: fault.file, line: 1))
      return
    }
    let position = try #require(finding.position)
    #expect(position.file == fault.file)
    #expect(position.line == fault.line)
    #expect(position.column == fault.column)
    #expect(position.byteRange == fault.range)
  }
}

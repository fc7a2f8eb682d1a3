import Desk
import Foundation
import ImportPipeline
import TestSupport
import Testing

/// Following the changes of a file.
@Suite("A grid whose source changes")
struct GridRefreshTests {
  /// What a grid that was refreshed shows is what a new one shows.
  private func compare(_ fixture: GridFixture, _ text: String, location: SourceLocation = #_sourceLocation) throws {
    let fresh = try GridFixture(Self.form, csv: text)
    fresh.grid.finish()
    fixture.grid.finish()
    let all = try fresh.grid.records(from: 1, count: .max - 1)
    #expect(try fixture.grid.records(from: 1, count: .max - 1) == all, sourceLocation: location)
    for column in fresh.grid.columns.indices {
      #expect(
        fixture.grid.profile(ofColumn: column) == fresh.grid.profile(ofColumn: column),
        sourceLocation: location
      )
    }
  }

  private static let form = "delimiter: comma\nquote: '\"'\nheader: 1\nattributes: { name: name }"

  @Test(arguments: 0..<25) func randomEditsShowWhatANewReadingShows(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    var lines = (0..<(1 + random.number(below: 1_800))).map { "dog \($0),\($0 % 7),\"n\no\($0)\"" }
    func text() -> String { "name,weight,note\n" + lines.map { $0 + "\n" }.joined() }
    let fixture = try GridFixture(Self.form, csv: text())
    fixture.grid.finish()
    for _ in 0..<4 {
      let line = random.number(below: lines.count)
      switch random.number(below: 6) {
      case 0: lines[line] = "changed \(line),9,x"
      case 1: lines.insert("new,1,\"two\nlines\"", at: line)
      case 2: if lines.count > 1 { lines.remove(at: line) }
      case 3: lines.append("last,2,y")
      case 4: lines.insert("# dogs,\"\",", at: 0)
      default: lines[line] = "\"quoted, \(line)\",,"
      }
      try fixture.replace(text())
      #expect(try fixture.grid.refresh() == .done)
      try compare(fixture, text())
    }
  }

  @Test func aChangeThatSpoilsTheFormIsReadAnew() throws {
    let rows = (0..<2_000).map { "dog \($0),1,x\n" }
    let fixture = try GridFixture(Self.form, csv: "name,weight,note\n" + rows.joined())
    fixture.grid.finish()
    for bad in ["\"open,1,x\n", "short\n", "name,weight,note\n"] {
      var changed = rows
      changed[1_000] = bad
      let text = "name,weight,note\n" + changed.joined()
      try fixture.replace(text)
      try fixture.grid.refresh()
      try compare(fixture, text)
    }
  }

  @Test func aFileThatIsWrittenInItsPlaceIsReadAnew() throws {
    let fixture = try GridFixture(Self.form, csv: "name,weight,note\na,1,x\n")
    fixture.grid.finish()
    let text = "name,weight,note\nb,2,y\nc,3,z\n"
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.folder.file("dogs.csv")))
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
    #expect(try fixture.grid.refresh() == .done)
    try compare(fixture, text)
  }

  @Test func nothingIsReadWhereNothingChanged() throws {
    let fixture = try GridFixture(Self.form, csv: "name,weight,note\na,1,x\n")
    fixture.grid.finish()
    let version = fixture.grid.progress.version
    #expect(try fixture.grid.refresh() == .unchanged)
    #expect(fixture.grid.progress.version == version)
  }

  @Test func windowsKeepTheirRecordsUntilTheChangeIsRead() throws {
    let fixture = try GridFixture(Self.form, csv: "name,weight,note\na,1,x\n")
    fixture.grid.finish()
    try fixture.replace("name,weight,note\nb,2,y\n")
    #expect(try fixture.grid.records(from: 1, count: 1)[0].cells[0].text == "a")
    try fixture.grid.refresh()
    #expect(try fixture.grid.records(from: 1, count: 1)[0].cells[0].text == "b")
  }

  @Test func otherColumnsAreAProblem() throws {
    let fixture = try GridFixture(Self.form, csv: "name,weight,note\na,1,x\n")
    fixture.grid.finish()
    try fixture.replace("name,note\na,x\n")
    try fixture.grid.refresh()
    fixture.grid.finish()
    #expect(fixture.grid.progress.problem == "dogs.csv has other columns than when the recipe was read")
  }
}

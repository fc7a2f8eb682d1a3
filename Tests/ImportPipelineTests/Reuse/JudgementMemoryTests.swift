import Findings
import Foundation
import ObjectModel
import TestSupport
import Testing

@testable import ImportPipeline

/// Sources that are edited and judged again and again: what is kept between two judgements changes nothing of what they say.
@Suite("Remembered judgements")
struct JudgementMemoryTests {
  /// The sources of a recipe in a folder, edited as the desk does it.
  private final class Edited {
    static let recipe = """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources:
        - { file: groups.csv, entity: Group, key: name, mode: insert }
        - file: dogs.csv
          entity: Dog
          key: name
          mode: insert
          relationships: { group: { field: group, matches: name } }
        - file: more.csv
          entity: Dog
          key: name
          mode: insert
          relationships: { group: { field: group, matches: name } }
        - file: dogs.jsonl
          entity: Dog
          key: name
          mode: insert
          attributes: { name: name, weight: weight, age: age }
          relationships: { group: { field: group, matches: name } }
        - file: dogs.xml
          records: //dog
          entity: Dog
          key: name
          mode: insert
          attributes: { name: name, weight: weight }
          relationships: { group: { field: group, matches: name } }
      rules:
        - on: Dog
          require: "weight == nil OR age == nil OR weight > age"
          message: Too light for its age
      """

    let folder: TemporaryFolder
    let model = TestImport.model()
    let memory = JudgementMemory()
    private(set) var plan: ImportPlan
    /// How many judgements did not read everything.
    private(set) var parts = 0

    init(_ files: [String: String], recipe: String = Edited.recipe) throws {
      folder = try TemporaryFolder()
      for (name, text) in files { try folder.write(text, to: name) }
      try folder.write(recipe, to: "test.recipe.yml")
      plan = try Self.plan(folder, model)
    }

    private static func plan(_ folder: TemporaryFolder, _ model: ManagedObjectModel) throws -> ImportPlan {
      var recipe = try RecipeReader.read(path: folder.file("test.recipe.yml"))
      recipe.batchSize = 8
      return try ImportPlanner.plan(recipe, model: model, folder: folder.path)
    }

    /// Judges as the desk does, and compares with a judgement that knows nothing.
    func judge(_ what: String) throws {
      var states: [String: FileState] = [:]
      for file in plan.sourceFiles { states[file.path] = try FileState(ofFile: file.path) }
      states["recipe"] = try FileState(ofFile: folder.file("test.recipe.yml"))
      plan = try Self.plan(folder, model)
      memory.begin(plan, states: states, today: Date(timeIntervalSince1970: 0))
      var options = ImportOptions()
      options.memory = memory
      let kept = try #require(try ImportRun.check(plan, options: options))
      if memory.bytesRead != nil { parts += 1 }
      let fresh = try #require(try ImportRun.check(try Self.plan(folder, model), options: ImportOptions()))
      #expect(kept.findings == fresh.findings, "\(what)")
      #expect(kept.tally.counts == fresh.tally.counts, "\(what)")
      #expect(kept.sources.map(\.records) == fresh.sources.map(\.records), "\(what)")
      #expect(kept.entities == fresh.entities, "\(what)")
      #expect(kept.completeness == fresh.completeness, "\(what)")
      #expect(kept.errorsBesideRecords == fresh.errorsBesideRecords, "\(what)")
    }

    /// Carries edits out.
    ///
    /// - Returns: What takes them back.
    @discardableResult
    func apply(_ edits: SourceEdit...) throws -> [SourceRevision] {
      let revisions = try SourceEditor(plan, places: memory.places).revisions(for: edits)
      #expect(try SourceEditor(plan).revisions(for: edits).map(\.edits) == revisions.map(\.edits))
      return try carryOut(revisions)
    }

    func carryOut(_ revisions: [SourceRevision]) throws -> [SourceRevision] {
      try revisions.map { revision in
        let back = try revision.apply()
        memory.note(revision, takenBackBy: back)
        return back
      }
    }

    /// The texts of a record of a source.
    func texts(_ source: Int, _ record: Int) throws -> [String: String?]? {
      let opened = try plan.sources[source].open()
      while try opened.next() {
        guard opened.recordNumber == record else { continue }
        let found = FoundCells(opened)
        return Dictionary(uniqueKeysWithValues: zip(found.fieldNames, found.texts))
      }
      return nil
    }
  }

  private static let header = "name,weight,age,code,group\n"
  private static let groups = "name\nHounds\nToys\nHerders\n"

  private static func line(_ number: Int, _ group: String = "Hounds") -> String {
    let code = String(
      [number / 676 % 26, number / 26 % 26, number % 26].map { Character(UnicodeScalar(UInt8(65 + $0))) }
    )
    return "Dog \(number),\(20 + number % 30),\(number % 12),\(code),\(group)"
  }

  private static func lines(_ numbers: Range<Int>) -> String { numbers.map { line($0) + "\n" }.joined() }

  private static func sources(_ count: Int) -> [String: String] {
    [
      "groups.csv": groups, "dogs.csv": header + lines(0..<count), "more.csv": header + lines(count..<count + 40),
      "dogs.jsonl": "{\"name\": \"Jay\", \"weight\": 30, \"age\": 2, \"group\": \"Toys\"}\n",
      "dogs.xml": "<dogs>\n <dog><name>Max</name><weight>12</weight><group>Toys</group></dog>\n</dogs>\n",
    ]
  }

  private static func cell(_ source: Int, _ record: Int, _ field: String, _ expected: String?, _ text: String)
    -> SourceEdit
  {
    .cell(CellEdit(RecordAddress(source: source, number: record), field: field, expected: expected, text: text))
  }

  @Test func onlyTheChangedBatchIsReadAgain() throws {
    let edited = try Edited(Self.sources(400))
    try edited.judge("first")
    #expect(edited.memory.bytesRead == nil)
    try edited.apply(Self.cell(1, 200, "weight", "39", "39.5"))
    try edited.judge("a cell")
    let read = try #require(edited.memory.bytesRead)
    #expect(read > 0 && read < 600)
  }

  @Test func aFileThatAnotherProgramHasWrittenIsReadAsAWhole() throws {
    let edited = try Edited(Self.sources(60))
    try edited.judge("first")
    try edited.folder.write(Self.header + Self.lines(0..<59) + "Dog 3,1,1,ZZZ,Cats\n", to: "dogs.csv")
    try edited.judge("another program")
    #expect(edited.parts == 1, "more.csv is as it was")
  }

  /// What a record says decides on others far away.
  @Test(arguments: [
    ("name", "Dog 21", "Dog 300"), ("code", "AAV", "ALO"), ("name", "Dog 21", ""), ("group", "Hounds", "Cats"),
    ("weight", "41", "1"), ("name", "Dog 21", "Dog 401"), ("name", "Dog 21", "Jay"), ("age", "9", "x"),
  ])
  func anEditCountsForAllRecords(_ field: String, _ old: String, _ new: String) throws {
    let edited = try Edited(Self.sources(400))
    try edited.judge("first")
    let back = try edited.apply(Self.cell(1, 22, field, old, new))
    try edited.judge("\(field) \(new)")
    _ = try edited.carryOut(back)
    try edited.judge("taken back")
    #expect(edited.parts == 2)
  }

  @Test func aRecordMoreOrLessMovesThePlacesOfThoseBehind() throws {
    let edited = try Edited(Self.sources(100))
    try edited.judge("first")
    try edited.apply(Self.cell(1, 90, "weight", "49", "much"))
    try edited.judge("a finding at the end")
    try edited.apply(.insertion(RecordInsertion(source: 1, after: 3, values: ["name": "New\nline", "group": "Toys"])))
    try edited.judge("a record of two lines")
    try edited.apply(.deletion(RecordDeletion(RecordAddress(source: 1, number: 20))))
    try edited.judge("one less")
    #expect(edited.parts == 3)
  }

  @Test func aKeyOfAnEarlierSourceCountsForThoseThatReferToIt() throws {
    let edited = try Edited(Self.sources(100))
    try edited.judge("first")
    try edited.apply(Self.cell(0, 1, "name", "Hounds", "Hunters"))
    try edited.judge("renamed")
    #expect(edited.plan.sources.count == 5)
    try edited.apply(Self.cell(0, 1, "name", "Hunters", "Hounds"))
    try edited.judge("named as before")
  }

  @Test func aQuoteThatSwallowsOtherRecordsIsSeen() throws {
    let edited = try Edited(Self.sources(100))
    try edited.judge("first")
    let line = Self.line(40)
    let text = try String(contentsOfFile: edited.folder.file("dogs.csv"), encoding: .utf8)
    let start = try #require(text.range(of: line)).lowerBound.utf16Offset(in: text)
    for new in ["\"" + line, "#" + line, "\n\n" + line, Self.header + line, line + "\"", "\u{FEFF}" + line] {
      let edit = TextEdit(
        source: 1,
        file: "dogs.csv",
        byteRange: start..<start + line.utf8.count,
        expected: line,
        text: new
      )
      let back = try edited.apply(.text(edit))
      try edited.judge(new)
      _ = try edited.carryOut(back)
      try edited.judge("taken back")
    }
  }

  @Test(arguments: Seeds.range(1...6)) func anyEditsLeaveWhatAFreshJudgementSays(_ seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let edited = try Edited(Self.sources(120))
    try edited.judge("first")
    var back: [[SourceRevision]] = []
    for step in 0..<40 {
      let source = random.pick([0, 1, 1, 1, 1, 2, 2, 3, 4])
      var what = "seed \(seed), step \(step), source \(source)"
      let count = edited.plan.sources[source].files.isEmpty ? 1 : [4, 120, 40, 1, 1][source]
      let record = 1 + random.number(below: max(1, count))
      do {
        switch random.number(below: 12) {
        case 0:
          back.append(try edited.apply(.deletion(RecordDeletion(RecordAddress(source: source, number: record)))))
        case 1, 2:
          let values =
            source == 0 ? ["name": "Group \(step)"] : ["name": random.pick(["Dog 7", "Rex \(step)"]), "group": "Toys"]
          let after = random.pick([nil, 0, record])
          back.append(try edited.apply(.insertion(RecordInsertion(source: source, after: after, values: values))))
        case 3 where !back.isEmpty:
          _ = try edited.carryOut(back.removeLast())
          // Those before are about files that have been written since.
          back = []
        case 4:
          let path = edited.plan.sources[source].path
          var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
          bytes.insert(random.pick([32, 34, 44, 10, 35]), at: bytes.count - random.number(below: bytes.count / 2 + 1))
          try Data(bytes).write(to: URL(fileURLWithPath: path))
          what += ", another program"
          back = []
        default:
          guard let texts = try edited.texts(source, record),
            let field = texts.keys.sorted().randomElement(using: &random)
          else { continue }
          let text = random.pick(["Dog 3", "Hounds", "", "a\"b", "x,y", "two\nlines", "7", "200", "ABC", "Größe", " "])
          what += ", \(field) of \(record): \(text)"
          back.append(try edited.apply(Self.cell(source, record, field, texts[field] ?? nil, text)))
        }
      } catch let error as SourceEditError {
        what += ", \(error)"
        if case .changedFile = error.kind { back = [] }
      }
      try edited.judge(what)
    }
    #expect(edited.parts > 0)
  }
}

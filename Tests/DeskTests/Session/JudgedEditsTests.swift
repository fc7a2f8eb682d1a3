import Findings
import Foundation
import ImportPipeline
import TestSupport
import Testing

@testable import Desk
@testable import studbook

/// Whatever is edited, taken back or written by other programs, the desk says what a fresh judgement says, of any format and any recipe.
@Suite struct JudgedEditsTests {
  /// A desk without a server, held against fresh judgements.
  private struct Judged {
    let folder: TemporaryFolder
    let recipeName: String
    let workspace: RecipeWorkspace
    let session: DeskSession
    /// How many judgements did not read everything.
    var parts = 0
    /// How many changes were made here.
    var changes = 0

    init(_ folder: TemporaryFolder, _ recipeName: String) async throws {
      self.folder = folder
      self.recipeName = recipeName
      workspace = try RecipeWorkspace(recipePath: folder.file(recipeName))
      session = DeskSession(workspace)
      await session.reload()
    }

    mutating func compare(_ what: String) throws {
      if workspace.memory?.bytesRead != nil { parts += 1 }
      let state = session.state
      let fresh: DeskJudgement
      do { fresh = try RecipeWorkspace(recipePath: folder.file(recipeName)).open().judge() } catch {
        #expect(state.problem?.message == "\(error)", "\(what)")
        return
      }
      #expect(state.problem == nil, "\(what): \(state.problem?.message ?? "")")
      #expect(state.judgement?.findings == fresh.findings, "\(what)")
      #expect(state.judgement.map(Self.timeless) == Self.timeless(fresh), "\(what)")
      #expect(state.judgement?.fails == fresh.fails, "\(what)")
    }

    /// The summary without how long anything took.
    private static func timeless(_ judgement: DeskJudgement) -> RunSummary {
      var summary = judgement.summary
      for source in summary.sources.indices { summary.sources[source].seconds = nil }
      return summary
    }

    /// The texts of a record, by field.
    func texts(_ source: Int, _ record: Int) throws -> [String: String?]? {
      let origin = RecordOrigin(source: source, record: record)
      guard let found = try session.state.plan?.records(of: [origin])[origin] else { return nil }
      return Dictionary(found.fields.map { ($0.name, $0.text) }) { first, _ in first }
    }
  }

  private static let texts = [
    "", " ", "7", "12", "900", "AB", "AC", "Dög 3", "Dög 25", "Dog 3", "North", "South", "West", "x,y", "two\nlines",
    "q\"uote",
    "Größe", "犬",
  ]

  /// Does anything to sources, and compares each time that the desk has judged.
  ///
  /// - Parameter rewrite: What another program does to a source's file.
  private static func anything(
    _ judged: inout Judged,
    _ seed: UInt64,
    steps: Int,
    rewrite: (_ random: inout SeededGenerator) throws -> String
  ) async throws {
    var random = SeededGenerator(seed)
    try judged.compare("first")
    for step in 0..<steps {
      guard let sources = judged.session.state.plan?.plannedSources, !sources.isEmpty else {
        // What another program has spoilt, it mends.
        _ = try rewrite(&random)
        await judged.session.reload()
        continue
      }
      let source = random.number(below: sources.count)
      let records = judged.session.state.judgement?.summary.sources[source].records.read ?? 1
      let record = 1 + random.number(below: max(1, records))
      var what = "seed \(seed), step \(step), source \(source)"
      do {
        switch random.number(below: 20) {
        case 0, 1, 2: try await judged.session.undo()
        case 3: try await judged.session.redo()
        case 4:
          let deletion = RecordDeletion(RecordAddress(source: source, number: record))
          try await judged.session.perform([.deletion(deletion)], title: "Delete")
        case 5:
          let names = sources[source].columns.map(\.name)
          let values = Dictionary(uniqueKeysWithValues: names.map { ($0, random.pick(texts)) }).filter { $1 != "" }
          let insertion = RecordInsertion(source: source, after: random.pick([nil, 0, record]), values: values)
          try await judged.session.perform([.insertion(insertion)], title: "Insert")
        case 6, 7, 8:
          what += ", another program: " + (try rewrite(&random))
          // Sometimes the desk is told by the next step only.
          guard random.once(in: 2) else { continue }
          judged.session.look()
        default:
          guard let old = try judged.texts(source, record), let field = old.keys.sorted().randomElement(using: &random)
          else { continue }
          let text = random.pick(texts)
          what += ", \(field) of \(record): \(text)"
          let address = RecordAddress(source: source, number: record)
          let edit = CellEdit(address, field: field, expected: old[field] ?? nil, text: text)
          try await judged.session.perform([.cell(edit)], title: "Edit")
          judged.changes += 1
        }
      } catch let error where error is SourceEditError || error is DeskProblem {
        what += ", \(error)"
      }
      judged.session.look()
      try await judged.session.work {}
      try judged.compare(what)
    }
    #expect(judged.changes > 0)
  }

  /// Rewrites a cell of a table, or the whole of it with a row less, and now and then damages the file.
  private static func rewriting(_ example: JudgedExample, _ folder: TemporaryFolder)
    -> (_ random: inout SeededGenerator) throws -> String
  {
    { random in
      let (file, form) = random.pick(example.forms)
      var table = example.tables[file] ?? []
      let row = 1 + random.number(below: table.count - 1)
      let column = random.number(below: table[0].count)
      table[row][column] = random.pick(texts)
      if random.once(in: 3) { table.remove(at: 1 + random.number(below: table.count - 1)) }
      try example.write(table, form, to: folder.file(file))
      guard random.once(in: 5) else { return "\(file) anew" }
      var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(file)))
      bytes.insert(random.pick([0, 32, 34, 44, 10, 60, 255]), at: random.number(below: bytes.count))
      try bytes.write(to: URL(fileURLWithPath: folder.file(file)))
      return "\(file) damaged"
    }
  }

  @Test(arguments: JudgedExample.formats, Seeds.range(1...1))
  func anyFormatIsJudgedAsAfresh(_ example: JudgedExample, _ seed: UInt64) async throws {
    let folder = try example.folder()
    var judged = try await Judged(folder, JudgedExample.recipeName)
    try await Self.anything(&judged, seed, steps: 30, rewrite: Self.rewriting(example, folder))
    #expect(judged.parts > 0, "the plain file is read in parts")
  }

  @Test(arguments: JudgedExample.wholes, Seeds.range(1...1))
  func anyRecipeIsJudgedAsAfresh(_ example: JudgedExample, _ seed: UInt64) async throws {
    let folder = try example.folder()
    var judged = try await Judged(folder, JudgedExample.recipeName)
    try await Self.anything(&judged, seed, steps: 30, rewrite: Self.rewriting(example, folder))
  }

  /// Inserts a byte somewhere in one of the sources.
  private static func damaging(_ texts: [String: String], _ folder: TemporaryFolder)
    -> (_ random: inout SeededGenerator) throws -> String
  {
    { random in
      let file = random.pick(texts.keys.sorted())
      var bytes = Array((texts[file] ?? "").utf8)
      bytes.insert(random.pick([32, 34, 44, 10, 48]), at: bytes.count - random.number(below: bytes.count / 2 + 1))
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file(file)))
      return file
    }
  }

  @Test(arguments: Seeds.range(1...2)) func aKennelIsJudgedAsAfresh(_ seed: UInt64) async throws {
    let folder = try KennelExample.folder()
    var judged = try await Judged(folder, KennelExample.recipeName)
    try await Self.anything(&judged, seed, steps: 40, rewrite: Self.damaging(KennelExample.sources, folder))
  }

  @Test(arguments: Seeds.range(1...2)) func aLibraryIsJudgedAsAfresh(_ seed: UInt64) async throws {
    let folder = try LibraryExample.folder()
    var judged = try await Judged(folder, LibraryExample.recipeName)
    try await Self.anything(&judged, seed, steps: 40, rewrite: Self.damaging(LibraryExample.sources, folder))
  }
}

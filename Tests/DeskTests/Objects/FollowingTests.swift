import Findings
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Desk
@testable import ImportPipeline
@testable import studbook

/// Objects that are there get other values when cells change: they are those of a fresh import, whatever is done.
@Suite("Following edits")
struct FollowingTests {
  /// A desk without a server whose objects are held against fresh imports.
  private final class Followed: Sendable {
    let folder: TemporaryFolder
    let recipeName: String
    let session: DeskSession
    let cache: BrowserCache
    private let desk: DeskContext
    private let clock: Clock

    /// The time that the desk has.
    private final class Clock: Sendable {
      let given = Mutex<Date?>(nil)
      var time: Date { given.withLock { $0 } ?? Date() }
    }

    /// Gives the desk another time than that of the clock.
    func set(_ time: Date) { clock.given.withLock { $0 = time } }

    init(_ folder: TemporaryFolder, _ recipeName: String, memoryLimit: Int = ImportedGraph.memoryLimit) async throws {
      self.folder = folder
      self.recipeName = recipeName
      let now = Clock()
      clock = now
      session = DeskSession(try RecipeWorkspace(recipePath: folder.file(recipeName))) { now.time }
      cache = BrowserCache(memoryLimit: memoryLimit)
      desk = DeskContext(session: session, events: session.events, sections: [], access: nil)
      await session.reload()
    }

    /// Everything that pages show of the objects.
    func compare(_ what: String) async throws {
      let (browser, _) = try await cache.browser(desk)
      let fresh = try Browsing.browser(folder, recipeName)
      #expect(try browser.entities() == fresh.entities(), "\(what)")
      for entity in try fresh.entities() {
        for request in Self.requests(entity.name) {
          let shown = try browser.window(of: request, offset: 0, limit: 1000)
          let expected = try fresh.window(of: request, offset: 0, limit: 1000)
          #expect("\(shown as Any)" == "\(expected as Any)", "\(what)")
          guard request == Self.requests(entity.name)[0] else { continue }
          for (place, label) in (expected?.parts.flatMap(\.objects) ?? []).enumerated() {
            #expect(try Self.words(browser, label.key) == Self.words(fresh, label.key), "\(what)")
            guard place == 1 else { continue }
            #expect(try Self.trials(browser, label.key) == Self.trials(fresh, label.key), "\(what)")
          }
        }
      }
    }

    private static func requests(_ entity: String) -> [ObjectListRequest] {
      [
        ObjectListRequest(entity: entity, sections: .nothing), ObjectListRequest(entity: entity),
        ObjectListRequest(entity: entity, sections: .initial), ObjectListRequest(entity: entity, search: "no"),
      ]
    }

    /// An object with where its values come from.
    private static func words(_ browser: ObjectBrowser, _ key: ObjectKey) throws -> [String] {
      guard let detail = try browser.detail(of: key) else { return [] }
      func words(_ property: ObjectProvenance.Property?) -> String {
        let origins = (property?.origins ?? []).map { origin in
          let fields = origin.fields.map {
            "\($0.name) \($0.position.line) \($0.position.byteRange as Any) \($0.text as Any)"
          }
          return
            "\(origin.source as Any) \(origin.record as Any) \(origin.filled as Any) \(origin.other as Any) \(fields)"
        }
        return "\(origins) \(property?.remark ?? "")"
      }
      var found = detail.attributes.map { "\($0.name) \($0.value) \(words($0.provenance))" }
      found += detail.relationships.map {
        "\($0.name) \($0.count) \($0.objects.map(\.key.text)) \(words($0.provenance))"
      }
      found.append("\(detail.label) \(detail.maker?.record as Any)")
      return found
    }

    /// What would be said of another text.
    private static func trials(_ browser: ObjectBrowser, _ key: ObjectKey) throws -> [String] {
      try ["mother", "weight", "code", "city"].map { property in
        let trial = try browser.judge("Ada", for: property, of: key, as: .value)
        return "\(trial?.findings as Any) \(trial?.isRejected as Any)"
      }
    }

    /// The texts of a record, by field.
    func texts(_ source: Int, _ record: Int) throws -> [String: String?]? {
      guard let plan = session.state.plan else { return nil }
      let origin = RecordOrigin(source: source, record: record)
      guard let found = try plan.records(of: [origin])[origin] else { return nil }
      return Dictionary(found.fields.map { ($0.name, $0.text) }) { first, _ in first }
    }

    func edit(_ source: Int, _ record: Int, _ texts: [String: String?]) async throws {
      let old = try self.texts(source, record) ?? [:]
      let edits = texts.sorted { $0.key < $1.key }.map { field, text in
        SourceEdit.cell(
          CellEdit(
            RecordAddress(source: source, number: record),
            field: field,
            expected: old[field] ?? nil,
            text: text
          )
        )
      }
      try await session.perform(edits, title: "Edit")
    }
  }

  private static func kennel(memoryLimit: Int = ImportedGraph.memoryLimit) async throws -> Followed {
    let followed = try await Followed(KennelExample.folder(), KennelExample.recipeName, memoryLimit: memoryLimit)
    try await followed.compare("first")
    return followed
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var source: Int
    var record: Int
    var texts: [String: String]
    var testDescription: String { "\(source).\(record) \(texts)" }

    init(_ source: Int, _ record: Int, _ texts: [String: String]) {
      self.source = source
      self.record = record
      self.texts = texts
    }
  }

  private static let followedEdits = [
    Case(0, 1, ["city": "Bergen"]), Case(0, 3, ["city": "Turku, Åbo"]), Case(2, 1, ["made": ""]),
    Case(3, 1, ["Weight": "80", "Age": "10"]), Case(3, 1, ["Age": ""]), Case(3, 2, ["Remark": "a \"b\"\nc"]),
    Case(3, 3, ["More": "x", "Born": "1.1.2000"]), Case(3, 4, ["Kennel": "South"]), Case(3, 1, ["Kennel": ""]),
    Case(3, 4, ["Mother": "Ada"]), Case(3, 2, ["Mother": "Nobody"]), Case(4, 1, ["Kennel": "North", "Mother": "Edda"]),
    Case(4, 2, ["Note": "", "Weight": "8"]), Case(3, 3, ["Mother": "Bea"]),
  ]

  @Test(arguments: zip(followedEdits, followedEdits.indices.map { $0.isMultiple(of: 2) }))
  func anEditOfValuesIsFollowed(_ example: Case, _ isFile: Bool) async throws {
    let followed = try await Self.kennel(memoryLimit: isFile ? 0 : ImportedGraph.memoryLimit)
    try await followed.edit(example.source, example.record, example.texts.mapValues { .some($0) })
    try await followed.compare("edited")
    #expect(followed.cache.followed == 1)
    try await followed.session.undo()
    try await followed.compare("taken back")
    try await followed.session.redo()
    try await followed.compare("done again")
    #expect(followed.cache.followed == 3)
  }

  /// What others look at: keys, unique and ordered values, what another source fills or a rule speaks of, objects that records make, what is found later.
  @Test(arguments: [
    Case(0, 1, ["name": "Nord"]), Case(3, 1, ["Name": "Adda"]), Case(3, 1, ["Code": "AB"]),
    Case(3, 1, ["Entered": "0"]),
    Case(3, 2, ["Colour": "r"]), Case(3, 1, ["Price": "13"]), Case(3, 1, ["Litter": "2"]), Case(3, 1, ["Chip": "13"]),
    Case(3, 1, ["Trainer": "Bob"]), Case(3, 1, ["Tags": "old"]), Case(3, 1, ["Mother": "Edda"]),
    Case(3, 1, ["Mother": "Fips"]), Case(3, 1, ["Kennel": "West"]), Case(3, 1, ["Weight": "900"]),
    Case(3, 1, ["Weight": "5"]), Case(3, 1, ["Age": "old"]), Case(5, 1, ["Rank": "7"]), Case(4, 3, ["Mother": "Hexe"]),
  ])
  func anEditThatOthersMayLookAtIsImported(_ example: Case) async throws {
    let followed = try await Self.kennel()
    try await followed.edit(example.source, example.record, example.texts.mapValues { .some($0) })
    try await followed.compare("edited")
    #expect(followed.cache.followed == 0)
    try await followed.session.undo()
    try await followed.compare("taken back")
  }

  @Test func severalEditsAreFollowedAtOnce() async throws {
    let followed = try await Self.kennel()
    for example in Self.followedEdits {
      try await followed.edit(example.source, example.record, example.texts.mapValues { .some($0) })
    }
    try await followed.compare("edited")
    #expect(followed.cache.followed == 1)
  }

  /// Windows of dates depend on the day: another one may find other things about records that nobody has touched.
  @Test func onAnotherDayAllIsImported() async throws {
    let followed = try await Self.kennel()
    let midnight = Date(timeIntervalSinceReferenceDate: 9000 * 86_400)
    followed.set(midnight - 2)
    await followed.session.reload()
    try await followed.compare("a day")
    try await followed.edit(0, 1, ["city": "Bergen"])
    try await followed.compare("the same day")
    #expect(followed.cache.followed == 1)
    followed.set(midnight)
    try await followed.edit(0, 1, ["city": "Oslo"])
    try await followed.compare("the day after")
    #expect(followed.cache.followed == 1)
    followed.set(midnight + 86_399)
    try await followed.edit(0, 1, ["city": "Turku"])
    try await followed.compare("the same day again")
    #expect(followed.cache.followed == 2)
  }

  @Test func aFileThatAnotherProgramHasWrittenIsSeen() async throws {
    let followed = try await Self.kennel()
    let text = try followed.folder.text(of: "strays.csv")
    try followed.folder.write(text.replacing("Gigi;6.5", with: "Gigi;8.5"), to: "strays.csv")
    // Nobody has told the desk yet.
    try await followed.edit(0, 1, ["city": "Bergen"])
    try await followed.compare("another file")
    #expect(followed.cache.followed == 0)
    try followed.folder.write(text.replacing("Fips;5", with: "Fips;9"), to: "strays.csv")
    try await followed.edit(4, 2, ["Weight": "10"])
    try await followed.compare("the same file")
    #expect(followed.cache.followed == 0)
    try await followed.edit(4, 2, ["Weight": "11"])
    try await followed.compare("nobody else")
    #expect(followed.cache.followed == 1)
  }

  // MARK: Anything

  private static let texts = [
    "", " ", "7", "12", "900", "Ada", "Bea", "Hexe", "North", "South", "x,y", "a;b", "two\nlines", "q\"uote", "Größe",
    "b", "1.1.2001", "Ann", "old;new", "DD", "11",
  ]

  /// Fields of values to which no other record looks.
  private static let likely = [
    "Age", "Born", "Country", "Kennel", "Language", "Mentor", "More", "Mother", "Note", "Place", "Publisher", "Remark",
    "Weight", "city", "made",
  ]

  private static func anything(_ followed: Followed, _ seed: UInt64, sources: [(number: Int, records: Int)])
    async throws
  {
    var random = SeededGenerator(seed)
    try await followed.compare("first")
    for step in 0..<25 {
      let (source, records) = random.pick(sources)
      let record = 1 + random.number(below: records)
      var what = "seed \(seed), step \(step), source \(source)"
      do {
        switch random.number(below: 30) {
        case 0, 1, 2, 3, 4, 5: try await followed.session.undo()
        case 6, 7: try await followed.session.redo()
        case 8:
          let address = RecordAddress(source: source, number: record)
          try await followed.session.perform([.deletion(RecordDeletion(address))], title: "Delete")
        case 9:
          let key = source == 1 || source == 2 ? "number" : source == 0 ? "name" : "Name"
          let insertion = RecordInsertion(source: source, after: record, values: [key: "\(step)0"])
          try await followed.session.perform([.insertion(insertion)], title: "Insert")
        case 10:
          guard let path = followed.session.state.plan?.plannedSources[source].files[0].path else { continue }
          var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
          bytes.insert(random.pick([32, 34, 44, 10, 48]), at: bytes.count - random.number(below: bytes.count / 2 + 1))
          try Data(bytes).write(to: URL(fileURLWithPath: path))
          what += ", another program"
          // Sometimes the desk is told by the next step only.
          if random.number(below: 2) == 0 { await followed.session.reload() } else { continue }
        default:
          guard let old = try followed.texts(source, record) else { continue }
          let likely = old.keys.filter(Self.likely.contains).sorted()
          var texts: [String: String?] = [:]
          for _ in 0...random.number(below: 2) {
            let field = random.number(below: 3) > 0 ? likely.randomElement(using: &random) : nil
            texts[field ?? random.pick(old.keys.sorted())] = random.pick(Self.texts)
          }
          what += ", \(texts) of \(record)"
          try await followed.edit(source, record, texts)
        }
      } catch let error where error is SourceEditError || error is DeskProblem {
        what += ", \(error)"
      }
      // A watched file is looked at before anybody asks.
      followed.session.look()
      guard random.number(below: 3) > 0 else { continue }
      try await followed.session.work {}
      guard followed.session.state.problem == nil else { continue }
      try await followed.compare(what)
    }
  }

  @Test(arguments: Seeds.range(1...4)) func anyEditsLeaveTheObjectsOfAFreshImport(_ seed: UInt64) async throws {
    let folder = try KennelExample.folder()
    let limit = seed.isMultiple(of: 2) ? 0 : ImportedGraph.memoryLimit
    let followed = try await Followed(folder, KennelExample.recipeName, memoryLimit: limit)
    try await Self.anything(followed, seed, sources: [(0, 3), (1, 2), (2, 3), (3, 5), (3, 5), (3, 5), (4, 3), (5, 3)])
    #expect(followed.cache.followed > 0)
  }

  /// Records are found where judgements have seen them.
  @Test(arguments: Seeds.range(1...2)) func anyEditsOfRecordsWhosePlacesAreKnownLeaveTheObjects(_ seed: UInt64)
    async throws
  {
    let folder = try KennelExample.folder(recipe: KennelExample.plainRecipe)
    let followed = try await Followed(folder, KennelExample.recipeName)
    let source = try #require(followed.session.state.plan?.sources[1])
    #expect(try followed.session.places?.read([2], of: source) { _ in } == true)
    try await Self.anything(followed, seed, sources: [(0, 3), (1, 5), (1, 5), (2, 3)])
    #expect(followed.cache.followed > 0)
  }

  @Test(arguments: Seeds.range(1...2)) func anyEditsOfALibraryLeaveItsObjects(_ seed: UInt64) async throws {
    let followed = try await Followed(LibraryExample.folder(), LibraryExample.recipeName)
    try await Self.anything(followed, seed, sources: [(0, 3), (2, 4), (2, 4), (2, 4), (1, 3), (3, 2), (6, 3)])
  }
}

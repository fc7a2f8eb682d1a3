import Desk
import FlyingFox
import Foundation
import TestSupport
import Testing

/// The pages of sources, as a browser without a script has them, and what the script asks for.
@Suite("The pages of sources")
struct GridPageTests {
  /// The place of the breeds among the showcase's sources.
  private static let breeds = "/sources/1"

  /// What one cell of the grid is changed to, as the script sends it.
  private struct Change: Encodable {
    var record: Int
    var field: Int
    var expected: String?
    var text: String
    var version: Int
    var position = 1
  }

  private struct Answer: Decodable {
    var version: Int?
    var row: String?
    var found: String?
    var isOther: Bool?
  }

  private func change(_ change: Change, _ desk: RunningDesk, _ path: String = breeds) async throws -> (Int, Answer) {
    let headers: [HTTPHeader: String] = [
      .cookie: desk.cookie, HTTPHeader("Origin"): desk.origin, .contentType: "application/json",
      HTTPHeader("Accept"): "application/json",
    ]
    let body = String(decoding: try JSONEncoder().encode(change), as: UTF8.self)
    let answer = try await RunningDesk.send(.POST, "\(path)/cell", to: desk.address, headers, body)
    return (answer.status, try JSONDecoder().decode(Answer.self, from: Data(answer.text.utf8)))
  }

  /// A desk that has read the breeds to their end: in a debug build, or on a busy machine, that takes longer than a page waits for it.
  private func opened(_ folder: TemporaryFolder, isReadOnly: Bool = false) async throws -> RunningDesk {
    let desk = try await RunningDesk(folder, isReadOnly: isReadOnly)
    for _ in 0..<600 {
      let rows = try await desk.get("\(Self.breeds)/rows?from=1&count=1").text
      if rows.contains("data-finished=\"1\"") { break }
      try await Task.sleep(for: .milliseconds(100))
    }
    return desk
  }

  private func count(_ part: String, _ text: String) -> Int { text.components(separatedBy: part).count - 1 }

  @Test func allSourcesAreListed() async throws {
    let desk = try await opened(try Showcase.inputs())
    let page = try await desk.get("/sources").text
    for name in ["akc-groups.csv", "akc-breeds.csv", "fci-nomenclature.xml", "akc-statistics.html"] {
      #expect(page.contains(">\(name)</a>"))
    }
  }

  @Test func aSourceIsShownInPagesThatLeadOn() async throws {
    let desk = try await opened(try Showcase.inputs())
    let first = try await desk.get(Self.breeds).text
    #expect(count("data-record=", first) == 100)
    #expect(first.contains("role=\"grid\"") && first.contains("aria-rowcount=\"278\""))
    #expect(first.contains("data-record=\"1\" aria-rowindex=\"2\"") && first.contains(">Affenpinscher</td>"))
    #expect(first.contains("href=\"\(Self.breeds)?from=101\""))
    let last = try await desk.get("\(Self.breeds)?from=201").text
    #expect(count("data-record=", last) == 77)
    #expect(last.contains("data-record=\"277\" aria-rowindex=\"278\""))
  }

  @Test func columnsSayHowFullTheyAreAndWhatTheyFill() async throws {
    let desk = try await opened(try Showcase.inputs())
    _ = try await desk.get("\(Self.breeds)/rows?from=277&count=1")
    let page = try await desk.get(Self.breeds).text
    #expect(page.contains("<span class=\"name\">Breed</span><small>String</small>"))
    #expect(page.contains("<span class=\"name\">Group</span><small>→ AKCGroup</small>"))
    #expect(page.contains("title=\"Breed: 100 % filled. Show the values\""))
  }

  @Test func rowsAreThereInEachWindowAndByEachQuery() async throws {
    let desk = try await opened(try Showcase.inputs())
    let rows = try await desk.get("\(Self.breeds)/rows?from=120&count=3").text
    #expect(rows.contains("data-total=\"277\" data-finished=\"1\" data-first=\"120\""))
    #expect([120, 121, 122].allSatisfy { rows.contains("data-record=\"\($0)\" aria-rowindex=\"\($0 + 1)\"") })
    let toys = try await desk.get("\(Self.breeds)/rows?is=1:Toy Group&where=heightMin > 25&count=300").text
    let number = try #require(toys.firstMatch(of: /data-total="(\d+)"/)?.output.1)
    #expect(count("data-record=", toys) == Int(number) && Int(number) ?? 0 > 0)
    #expect(count(">Toy Group</td>", toys) == Int(number))
    let found = try await desk.get("\(Self.breeds)/rows?q=affenPINSCHER&in=Breed").text
    #expect(found.contains("data-total=\"1\"") && found.contains(">Affenpinscher</td>"))
  }

  @Test(arguments: ["9000", "9223372036854775807", "-9223372036854775808", "x", "99999999999999999999"])
  func windowsBeyondTheEndAreEmpty(_ first: String) async throws {
    let desk = try await opened(try Showcase.inputs())
    let rows = try await desk.get("\(Self.breeds)/rows?from=\(first)&count=2&q=a")
    #expect(
      rows.status == 200
        && count("data-record=", rows.text) == (first.first?.isNumber == true && first.count < 20 ? 0 : 2)
    )
    #expect(try await desk.get("\(Self.breeds)?from=\(first)").status == 200)
  }

  @Test func aQueryThatIsNotUnderstoodIsSaidBesideIt() async throws {
    let desk = try await opened(try Showcase.inputs())
    let page = try await desk.get("\(Self.breeds)?where=hieght > 3")
    #expect(page.status == 200)
    #expect(page.text.contains("There is no “hieght”; there is name,"))
    #expect(page.text.contains("name=\"where\" value=\"hieght &gt; 3\""))
    #expect(try await desk.get("\(Self.breeds)/rows?where=hieght > 3").status == 400)
  }

  @Test func theValuesOfAColumnAreLinksThatTakeRecordsByThem() async throws {
    let desk = try await opened(try Showcase.inputs())
    _ = try await desk.get("\(Self.breeds)/rows?from=277&count=1")
    let panel = try await desk.get("\(Self.breeds)/columns/1").text
    #expect(panel.contains("href=\"\(Self.breeds)?is=1%3AToy%20Group&amp;panel=1\" aria-pressed=\"false\""))
    let taken = try await desk.get("\(Self.breeds)?is=1:Toy Group&panel=1").text
    // Beside what is taken, the others are still offered.
    #expect(taken.contains("href=\"\(Self.breeds)?panel=1\" aria-pressed=\"true\""))
    #expect(taken.contains("is=1%3AHound%20Group&amp;is=1%3AToy%20Group&amp;panel=1\" aria-pressed=\"false\""))
    #expect(taken.contains("<b>Group</b> Toy Group"))
  }

  @Test func faultyCellsAreMarkedWithTheirFindings() async throws {
    let folder = try Showcase.inputs()
    let text = try folder.text(of: Showcase.breeds)
    try folder.write(
      text.replacing("Affenpinscher,Toy Group,22.9", with: "Affenpinscher,Toy Gruop,x22"),
      to: Showcase.breeds
    )
    let desk = try await opened(folder)
    let page = try await desk.get("\(Self.breeds)?faulty=1").text
    #expect(page.contains("data-total=\"1\"") && count("data-record=", page) == 1)
    let cell = try #require(page.firstMatch(of: /<td role="gridcell"[^>]*>Toy Gruop<\/td>/)?.output)
    #expect(cell.contains("class=\"faulty error ") && cell.contains("data-suggestion=\"Toy Group\""))
    #expect(cell.contains("aria-invalid=\"true\""))
    #expect(page.contains(/<td role="gridcell"[^>]*faulty error[^>]*>x22<\/td>/))
    let record = try await desk.get("\(Self.breeds)/records/1").text
    #expect(record.contains("Suggested: <code>Toy Group</code>"))
  }

  @Test func dataIsNeverMarkup() async throws {
    let folder = try Showcase.inputs()
    let hostile = "\"<script>alert(1)</script>\"\"'>&amp;\""
    let text = try folder.text(of: Showcase.breeds).replacing("Affenpinscher,", with: hostile + ",")
    try folder.write(text, to: Showcase.breeds)
    let desk = try await opened(folder)
    for path in [
      Self.breeds, "\(Self.breeds)/rows", "\(Self.breeds)/records/1", "\(Self.breeds)/columns/0",
      "\(Self.breeds)?q=<script>alert(1)</script>&panel=0&where=<script>alert(1)</script>",
    ] {
      let page = try await desk.get(path).text
      #expect(!page.contains("<script>alert"), "\(path)")
      #expect(page.contains("&lt;script&gt;alert"), "\(path)")
    }
  }

  @Test func aCellThatIsChangedIsTheOnlyChangeOfItsFile() async throws {
    let folder = try Showcase.inputs()
    let before = try folder.text(of: Showcase.breeds)
    let desk = try await opened(folder)
    let version = desk.session.state.version
    let (status, answer) = try await change(
      Change(record: 1, field: 9, expected: "Germany", text: "France, \"Paris\"", version: version),
      desk
    )
    #expect(status == 200)
    #expect(answer.row?.contains(">France, &quot;Paris&quot;</td>") == true || answer.row?.contains("France") == true)
    let after = try folder.text(of: Showcase.breeds)
    let start = try #require(before.range(of: "Germany"))
    #expect(after == before.replacingCharacters(in: start, with: "\"France, \"\"Paris\"\"\""))
    #expect(try await desk.get("\(Self.breeds)/rows?count=1").text.contains("France"))
    _ = try await desk.post("/undo")
    #expect(try folder.text(of: Showcase.breeds) == before)
    #expect(try await desk.get("\(Self.breeds)/rows?count=1").text.contains(">Germany</td>"))
  }

  @Test func aCellThatSaysSomethingElseByNowIsNotWrittenOver() async throws {
    let folder = try Showcase.inputs()
    let before = try folder.text(of: Showcase.breeds)
    let desk = try await opened(folder)
    let version = desk.session.state.version
    let (status, answer) = try await change(
      Change(record: 1, field: 9, expected: "Spain", text: "France", version: version),
      desk
    )
    #expect(status == 409 && answer.isOther == true && answer.found == "Germany")
    #expect(try folder.text(of: Showcase.breeds) == before)
  }

  @Test func recordsAreAddedSavedAndDeletedByForms() async throws {
    let folder = try Showcase.inputs()
    let before = try folder.text(of: Showcase.breeds)
    let desk = try await opened(folder)
    let added = try await desk.post(
      "\(Self.breeds)/records",
      [("version", "\(desk.session.state.version)"), ("f0", "Aardhound"), ("f1", "Hound Group")]
    )
    #expect(added.status == 303)
    #expect(try folder.text(of: Showcase.breeds).hasPrefix(before))
    #expect(try await desk.get("\(Self.breeds)/rows?from=278").text.contains(">Aardhound</td>"))
    let saved = try await desk.post(
      "\(Self.breeds)/records/278",
      [
        ("version", "\(desk.session.state.version)"), ("was0", "Aardhound"), ("f0", "Aardvarkhound"),
        ("was1", "Hound Group"), ("f1", "Hound Group"),
      ]
    )
    #expect(saved.status == 303)
    #expect(try await desk.get("\(Self.breeds)/records/278").text.contains("Aardvarkhound"))
    let deleted = try await desk.post(
      "\(Self.breeds)/records/278/delete",
      [("version", "\(desk.session.state.version)"), ("was0", "Aardvarkhound")]
    )
    #expect(deleted.status == 303)
    #expect(try folder.text(of: Showcase.breeds) == before)
    #expect(try await desk.get("\(Self.breeds)/records/278").status == 404)
  }

  /// Browsers send all line breaks as CR LF, those of fields that nobody has touched, too.
  @Test func formsKeepTheLineBreaksOfCells() async throws {
    let folder = try Showcase.inputs()
    let clean = try folder.text(of: Showcase.breeds)
    let lines = "\"one\ntwo\r\nthree\""
    let before = clean.replacing("Affenpinscher,Toy Group,", with: "\(lines),Toy Group,")
    try folder.write(before, to: Showcase.breeds)
    let desk = try await opened(folder)
    func post(_ path: String, _ text: String?) async throws -> RunningDesk.Answer {
      let fields = [
        ("version", "\(desk.session.state.version)"), ("was0", "one\r\ntwo\r\nthree"), ("was1", "Toy Group"),
      ]
      return try await desk.post(path, fields + (text.map { [("f0", $0), ("f1", "Toys")] } ?? []))
    }
    let record = "\(Self.breeds)/records/1"
    #expect(try await post(record, "one\r\ntwo\r\nthree").status == 303)
    #expect(try folder.text(of: Showcase.breeds) == before.replacing("\(lines),Toy Group", with: "\(lines),Toys"))
    #expect(try await desk.post("/undo").status == 303)
    #expect(try await post(record, "one\r\ntwo\r\n3\r\n4").status == 303)
    #expect(
      try folder.text(of: Showcase.breeds).utf8.elementsEqual(
        before.replacing("\(lines),Toy Group", with: "\"one\ntwo\r\n3\n4\",Toys").utf8
      )
    )
    #expect(try await desk.post("/undo").status == 303)
    #expect(try await post("\(record)/delete", nil).status == 303)
    #expect(try !folder.text(of: Showcase.breeds).contains("one\ntwo"))
  }

  @Test(arguments: ["-1", "-9223372036854775808", "278", "9223372036854775807"])
  func aRecordIsNotAddedBehindOneThatIsNotThere(_ number: String) async throws {
    let folder = try Showcase.inputs()
    let before = try folder.text(of: Showcase.breeds)
    let desk = try await opened(folder)
    let answer = try await desk.post(
      "\(Self.breeds)/records",
      [("version", "\(desk.session.state.version)"), ("after", number), ("f0", "Aardhound")]
    )
    #expect([400, 409].contains(answer.status))
    #expect(try folder.text(of: Showcase.breeds) == before)
    #expect(try await desk.get("/?from=\(number)").status == 200)
  }

  @Test func aDeskThatIsReadOnlyOffersAndTakesNoChange() async throws {
    let desk = try await opened(try Showcase.inputs(), isReadOnly: true)
    let page = try await desk.get(Self.breeds).text
    #expect(page.contains("aria-readonly=\"true\"") && !page.contains("id=\"grid-add\""))
    let (status, _) = try await change(
      Change(record: 1, field: 9, expected: "Germany", text: "France", version: desk.session.state.version),
      desk
    )
    #expect(status == 403)
    #expect(try await desk.post("\(Self.breeds)/records/1/delete").status == 403)
    #expect(try await desk.get("\(Self.breeds)/records/1").text.contains(" readonly>"))
  }

  @Test(arguments: [
    "/sources/99", "/sources/x", "/sources/1/records/0", "/sources/1/records/9999", "/sources/1/columns/77",
  ])
  func whatIsNotThereIsSaidToBeMissing(_ path: String) async throws {
    let desk = try await opened(try Showcase.inputs())
    #expect(try await desk.get(path).status == 404)
  }
}

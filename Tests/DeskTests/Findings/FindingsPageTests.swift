import Desk
import Findings
import FlyingFox
import Foundation
import Testing
import TestSupport

/// Findings mended, taken, suppressed and put into the baseline from their page, without scripts.
@Suite struct FindingsPageTests {
  /// The showcase with texts that are other than they were.
  private func planted(_ changes: [(file: String, clean: String, broken: String)]) throws -> TemporaryFolder {
    let folder = try Showcase.inputs()
    for (file, clean, broken) in changes {
      let text = try folder.text(of: file)
      let range = try #require(text.range(of: clean), "\(file) has no “\(clean)”")
      try folder.write(text.replacingCharacters(in: range, with: broken), to: file)
    }
    return folder
  }

  private static let changes = [
    (file: "akc-breeds.csv", clean: ",Hound Group,63.5,", broken: ",Hound Grup,63.5,"),
    (file: "akc-breeds.csv", clean: ",Working Group,61,71.1,", broken: ",Working Group,61,711,"),
    (file: "akc-groups.csv", clean: ",TOY,", broken: ",toy,"),
    (file: "fci-nomenclature.xml", clean: "<breed number=\"39\">", broken: "<breed number=\"3900\">"),
    (file: "fci-nomenclature.xml", clean: "<name>Austrian Pinscher</name>", broken: "<name>Austrian  Pinscher</name>"),
    (
      file: "akc-statistics.html", clean: "<td class=\"rank\">5</td><td class=\"rank\">5</td>",
      broken: "<td class=\"rank\">fifth</td><td class=\"rank\">5</td>"
    ),
  ]

  /// The fingerprint of the finding about a value.
  private func finding(_ value: String, _ desk: RunningDesk) throws -> String {
    let state = desk.session.state
    let index = try #require(state.judgement?.findings.firstIndex { $0.value == value }, "no finding about “\(value)”")
    return state.fingerprints[index]
  }

  private func mend(_ value: String, to text: String, _ desk: RunningDesk) async throws -> RunningDesk.Answer {
    let action = try "/findings/\(finding(value, desk))/mend"
    let page = try await desk.get("/")
    let expected = try #require(page.value(ofHidden: "expected", afterAction: action))
    let version = try #require(page.value(ofHidden: "version", afterAction: action))
    return try await desk.post(action, [("version", version), ("expected", expected), ("text", text)])
  }

  @Test func mendedFilesAreTheCleanOnesAndUndoneTheBrokenOnes() async throws {
    let clean = try Showcase.inputs()
    let broken = try planted(Self.changes)
    let before = try Self.changes.map { try broken.text(of: $0.file) }
    let desk = try await RunningDesk(broken)
    #expect(try await desk.get("/").text.contains("value=\"Hound Grup\""))
    let mends = [
      ("Hound Grup", "Hound Group"), ("711", "71.1"), ("toy", "TOY"), ("3900", "39"),
      ("Austrian  Pinscher", "Austrian Pinscher"),
      ("fifth", "5"),
    ]
    for (value, text) in mends {
      let answer = try await mend(value, to: text, desk)
      #expect(answer.status == 303, "\(value): \(answer.text)")
    }
    #expect(desk.session.state.judgement?.findings.count { $0.acceptance == nil } == 0)
    for name in Set(Self.changes.map(\.file)) { #expect(try broken.text(of: name) == clean.text(of: name), "\(name)") }
    for _ in mends { #expect(try await desk.post("/undo").status == 303) }
    #expect(try Self.changes.map { try broken.text(of: $0.file) } == before)
    for _ in mends { #expect(try await desk.post("/redo").status == 303) }
    for name in Set(Self.changes.map(\.file)) { #expect(try broken.text(of: name) == clean.text(of: name), "\(name)") }
  }

  @Test func takesASuggestionAndAllOfARule() async throws {
    let folder = try planted([
      ("akc-breeds.csv", ",Hound Group,63.5,", ",Hound Grup,63.5,"),
      ("akc-breeds.csv", ",Working Group,61,", ",Workin Group,61,"),
      ("akc-breeds.csv", ",Terrier Group,53.3,", ",Terier Group,53.3,"),
    ])
    let clean = try Showcase.inputs().text(of: Showcase.breeds)
    let desk = try await RunningDesk(folder)
    #expect(try await desk.get("/").text.contains("Take all 3 suggestions"))
    #expect(try await desk.post("/findings/\(finding("Hound Grup", desk))/take").status == 303)
    #expect(try folder.text(of: Showcase.breeds).contains(",Hound Group,63.5,"))
    #expect(try await desk.post("/rules/reference.unknown/take").status == 303)
    #expect(try folder.text(of: Showcase.breeds) == clean)
  }

  @Test func nothingIsWrittenOverWhatSomebodyElseWrote() async throws {
    let folder = try planted(Self.changes)
    let desk = try await RunningDesk(folder)
    let action = try "/findings/\(finding("Hound Grup", desk))/mend"
    let version = "\(desk.session.state.version)"
    let changed = try folder.text(of: Showcase.breeds).replacing(",Hound Grup,", with: ",Hound Grp,")
    try folder.write(changed, to: Showcase.breeds)
    let answer = try await desk.post(
      action,
      [("version", version), ("expected", "Hound Grup"), ("text", "Hound Group")]
    )
    // The desk may have noticed already, and have no such finding any more.
    #expect([409, 404].contains(answer.status))
    #expect(try folder.text(of: Showcase.breeds) == changed)
  }

  @Test func bothTextsAreShownWhenTheCellSaysSomethingElse() async throws {
    let desk = try await RunningDesk(planted(Self.changes))
    let action = try "/findings/\(finding("Hound Grup", desk))/mend"
    let answer = try await desk.post(action, [("expected", "Hund Grup"), ("text", "<b>Mine</b>")])
    #expect(answer.status == 409)
    for text in ["Hund Grup", "Hound Grup", "&lt;b&gt;Mine&lt;/b&gt;"] { #expect(answer.text.contains(text)) }
    #expect(!answer.text.contains("<b>Mine"))
  }

  @Test func aChangeFromOutsideIsJudgedAndFollowed() async throws {
    let folder = try planted(Self.changes)
    let desk = try await RunningDesk(folder)
    let version = desk.session.state.version
    try folder.write(folder.text(of: Showcase.breeds).replacing(",711,", with: ",71.1,"), to: Showcase.breeds)
    let start = ContinuousClock.now
    while desk.session.state.version == version {
      try #require(ContinuousClock.now - start < .seconds(60), "the change was not noticed")
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(desk.session.state.judgement?.findings.contains { $0.value == "711" } == false)
  }

  @Test func whatIsInTheDataIsNeverMarkup() async throws {
    let hostile = "\"><script>alert(1)</script><img src=x onerror=alert(1)>"
    let folder = try Showcase.inputs()
    let text = try folder.text(of: Showcase.breeds)
    let field = "\"\(hostile.replacing("\"", with: "\"\""))\""
    try folder.write(text.replacing(",Hound Group,63.5,", with: ",\(field),63.5,"), to: Showcase.breeds)
    let desk = try await RunningDesk(folder)
    let page = try await desk.get("/").text
    #expect(page.contains("&lt;script&gt;alert(1)"))
    #expect(!page.contains("<script>alert") && !page.contains("<img"))
    let answer = try await desk.get("/?text=%22%3E%3Cscript%3Ealert(2)%3C/script%3E").text
    #expect(!answer.contains("<script>alert(2)"))
  }

  /// The page on which the text of a broken record is edited, and what its form sends beside the text.
  private func textForm(_ desk: RunningDesk) async throws -> (path: String, fields: [(String, String)]) {
    let state = desk.session.state
    let index = try #require(state.judgement?.findings.firstIndex { $0.rule == .recordFieldCount })
    let path = "/findings/\(state.fingerprints[index])/text"
    let page = try await desk.get(path)
    let fields = try ["version", "start", "end", "expected"].map { name in
      (name, try #require(page.value(ofHidden: name, afterAction: path)))
    }
    return (path, fields)
  }

  @Test func aRecordWhoseFormIsBrokenIsMendedAsText() async throws {
    let clean = try Showcase.inputs().text(of: Showcase.breeds)
    let folder = try planted([("akc-breeds.csv", "Akita,Working Group,61,71.1,", "Akita,Working Group,61,,71.1,")])
    let desk = try await RunningDesk(folder)
    let (path, fields) = try await textForm(desk)
    let values = fields + [("text", fields[3].1.replacing("61,,71.1", with: "61,71.1"))]
    #expect(try await desk.post(path, values).status == 303)
    #expect(try folder.text(of: Showcase.breeds) == clean)
    // Whoever still has the old page writes nothing.
    #expect(try await [404, 409].contains(desk.post(path, values).status))
    #expect(try folder.text(of: Showcase.breeds) == clean)
  }

  @Test func aSuppressionWithItsReasonGoesIntoTheRecipe() async throws {
    let folder = try planted(Self.changes)
    let recipe = try folder.text(of: Showcase.recipe)
    let desk = try await RunningDesk(folder)
    let path = try "/findings/\(finding("711", desk))/suppress"
    #expect(try await desk.post(path, [("reason", "  ")]).status == 422)
    #expect(try await desk.post(path, [("reason", "A \"giant\": # of its kind")]).status == 303)
    let accepted = desk.session.state.judgement?.findings.first { $0.value == "711" }?.acceptance
    #expect(accepted != nil)
    #expect(try folder.text(of: Showcase.recipe).hasPrefix(recipe))
    #expect(try await desk.post("/findings/\(finding("toy", desk))/suppress", [("reason", "Small")]).status == 303)
    #expect(desk.session.state.judgement?.findings.first { $0.value == "toy" }?.acceptance != nil)
    for _ in 0..<2 { #expect(try await desk.post("/undo").status == 303) }
    #expect(try folder.text(of: Showcase.recipe) == recipe)
  }

  /// Only the new lines are written; what breaks lines in other texts than YAML breaks none.
  @Test func aSuppressionLeavesTheOtherBytesOfTheRecipe() async throws {
    let folder = try planted(Self.changes)
    let first = "# a\r\n# b\n"
    let last = "\r\nsuppressions: # of ours\r\n  - { rule: value.type, reason: \"a\u{2028}b\u{85}c\" }\n# end"
    let recipe = try first + folder.text(of: Showcase.recipe).dropLast() + last
    try folder.write(recipe, to: Showcase.recipe)
    let desk = try await RunningDesk(folder)
    let path = try "/findings/\(finding("711", desk))/suppress"
    #expect(try await desk.post(path, [("reason", "A giant")]).status == 303)
    let after = try folder.text(of: Showcase.recipe)
    let place = try #require(after.unicodeScalars.firstRange(of: "  - { rule: \"".unicodeScalars))
    let end = try #require(after.unicodeScalars[place.upperBound...].firstIndex(of: "\n"))
    var without = after.unicodeScalars
    without.removeSubrange(place.lowerBound...end)
    #expect(Array(String(without).utf8) == Array(recipe.utf8))
    #expect(after.unicodeScalars[..<end].last == "\r")
  }

  @Test func aTextIsWrittenOnlyWhereItDiffers() async throws {
    let folder = try planted([("akc-breeds.csv", "Akita,Working Group,61,71.1,", "Akita,Working Group,61,,71.1,")])
    let mixed = try folder.text(of: Showcase.breeds).replacing("\nAkita,", with: "\r\nAkita,")
      .replacing("\nAlaskan Malamute,", with: "\r\nAlaskan Malamute,")
    try folder.write(mixed, to: Showcase.breeds)
    let desk = try await RunningDesk(folder)
    let (path, values) = try await textForm(desk)
    // Nobody has seen so much of the file.
    var beyond = values
    beyond[2].1 = "100000000000"
    #expect(try await desk.post(path, beyond + [("text", "x")]).status == 409)
    #expect(try folder.text(of: Showcase.breeds) == mixed)
    // As browsers send it.
    let typed = values[3].1.replacing("61,,71.1", with: "61,71.1").replacing("\r\n", with: "\n").replacing(
      "\n",
      with: "\r\n"
    )
    let written = try await desk.post(path, values + [("text", typed)])
    #expect(written.status == 303, "\(written.text)")
    #expect(try folder.text(of: Showcase.breeds) == mixed.replacing("61,,71.1", with: "61,71.1"))
  }

  @Test func aFindingGoesIntoTheBaselineAndOutAgain() async throws {
    let folder = try planted(Self.changes)
    let recipe = try folder.text(of: Showcase.recipe)
    let desk = try await RunningDesk(folder)
    #expect(try await desk.post("/findings/\(finding("711", desk))/baseline").status == 303)
    #expect(try await desk.post("/findings/\(finding("toy", desk))/baseline").status == 303)
    for value in ["711", "toy"] {
      #expect(desk.session.state.judgement?.findings.first { $0.value == value }?.acceptance?.kind == .baseline)
    }
    for _ in 0..<2 { #expect(try await desk.post("/undo").status == 303) }
    #expect(try folder.text(of: Showcase.recipe) == recipe)
    #expect(!folder.names().contains { $0.hasSuffix(".baseline.json") })
  }

  @Test func aRecipeThatCannotBeReadIsShownWithItsFindings() async throws {
    let folder = try Showcase.inputs()
    try folder.write("model: [\n", to: Showcase.recipe)
    let desk = try await RunningDesk(folder)
    let page = try await desk.get("/")
    #expect(page.status == 200)
    #expect(page.text.contains("The sources cannot be judged"))
    #expect(page.text.contains("<li class=\"finding error\""))
  }
}

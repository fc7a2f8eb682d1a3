import AttributeValues
import Findings
import ObjectModel
import Testing

/// One finding at least of each rule, by the family whose words they are.
@Suite struct FindingKindTests {
  private static let object = NamedObject("Town", "name", "Ulm")

  private static let storeProblems: [StoreFinding.Problem] = [
    .noTable("ZTOWN"), .unproven("the derivation towns.@count"), .otherHash(entity: "Town"), .identifier,
    .primaryKeyNumber(1, entity: "Town", wanted: 2), .orphanFile("a", folder: "b"), .entityNumber(nil),
    .duplicate(attributes: ["name"], key: 2), .validation("name is longer than 3 characters"),
    .required("name is required and has no value"),
    .storageClass("text", attribute: "area"), .noValue(of: "UUID", attribute: "tag"), .nul(attribute: "name"),
    .precision(attribute: "area"),
    .noFile("a", attribute: "data"), .derivation(attribute: "count"),
    .destination(3, relationship: "region"), .inverse("capital", of: 3, relationship: "region"),
    .noOrder(member: 3, relationship: "towns"), .more(2, rule: .storeRequired),
  ]

  private static let families: [String: [any FindingKind]] = [
    "source": [
      SourceFinding.noFile("a.csv", isPattern: false), SourceFinding.encoding(.bytes([0xE9], notIn: "UTF-8")),
      SourceFinding.nulByte, SourceFinding.binary("a.csv", contents: "a program"),
      SourceFinding.header(.length(names: 2, fields: 3)), SourceFinding.malformed(.noElement),
      SourceFinding.noRecords(path: nil), SourceFinding.noTable("There is no table 2"),
      SourceFinding.leftOut(.repeatedHeader), SourceFinding.limit(.surroundings),
      SourceFinding.unsafe(.externalEntity("x")),
    ],
    "json": [
      JSONFinding.syntax(.comment), JSONFinding.trailingComma, JSONFinding.duplicateName("\"a\"", lastCounts: true),
      JSONFinding.surrogate("\\ud800", isReplaced: true), JSONFinding.noText(path: "a", isArray: true),
    ],
    "sheet": [
      SheetFinding.error(cell: "A1", "#N/A"), SheetFinding.formula(cell: "A1"), SheetFinding.date(cell: "A1", "-1"),
      SheetFinding.hidden(rows: 1, columns: ["B"]),
    ],
    "record": [
      RecordFinding.fieldCount(2, expected: 3, hasLookAlikeMarks: false), RecordFinding.strayQuote,
      RecordFinding.duplicate(entity: "Town", properties: ["name"], values: "Ulm", firstLine: 2),
      RecordFinding.unmatched(object), RecordFinding.repeated("Ulm", attribute: "name", entity: "Town"),
      RecordFinding.similar("Ulm", to: "Ulmm"),
      RecordFinding.disagreement(attribute: "area", "1", other: "2", place: nil, takesOther: true),
    ],
    "value": [
      ValueFinding.requiredKey("name"), ValueFinding.type("x", .wholeNumber, isPlaceholder: false),
      ValueFinding.range("40000", .most("32767", type: "Integer 16")), ValueFinding.precision("1.1", kept: "1"),
      ValidationFailure(kind: .tooLong(maximum: 3), propertyName: "name", message: "name is longer than 3 characters"),
      ValidationFailure(
        kind: .pattern("[A-Z]"),
        propertyName: "name",
        message: "name does not match the pattern [A-Z]"
      ),
      ValueFinding.lookup("x", table: "codes"), ValueFinding.noPart(1, of: .init(of: "a", count: 1), dash: nil),
      ValueFinding.dateOrder("1.2.", taken: .init(day: "1", pattern: "d.M."), other: .init(day: "2", pattern: "M.d.")),
      ValueFinding.mojibake("Ã¼", isDecodedTwice: true), ValueFinding.relationship("towns", problem: "There are none"),
      ValueFinding.oneOf(["a", "b"], attribute: "kind"),
      ValueFinding.requiredWhen(property: "area", condition: "a = 1"),
      ValueFinding.window(attribute: "area", isDate: false, end: "1", isStart: true), ValueFinding.shape("x", .url),
      ValueFinding.shape("x", .email), ValueFinding.shape("x", .languageTag),
      ValueFinding.placeholder("9999", attribute: "area"), ValueFinding.swapped(low: "a", nil, high: "b", nil),
      ValueFinding.order(attribute: "area", "1", after: "2", isRising: true),
      ValueFinding.gap(attribute: "number", 2...3, before: 4),
      ValueFinding.outlier(attribute: "area", "9", usual: "1"),
      ValueFinding.unit(attribute: "area", "9", .group(usual: "4"), unit: "lb", converted: "4", to: "kg"),
      ValueFinding.completeness(attribute: "area", entity: "Town", filled: 1, of: 2, asked: "90%"),
    ],
    "text": [
      TextFinding.spaces(" a"), TextFinding.invisible("a zero-width space"),
      TextFinding.scripts(word: "Раris", scripts: "Cyrillic and Latin"), TextFinding.punctuation("a,"),
      TextFinding.placeholder("tbd"), TextFinding.capitals("PARIS"),
    ],
    "file": [
      FileFinding.missing("a.png", folder: "pictures"), FileFinding.outside("../a.png", folder: "pictures"),
      FileFinding.tooLarge("a.png", bytes: 2, limit: 1), FileFinding.unreadable("a.png", problem: "Permission denied"),
      FileFinding.unused(["a.png"], count: 3, folder: "pictures"), FileFinding.unfetched("https://a", problem: nil),
      FileFinding.unfetched("https://a", problem: "the server answers 404"),
      FileFinding.changed("a.png", address: "https://a"),
    ],
    "image": [
      FileFinding.mediaType(found: "image/gif", asked: ["image/png", "image/jpeg"]),
      FileFinding.mediaType(found: nil, asked: []), FileFinding.damaged(problem: "it ends in the middle"),
      FileFinding.size(.width, found: 1, limit: 2, isLeast: true),
      FileFinding.size(.bytes, found: 3, limit: 2, isLeast: false),
      FileFinding.colour(found: "cmyk", asked: ["rgb"]), FileFinding.bits(16), FileFinding.orientation(6),
      FileFinding.alpha, FileFinding.animated, FileFinding.metadata(["where it was taken (GPS)"]),
      FileFinding.unsafe(problem: "it runs scripts"), FileFinding.similar(to: "Ulm", bits: 2),
    ],
    "reference": [
      ReferenceFinding.unknown(object, wasRejected: false), ReferenceFinding.ambiguous(object, count: 2),
      ReferenceFinding.taken(entity: "Town", "Ulm", holder: "a", relationship: "capital"),
      ReferenceFinding.fewer(than: 1, relationship: "towns"), ReferenceFinding.fewer(than: 2, relationship: "towns"),
    ],
    "rule": [RuleFinding.object(of: "Town", condition: "area > 1", .rulePredicate)],
    "recipe": [
      RecipeFinding.missing, RecipeFinding.empty, RecipeFinding.unknown("entity", "Twon", known: ["Town"]),
      RecipeFinding.needs("A source", key: "file"), RecipeFinding.noValue(path: "@area", records: 10),
      RecipeFinding.unlisted(field: "Region", relationship: "region"),
    ],
    "model": [
      ModelFinding.unnamedEntity, ModelFinding.unusableName("Town.a.b"), ModelFinding.noIdentifier("Town.a b"),
      ModelFinding.duplicateEntity("Town"), ModelFinding.noDestination(of: "Town.region"),
      ModelFinding.unknownInverse("Region.towns", of: "Town.region"), ModelFinding.derivation(of: "Town.sum"),
      ModelFinding.unknownProperty("nam", in: .compoundIndex, of: "Town"), ModelFinding.pattern(of: "Town.name"),
      ModelFinding.unknownType("Strng", of: "Town.name"), ModelFinding.parentCycle(of: "Town", parent: "Place"),
      ModelFinding.manyParents(of: "Town", most: 256),
      ModelFinding.noInverse(of: "Town.region"), ModelFinding.otherInverse("Region.towns", of: "Town.region"),
      ModelFinding.limits(.value, of: "Town.area"), ModelFinding.defaultType(of: "Town.area", type: "Double"),
      ModelFinding.deleteRule("Nulify", of: "Town.region"), ModelFinding.abstract("Place"),
      ModelFinding.unusable(.property("Town.near"), problem: "expected a value"), ModelFinding.capital("Town.Name"),
      ModelFinding.unknownKey("nam", in: .index("byName"), explanation: "Town has no property nam"),
      ModelFinding.composite(of: "Town.place"), ModelFinding.noAction(relationship: "region", entity: "Town"),
      ModelFinding.orderedInverse(of: "Town.twins"), ModelFinding.transformer(of: "Town.data"),
      ModelFinding.translations(problem: "A quote is missing"),
      ModelFinding.noHash(entity: "Town"), ModelFinding.source(.unreadable(file: "Town.swift")),
    ],
    "release": [
      ReleaseFinding.missing("a.sqlite"), ReleaseFinding.otherSize("a.sqlite", found: 1, published: 2),
      ReleaseFinding.interrupted("a.sqlite"), ReleaseFinding.writable("a.sqlite"), ReleaseFinding.size("a.sqlite"),
      ReleaseFinding.count(entity: "Town", published: 1, found: nil), ReleaseFinding.hash(entity: "Town"),
      ReleaseFinding.change(entity: "Town", property: nil, .removed, count: 3, of: 10, most: .records(1)),
      ReleaseFinding.signature(.missing, signature: "a.manifest.json.minisig", manifest: "a.manifest.json"),
    ],
    "store": [StoreFinding.noDatabase("a.sqlite"), StoreFinding.dangling(row: "ZTOWN 1", entity: "Region")]
      + storeProblems.map { StoreFinding.inspection($0, place: "ZTOWN 1") },
    "acceptance": [
      AcceptanceFinding.budget(RulePattern("value"), file: nil, count: 2, most: .none),
      AcceptanceFinding.expired(RulePattern("value"), CalendarDay(secondsSince1970: 0)),
      AcceptanceFinding.unused(RulePattern("value")), AcceptanceFinding.stale(1),
    ],
  ]

  @Test func everyRuleIsFoundAsAKindOfItsFamily() {
    let made = Set(Self.families.values.joined().map(\.rule))
    #expect(made.symmetricDifference(RuleCatalogue.codes).sorted() == [])
    for (family, kinds) in Self.families {
      #expect(kinds.allSatisfy { $0.rule.rawValue.hasPrefix("\(family).") }, "\(family)")
    }
  }

  @Test func messagesAreSentencesWithoutFullStop() {
    for kind in Self.families.values.joined() {
      #expect(!kind.message.isEmpty && kind.message.last != "." && !kind.message.contains("\n"), "\(kind)")
    }
  }
}

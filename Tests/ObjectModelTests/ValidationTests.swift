import AttributeValues
import FoundationEssentials
import ObjectModel
import PredicateLanguage
import Testing

@Suite struct ValidationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var type: AttributeType
    var isOptional = true
    var constrain: @Sendable (inout AttributeConstraints) -> Void = { _ in }
    var good: [AttributeValue] = []
    var bad: [(AttributeValue, ValidationFailure.Kind)] = []
  }

  static let cases: [Case] = [
    Case(testDescription: "required", type: .string, isOptional: false, good: [.string("")], bad: [(.null, .missing)]),
    Case(testDescription: "optional", type: .string, good: [.null, .string("a")]),
    Case(
      testDescription: "integer widths",
      type: .integer16,
      good: [.integer(-32_768), .integer(32_767)],
      bad: [
        (.integer(32_768), .tooLarge(maximum: .integer(32_767))),
        (.integer(-32_769), .tooSmall(minimum: .integer(-32_768))),
        (.double(1), .type(expected: .integer16)),
      ]
    ),
    Case(
      testDescription: "integer limits",
      type: .integer64,
      constrain: {
        $0.minimum = .integer(1)
        $0.maximum = .double(9.5)
      },
      good: [.integer(1), .integer(9)],
      bad: [(.integer(0), .tooSmall(minimum: .integer(1))), (.integer(10), .tooLarge(maximum: .integer(9)))]
    ),
    Case(
      testDescription: "double limits",
      type: .double,
      constrain: {
        $0.minimum = .double(0.5)
        $0.maximum = .double(2)
      },
      good: [.double(0.5), .double(2)],
      bad: [
        (.double(0.49), .tooSmall(minimum: .double(0.5))), (.double(2.1), .tooLarge(maximum: .double(2))),
        (.float(1), .type(expected: .double)),
      ]
    ),
    Case(testDescription: "numbers that are none", type: .double, good: [.double(.nan), .double(.infinity)]),
    Case(
      testDescription: "float limit between two floats",
      type: .float,
      constrain: { $0.maximum = .double(0.1) },
      good: [.float(0.1)],
      bad: [(.float(0.2), .tooLarge(maximum: .double(0.1)))]
    ),
    Case(
      testDescription: "decimal limits",
      type: .decimal,
      constrain: { $0.minimum = .decimal(Decimal(1)) },
      good: [.decimal(Decimal(1))],
      bad: [(.decimal(Decimal(0)), .tooSmall(minimum: .decimal(Decimal(1))))]
    ),
    Case(
      testDescription: "date limits",
      type: .date,
      constrain: {
        $0.minimum = .date(0)
        $0.maximum = .date(10)
      },
      good: [.date(0), .date(10)],
      bad: [(.date(-1), .tooSmall(minimum: .date(0))), (.date(11), .tooLarge(maximum: .date(10)))]
    ),
    Case(
      testDescription: "lengths in UTF-16 units",
      type: .string,
      constrain: {
        $0.minimumLength = 2
        $0.maximumLength = 4
      },
      good: [.string("ab"), .string("🐕"), .string("🐕🐕"), .string("äöüß"), .string("\u{2028}\u{2028}")],
      bad: [
        (.string("a"), .tooShort(minimum: 2)), (.string("ä"), .tooShort(minimum: 2)),
        (.string("abcde"), .tooLong(maximum: 4)),
        (.string("🐕🐕🐕"), .tooLong(maximum: 4)), (.string("\u{2028}"), .tooShort(minimum: 2)),
      ]
    ),
    Case(
      testDescription: "pattern",
      type: .string,
      constrain: { $0.regularExpression = "[A-Z]+" },
      good: [.string("ABC")],
      bad: [(.string("abc"), .pattern("[A-Z]+")), (.string(""), .pattern("[A-Z]+"))]
    ),
    Case(
      testDescription: "pattern for ICU",
      type: .string,
      constrain: { $0.regularExpression = "(a|b)\\1" },
      good: [.string("aa"), .string("bb")],
      bad: [(.string("ab"), .pattern("(a|b)\\1"))]
    ),
    Case(
      testDescription: "pattern that is none",
      type: .string,
      constrain: { $0.regularExpression = "([" },
      good: [],
      bad: [(.string("a"), .pattern("([")), (.string(""), .pattern("(["))]
    ),
    Case(
      testDescription: "boolean",
      type: .boolean,
      good: [.boolean(true)],
      bad: [(.integer(1), .type(expected: .boolean))]
    ),
    Case(
      testDescription: "undefined takes everything",
      type: .undefined,
      good: [.integer(1), .string("a"), .boolean(false), .null]
    ),
  ]

  @Test(arguments: cases)
  func validates(_ example: Case) {
    let attribute = AttributeDescription(name: "height", type: example.type)
    attribute.isOptional = example.isOptional
    example.constrain(&attribute.constraints)
    check(attribute, example)
    let entity = EntityDescription(name: "Breed")
    entity.declaredProperties = [attribute]
    ManagedObjectModel(entities: [entity]).freeze()
    check(attribute, example)
  }

  private func check(_ attribute: AttributeDescription, _ example: Case) {
    for value in example.good { #expect(attribute.validate(value).isEmpty, "\(value)") }
    for (value, kind) in example.bad { #expect(attribute.validate(value).map(\.kind) == [kind], "\(value)") }
  }

  @Test(
    arguments: [(nil, true), ("[A-Z]{3}", true), ("\\bx", true), ("([", false), ("a{2,1}", false)] as [(String?, Bool)]
  )
  func saysWhetherAPatternCanBeUsed(pattern: String?, isUsable: Bool) {
    let attribute = AttributeDescription(name: "code", type: .string)
    attribute.constraints.regularExpression = pattern
    #expect(attribute.hasUsablePattern == isUsable)
  }

  @Test func reportsEveryFailureOfAText() {
    let attribute = AttributeDescription(name: "code", type: .string)
    attribute.constraints.maximumLength = 2
    attribute.constraints.regularExpression = "[A-Z]*"
    let failures = attribute.validate(.string("abc"))
    #expect(failures.map(\.code) == [1660, 1680])
    #expect(failures.map(\.message) == ["code is longer than 2 characters", "code does not match the pattern [A-Z]*"])
  }

  @Test func checksPredicatesWithTheirWarnings() throws {
    let code = AttributeDescription(name: "code", type: .string)
    code.validationRules = [
      ValidationRule(
        predicate: try ObjectPredicate(format: "length == 3 AND SELF BEGINSWITH 'A'"),
        warning: "A code has three letters"
      )
    ]
    #expect(code.validate(.string("AKC")).isEmpty)
    #expect(code.validate(.null).isEmpty)
    #expect(code.validate(.string("FCI")).map(\.message) == ["A code has three letters"])
    #expect(code.validate(.string("FCI")).map(\.code) == [1550])
  }

  @Test func writesMessagesForPeople() {
    let height = AttributeDescription(name: "height", type: .double)
    height.constraints.minimum = .double(5)
    #expect(height.validate(.double(1)).map(\.message) == ["height is less than 5"])
    let since = AttributeDescription(name: "since", type: .date)
    since.constraints.maximum = .date(0)
    #expect(since.validate(.date(1)).map(\.message) == ["since is later than 2001-01-01"])
    #expect(since.validate(.date(1)).map(\.code) == [1630])
  }

  @Test func validatesElementsOfComposites() {
    let width = AttributeDescription(name: "width", type: .double)
    width.isOptional = false
    let size = CompositeAttributeDescription(name: "size", elements: [width])
    #expect(size.validate(.composite(["width": .double(1)])).isEmpty)
    #expect(size.validate(.composite([:])).map(\.message) == ["size.width is required and has no value"])
  }

  struct CountCase: Sendable, CustomTestStringConvertible {
    var isOptional: Bool
    var isToMany: Bool
    var minimum: Int
    var maximum: Int
    var count: Int
    var kind: ValidationFailure.Kind?
    var testDescription: String { "\(count) of \(minimum)...\(maximum), optional \(isOptional)" }
  }

  static let countCases = [
    CountCase(isOptional: true, isToMany: true, minimum: 2, maximum: 3, count: 0),
    CountCase(isOptional: false, isToMany: true, minimum: 2, maximum: 3, count: 0, kind: .tooFewRelated(minimum: 2)),
    // As every list of SwiftData (issue 17).
    CountCase(isOptional: false, isToMany: true, minimum: 0, maximum: 0, count: 0),
    CountCase(isOptional: false, isToMany: true, minimum: 1, maximum: 0, count: 0, kind: .tooFewRelated(minimum: 1)),
    CountCase(isOptional: false, isToMany: false, minimum: 0, maximum: 1, count: 0, kind: .missing),
    CountCase(isOptional: true, isToMany: true, minimum: 2, maximum: 3, count: 1, kind: .tooFewRelated(minimum: 2)),
    CountCase(isOptional: true, isToMany: true, minimum: 2, maximum: 3, count: 3),
    CountCase(isOptional: true, isToMany: true, minimum: 2, maximum: 3, count: 4, kind: .tooManyRelated(maximum: 3)),
    CountCase(isOptional: true, isToMany: true, minimum: 0, maximum: -1, count: 400),
  ]

  @Test(arguments: countCases)
  func validatesCountsOfRelatedObjects(_ example: CountCase) {
    let relationship = RelationshipDescription(name: "breeds", toMany: example.isToMany)
    relationship.isOptional = example.isOptional
    relationship.minCount = example.minimum
    relationship.maxCount = example.maximum
    #expect(relationship.validate(count: example.count)?.kind == example.kind)
  }

  @Test func validationPredicatesCompareConstantsAsValues() throws {
    let born = AttributeDescription(name: "born", type: .date)
    born.setValidationPredicates([try ObjectPredicate(format: "SELF > '2001-01-02'")])
    #expect(born.validate(.date(86_401)).isEmpty)
    #expect(born.validate(.date(86_400)).count == 1)
  }
}

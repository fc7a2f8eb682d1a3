import AttributeValues
import FoundationEssentials
import PredicateLanguage
import TestSupport
import Testing

/// A row whose values are numbered, as an import has them.
struct Row: SlotSubject, PredicateSubject {
  static let names = ["a", "b", "c", "name", "flag"]
  var values: [AttributeValue]

  func slotValue(_ slot: Int) -> AttributeValue { values[slot] }

  func predicateValue(forKey key: String) -> PredicateValue? {
    Self.names.firstIndex(of: key).map { .value(values[$0]) }
  }

  static func slot(_ path: ObjectKeyPath) -> Int? { names.firstIndex(of: path.dotted) }

  static func random(_ generator: inout SeededGenerator) -> Row {
    let numbers: [AttributeValue] = [
      .null, .integer(0), .integer(1), .integer(-1), .double(0.5), .double(1), .float(1), .boolean(true), .decimal(1),
      .double(.nan),
    ]
    let texts: [AttributeValue] = [.null, .string(""), .string("x"), .string("X"), .string("é"), .string("xyz")]
    func pick(_ values: [AttributeValue]) -> AttributeValue { values.randomElement(using: &generator) ?? .null }
    return Row(values: [
      pick(numbers), pick(numbers), pick(numbers + texts), pick(texts), .boolean(Bool.random(using: &generator)),
    ])
  }
}

@Suite struct BoundPredicateTests {
  static let texts = [
    "a < b", "a <= b", "a == b", "a != b", "a >= c", "a == 1", "1 == a", "0.5 < a", "a > nil", "nil >= a", "a == nil",
    "nil != a", "c <= 'x'",
    "NOT a < b", "a < b AND NOT (b < c OR flag == YES)", "a BETWEEN {0, 1}", "a BETWEEN {b, c}", "a IN {1, nil}",
    "a IN {0, 1, 2, 3, 4, 5}", "c IN {}", "name BEGINSWITH 'x'", "name CONTAINS[c] 'Y'", "name ==[c] 'x'",
    "name <[l] 'x'", "'x' ==[c] name",
    "name LIKE 'x*'", "name MATCHES '[a-z]+'", "name MATCHES[c] '[a-z]+'", "name IN[c] {'x', 'y'}", "name.length > 1",
    "length:(name) == 1", "a + b > 1", "a * 2 == b - -1", "TERNARY(flag == YES, a, b) > 0", "TRUEPREDICATE OR a == 1",
    "FALSEPREDICATE AND a == 1", "TRUEPREDICATE", "NOT TRUEPREDICATE", "a == 1 OR (b == 1 AND (c == 1 OR flag == NO))",
    "name BEGINSWITH name", "name IN 'xyz'", "flag == 1 AND name LIKE nil", "{a, b} == {1, 1}", "ANY {a, b, c} == 1",
  ]

  /// Two ways to the same answer: slots and keys.
  @Test(arguments: texts)
  func answersAsTheUnboundPredicate(text: String) throws {
    let predicate = try ObjectPredicate(format: text)
    let bound = try predicate.bound(slot: Row.slot)
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let row = Row.random(&generator)
      let expected = Result { () throws(PredicateEvaluationError) in try predicate.evaluate(with: row) }
      let found = Result { () throws(PredicateEvaluationError) in try bound.evaluate(on: row) }
      #expect(found == expected, "\(row.values)")
    }
  }

  @Test func readsWholeKeyPathsFromSlots() throws {
    let predicate = try ObjectPredicate(format: "group.name.length == 1 AND group.year > 1900")
    let paths = ["group.name": 3, "group.year": 0]
    let bound = try predicate.bound { paths[$0.dotted] }
    #expect(try bound.evaluate(on: Row(values: [.integer(1950), .null, .null, .string("x"), .null])))
    #expect(try !bound.evaluate(on: Row(values: [.integer(1950), .null, .null, .string("xy"), .null])))
  }

  @Test func readsTheSubjectItselfFromASlot() throws {
    let predicate = try ObjectPredicate(format: "SELF != 'no' AND length BETWEEN {2, 3} AND SELF.length != 3")
    let bound = try predicate.bound { $0.components == ["self"] ? 3 : nil }
    func holds(_ text: String) throws -> Bool {
      try bound.evaluate(on: Row(values: [.null, .null, .null, .string(text), .null]))
    }
    #expect(try holds("ab"))
    #expect(try !holds("no"))
    #expect(try !holds("abc"))
  }

  @Test func saysWhatCannotBeBound() throws {
    let unknown = try #require(throws: PredicateBindingError.self) {
      try ObjectPredicate(format: "a == 1 AND heigth.x > 2").bound(slot: Row.slot)
    }
    guard case .unresolvedKeyPath(let path) = unknown else {
      Issue.record("\(unknown)")
      return
    }
    #expect(path.sourceRange == 11..<19)
    #expect(unknown.description == "there is no value for \"heigth.x\" here")
    let variable = try #require(throws: PredicateBindingError.self) {
      try ObjectPredicate(format: "a == $x").bound(slot: Row.slot)
    }
    #expect(variable == .undefinedVariable("x"))
    for format in ["a == random()", "a > random:(6)", "a == FETCH(b, c, TRUE)"] {
      let unsteady = try #require(throws: PredicateBindingError.self) {
        try ObjectPredicate(format: format).bound(slot: Row.slot)
      }
      #expect(unsteady.description.hasSuffix("cannot stand here: it gives other answers for the same values"))
    }
  }

  @Test func passesTheTimeOn() throws {
    let bound = try ObjectPredicate(format: "CAST(now(), 'NSNumber') == a").bound(slot: Row.slot)
    #expect(try bound.evaluate(on: Row(values: [.integer(9)]), now: 9))
  }
}

import AttributeValues
import PredicateLanguage
import Testing

/// Texts that are long, deep or both: they parse in linear time or are refused, and what was parsed can be printed and evaluated.
@Suite struct HostileFormatTests {
  private static let length = 100_000

  @Test(arguments: [
    "(", "{", "NOT ", "!", "-", "a[", "ANY ", "SUBQUERY(", "TERNARY(", "abs:(", "$x := ", "1 + (", "{{", "a.b[(",
    "FUNCTION(",
  ])
  func thousandsOfOpeningsAreRefused(_ opening: String) {
    let text = String(repeating: opening, count: Self.length / opening.utf8.count)
    #expect(throws: PredicateSyntaxError.self) { try ObjectPredicate(format: text) }
    #expect(throws: PredicateSyntaxError.self) { try ObjectExpression(format: text) }
  }

  @Test func longFlatPredicatesAreTaken() throws {
    let count = 10_000
    let predicate = try ObjectPredicate(format: String(repeating: "a == 1 AND ", count: count) + "a == 1")
    #expect(try predicate.evaluate(with: ["a": PredicateValue.value(.integer(1))]))
    #expect(predicate.description.utf8.count == count * 11 + 6)
    let list = try ObjectPredicate(format: "a IN {" + String(repeating: "7, ", count: Self.length / 3) + "1}")
    #expect(try list.evaluate(with: ["a": PredicateValue.value(.integer(1))]))
    let path = try ObjectExpression(format: "a" + String(repeating: ".b", count: Self.length / 2))
    #expect(path.keyPaths[0].components.count == Self.length / 2 + 1)
    let text = String(repeating: "x", count: Self.length)
    #expect(try ObjectPredicate(format: "a == '\(text)'").evaluate(with: ["a": PredicateValue.value(.string(text))]))
  }

  @Test func longChainsOfOperatorsAreRefusedBecauseTheirTreesAreDeep() {
    for sign in ["+", "-", "*", "/", "**", "UNION"] {
      #expect(throws: PredicateSyntaxError.self) {
        try ObjectExpression(format: "a" + String(repeating: " \(sign) a", count: 20_000))
      }
    }
  }

  @Test func whatIsJustNotTooDeepCanBeEvaluatedAndPrinted() throws {
    let text = String(repeating: "NOT (", count: 95) + "a == 1" + String(repeating: ")", count: 95)
    let predicate = try ObjectPredicate(format: text)
    #expect(try !predicate.evaluate(with: ["a": PredicateValue.value(.integer(1))]))
    #expect(try ObjectPredicate(format: predicate.description) == predicate)
  }

  @Test func anErrorInALongTextShowsOnlyItsSurroundings() throws {
    let text = String(repeating: "a == 1 AND ", count: 10_000) + "a ==== 1"
    do throws(PredicateSyntaxError) {
      _ = try ObjectPredicate(format: text)
      Issue.record("The text was taken.")
    } catch {
      #expect(error.description.utf8.count < 500 && error.description.contains("^"))
    }
  }
}

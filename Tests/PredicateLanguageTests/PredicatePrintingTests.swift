import AttributeValues
import FoundationEssentials
import PredicateLanguage
import Testing

/// A text and how the predicate it stands for prints.
struct PrintingCase: Sendable, CustomTestStringConvertible {
  let text: String
  let printed: String

  init(_ text: String, _ printed: String? = nil) {
    self.text = text
    self.printed = printed ?? text
  }

  var testDescription: String { text }
}

@Suite struct PredicatePrintingTests {
  static let operators = [
    PrintingCase("random() > random(6)", "random() > random:(6)"),
    PrintingCase("a IN FETCH($request, $context, no)", "a IN FETCH($request, $context, FALSE)"),
    PrintingCase("a < FETCH($request, $context, 1)", "a < FETCH($request, $context, TRUE)"),
    PrintingCase("a = 1", "a == 1"),
    PrintingCase("a == 1"),
    PrintingCase("a<>1", "a != 1"),
    PrintingCase("a != 1"),
    PrintingCase("a =< 1", "a <= 1"),
    PrintingCase("a => 1", "a >= 1"),
    PrintingCase("a < 1"),
    PrintingCase("a between {1, 10}", "a BETWEEN {1, 10}"),
    PrintingCase("a in { 'x','y' }", "a IN {\"x\", \"y\"}"),
    PrintingCase("name contains[cd] 'x'", "name CONTAINS[cd] \"x\""),
    PrintingCase("name BeginsWith [C] 'x'", "name BEGINSWITH[c] \"x\""),
    PrintingCase("name endswith[dcnl] 'x'", "name ENDSWITH[cdnl] \"x\""),
    PrintingCase("name like '*x?'", "name LIKE \"*x?\""),
    PrintingCase("name ==[c] 'x'", "name ==[c] \"x\""),
    PrintingCase(#"name matches '\\d+\.x'"#, #"name MATCHES "\\d+\\.x""#),
  ]

  static let compounds = [
    PrintingCase("a == 1 && b == 2 || !c == 3", "(a == 1 AND b == 2) OR NOT c == 3"),
    PrintingCase("a == 1 AND b == 2 AND c == 3"),
    PrintingCase("(a == 1 AND b == 2) AND c == 3"),
    PrintingCase("a == 1 OR b == 2 AND c == 3", "a == 1 OR (b == 2 AND c == 3)"),
    PrintingCase("(a == 1 OR b == 2) AND c == 3"),
    PrintingCase("NOT a == 1 AND b == 2", "NOT a == 1 AND b == 2"),
    PrintingCase("NOT (a == 1 AND b == 2)"),
    PrintingCase("not not a == 1", "NOT NOT a == 1"),
    PrintingCase("((((a == 1))))", "a == 1"),
    PrintingCase("TRUEPREDICATE or falsePredicate", "TRUEPREDICATE OR FALSEPREDICATE"),
    PrintingCase("any a.b > 1", "ANY a.b > 1"),
    PrintingCase("SOME a.b > 1", "ANY a.b > 1"),
    PrintingCase("ALL a.b > 1"),
    PrintingCase("NONE a.b > 1", "NOT ANY a.b > 1"),
    PrintingCase("ANY (a.b > 1)", "ANY a.b > 1"),
  ]

  static let literals = [
    PrintingCase("a == 'it''s'".replacing("''", with: "\\'"), "a == \"it's\""),
    PrintingCase(#"a == "say \"hi\"\n\t\\""#),
    PrintingCase(#"a == '\u00e9\U0001F436'"#, "a == \"é🐶\""),
    PrintingCase("a == 0x1F", "a == 31"),
    PrintingCase("a == 0o17", "a == 15"),
    PrintingCase("a == 0b101", "a == 5"),
    PrintingCase("a == 9.2e-5", "a == 9.2e-05"),
    PrintingCase("a == -1.50", "a == -1.5"),
    PrintingCase("a == 1e3", "a == 1000.0"),
    PrintingCase("a == -9223372036854775808"),
    PrintingCase("a == 9223372036854775807"),
    PrintingCase("a == 18446744073709551615", "a == 1.8446744073709552e+19"),
    PrintingCase("a == yes AND b == No", "a == TRUE AND b == FALSE"),
    PrintingCase("a == NULL OR a == nil", "a == nil OR a == nil"),
    PrintingCase("a IN {}"),
    PrintingCase("a IN {b, 1, {2, 3}}"),
    PrintingCase(#"a == CAST(12.5, "NSDate")"#),
    PrintingCase(#"a == CAST(12, "Date")"#, #"a == CAST(12.0, "NSDate")"#),
    PrintingCase(#"a == CAST("1.10", "NSDecimalNumber")"#, #"a == CAST("1.1", "NSDecimalNumber")"#),
    PrintingCase(#"a == CAST("inf", "NSNumber")"#),
  ]

  static let expressions = [
    PrintingCase("a + b * c == 1"),
    PrintingCase("(a + b) * c == 1"),
    PrintingCase("a - (b - c) == 1"),
    PrintingCase("a - b - c == 1"),
    PrintingCase("a / (b * c) == 1"),
    PrintingCase("a ** b ** c == 1", "a ** (b ** c) == 1"),
    PrintingCase("(a ** b) ** c == 1"),
    PrintingCase("-a ** 2 == -(2 ** 2)", "-(a ** 2) == -(2 ** 2)"),
    PrintingCase("(-2) ** 2 == 4"),
    PrintingCase("a - -1 == a * -b"),
    PrintingCase("-(-1) == 1"),
    PrintingCase("add:to:(a, 1) == 2", "a + 1 == 2"),
    PrintingCase("SELF.name == SELF", "name == SELF"),
    PrintingCase("$who.name == $who"),
    PrintingCase("#in.#size.other == #first", "#in.#size.other == #first"),
    PrintingCase("first == size", "#first == #size"),
    PrintingCase(#"#"Weight (lb)" > 1"#),
    PrintingCase("breeds.@avg.weight > breeds.@count"),
    PrintingCase("@sum.items.price < 1000"),
    PrintingCase("a[0].b == a[first].b", "a[0].b == a[FIRST].b"),
    PrintingCase("a[LAST] == a[SIZE]"),
    PrintingCase("a[b + 1][2] == 1"),
    PrintingCase(
      "SUBQUERY(breeds, $b, $b.size > 1 AND $b.x == y).@count > 2",
      "SUBQUERY(breeds, $b, $b.#size > 1 AND $b.x == y).@count > 2"
    ),
    PrintingCase("length(name) > 3", "length:(name) > 3"),
    PrintingCase("sum(a, b, 1) > 3", "sum:({a, b, 1}) > 3"),
    PrintingCase("canonical:(name) == lowercase:(name)"),
    PrintingCase("now() > birth", "now() > birth"),
    PrintingCase("modulus:by:(a, 2) == 0"),
    PrintingCase("FUNCTION(name, 'length') == 3", "FUNCTION(name, \"length\") == 3"),
    PrintingCase(
      "FUNCTION(d, 'dateByAddingTimeInterval:', -5) > d",
      "FUNCTION(d, \"dateByAddingTimeInterval:\", -5) > d"
    ),
    PrintingCase(
      "CAST(CAST(now(), 'NSNumber') - 86400, 'NSDate') < d",
      #"CAST(CAST(now(), "NSNumber") - 86400, "NSDate") < d"#
    ),
    PrintingCase("TERNARY(a == 1, b, c + 1) == 2"),
    PrintingCase("(a UNION b MINUS c).@count == 1"),
    PrintingCase("a UNION (b INTERSECT c) == d"),
    PrintingCase("($x := a.b) == $x.c"),
  ]

  @Test(arguments: ["-", "NOT ", "a + -", "a == 1 AND NOT "])
  func printsWhatIsNestedAsDeepAsMayBeSoThatItParsesBack(_ prefix: String) throws {
    let end = prefix.contains("NOT") ? "a == 1" : "a == 2"
    let deepest = try #require(
      (50...220).reversed().lazy.compactMap { try? ObjectPredicate(format: String(repeating: prefix, count: $0) + end) }
        .first
    )
    let printed = deepest.description
    #expect(try ObjectPredicate(format: printed).description == printed)
  }

  @Test(arguments: operators + compounds + literals + expressions)
  func printsAndParsesBack(_ example: PrintingCase) throws {
    let predicate = try ObjectPredicate(format: example.text)
    #expect(predicate.description == example.printed)
    #expect(try ObjectPredicate(format: predicate.description) == predicate)
  }
}

import AttributeValues
import Foundation
import PredicateLanguage
import Testing

/// Every construct that Apple's Predicate Format String Syntax, its BNF and the list of NSExpression's functions name. Each line holds.
@Suite struct FormatCoverageTests {
  private static var subject: [String: PredicateValue] {
    [
      "name": "Café", "n": 7, "x": 2.5, "absent": .null, "yes": true, "size": 3,
      "list": .collection([1, 2, 3, 4], isOrdered: true),
      "words": .collection(["ape", "Bee", "cow"], isOrdered: true),
      "nested": .collection(
        [.collection([1, 2], isOrdered: true), .collection([2, 3], isOrdered: true)],
        isOrdered: true
      ),
      "when": .value(.date(86_400)),
    ]
  }

  @Test(arguments: [
    // Literals
    "n == 7 AND n == 0x7 AND n == 0X07 AND n == 0o7 AND n == 0b111", "x == 2.5 AND x == 25e-1 AND x == 0.25E+1",
    "-n == -7 AND n != -7", "name == 'Caf\\u00e9' AND name == \"Caf\\U000000E9\"",
    "'it\\'s' == \"it's\" AND \"\\\"\" == '\"'",
    "yes == TRUE AND yes == YES AND yes != FALSE AND yes != NO AND yes == true AND yes == 1",
    "absent == NULL AND absent == nil AND absent == NIL AND NULL == absent", "{1, n} == {1, 7} AND {} == {}",
    // Basic comparisons
    "n = 7 AND n == 7 AND n >= 7 AND n => 7 AND n <= 7 AND n =< 7 AND n > 6 AND n < 8 AND n != 6 AND n <> 6",
    "n BETWEEN {7, 9} AND x BETWEEN {2, 2.5} AND NOT n BETWEEN {8, 9}",
    // Boolean predicates and compounds
    "TRUEPREDICATE AND NOT FALSEPREDICATE", "n == 7 && x > 2 || FALSEPREDICATE", "!(n == 8) and not n == 8 Or n == 8",
    "n == 8 AND n == 8 OR n == 7",
    // Strings
    "name BEGINSWITH 'Ca' AND name ENDSWITH 'é' AND name CONTAINS 'af' AND name LIKE 'C*é' AND name LIKE '?af?'",
    "name beginswith[c] 'ca' AND name endswith[d] 'e' AND name contains[cd] 'FE' AND name LIKE[cd] 'c*E'",
    "name MATCHES 'C[a-z]+.' AND name MATCHES[cd] '[A-C]af(e|i)' AND NOT name MATCHES 'Ca'",
    "name ==[cd] 'CAFE' AND name !=[c] 'CAFE'",
    "name ==[n] 'Café' AND 'a' <[l] 'B' AND 'a' <[cl] 'B'",
    "name IN {'Café', 'Bar'} AND name IN[cd] {'cafe'} AND 'af' IN name",
    // Aggregates
    "ANY list > 3 AND SOME list == 4 AND ALL list < 5 AND NONE list > 4",
    "n IN {1, 7} AND NOT n IN list AND list CONTAINS 3",
    "ANY words ==[c] 'BEE' AND ANY words BEGINSWITH 'c'", "list[0] == 1 AND list[n - 4] == 4 AND list[9] == nil",
    "list[FIRST] == 1 AND list[LAST] == 4 AND list[SIZE] == 4 AND list[first] == 1",
    "SELF[\"n\"] == 7 AND SELF.n == 7 AND SELF.#size == 3 AND #size == 3 AND #'size' == 3",
    "{1, 2} UNION {2, 3} == {1, 2, 3} AND {1, 2} INTERSECT list == {1, 2} AND list MINUS {1, 2} == {3, 4}",
    // Collection operators
    "list.@count == 4 AND list.@sum.self == 10 AND list.@avg.self == 2.5 AND list.@min.self == 1 AND list.@max.self == 4",
    "words.@unionOfObjects.length == {3, 3, 3} AND words.@distinctUnionOfObjects.length == {3}",
    "nested.@unionOfArrays.self == {1, 2, 2, 3} AND nested.@distinctUnionOfArrays.self == {1, 2, 3}",
    "SUBQUERY(words, $w, $w BEGINSWITH 'a' OR $w ENDSWITH 'e').@count == 2", "words.@max.length == 3",
    // Arithmetic and its order
    "1 + 2 * 3 == 7 AND (1 + 2) * 3 == 9 AND 2 ** 3 == 8 AND 7 / 2 == 3 AND 7.0 / 2 == 3.5 AND 4 + 5 - 2 ** 3 == 1",
    "n / 0 == nil AND n + absent == nil AND -x + 1 == -1.5",
    // Functions, by name and by selector
    "random() >= 0 AND random() <= 2147483647 AND random(3) IN {0, 1, 2} AND random:(1) == 0 AND random(0) == nil",
    "sum({1, 2, 3}) == 6 AND sum:(list) == 10 AND count(list) == 4 AND min(list) == 1 AND max:(list) == 4",
    "average(list) == 2.5 AND median(list) == 2.5 AND median({3, 1, 2}) == 2 AND mode({1, 2, 2}) == {2}",
    "stddev({1, 2, 3, 4, 4, 5, 9, 11}) > 3.2 AND stddev({1, 2, 3, 4, 4, 5, 9, 11}) < 3.22",
    "add:to:(1, 2) == 3 AND from:subtract:(5, 2) == 3 AND multiply:by:(2, 3) == 6 AND divide:by:(6, 3) == 2",
    "modulus:by:(7, 3) == 1 AND raise:toPower:(2, 10) == 1024 AND sqrt(16) == 4 AND log(100) == 2 AND ln(1) == 0 AND exp(0) == 1",
    "abs(-3) == 3 AND ceiling(x) == 3 AND floor(x) == 2 AND trunc(-2.5) == -2 AND round:(2.4) == 2",
    "bitwiseAnd:with:(6, 3) == 2 AND bitwiseOr:with:(6, 3) == 7 AND bitwiseXor:with:(6, 3) == 5",
    "leftshift:by:(1, 4) == 16 AND rightshift:by:(16, 4) == 1 AND onesComplement:(0) == -1",
    "uppercase(name) == 'CAFÉ' AND lowercase:('ABC') == 'abc' AND canonical:(name) == 'cafe' AND length:(name) == 4",
    "now() > when AND noindex:(n) == 7",
    // Casts, conditions, methods, variables
    "CAST(86400, 'NSDate') == when AND CAST(when, 'NSNumber') == 86400 AND CAST('7', 'NSNumber') == n AND CAST(n, 'NSString') == '7'",
    "TERNARY(n > 5, 'big', 'small') == 'big'",
    "FUNCTION(name, 'length') == 4 AND FUNCTION('a', 'stringByAppendingString:', 'b') == 'ab'",
    "$X == 5 AND n == $X + 2", "($Y := 3) == 3 AND $Y == 3",
    // Key paths and white space
    "name.length == 4 AND self.n == 7", "n==7 AND(x==2.5)", "  n\n\t==\r7  ",
  ])
  func everyConstructIsTakenAndHolds(_ format: String) throws {
    let predicate = try ObjectPredicate(format: format)
    #expect(try predicate.evaluate(with: Self.subject, substitutions: ["X": 5]), "\(predicate)")
    #expect(try ObjectPredicate(format: predicate.description) == predicate)
  }

  @Test func everyKindOfArgumentIsSubstituted() throws {
    let arguments: [any PredicateArgument] = [
      "name", "Café", 7, 7 as UInt8, 2.5, "C", "x", 2.5 as Float, Date(timeIntervalSinceReferenceDate: 86_400),
    ]
    let predicate = try ObjectPredicate(
      format:
        "%K == %@ AND n == %d AND n == %lu AND x == %f AND name BEGINSWITH %s AND %K == %g AND when == %@ AND name != '%@'",
      argumentArray: arguments
    )
    #expect(try predicate.evaluate(with: Self.subject))
  }

  @Test(arguments: [
    ("medain(list) == 1", "did you mean median?"),
    ("distanceToLocation:fromLocation:(a, b) < 5", "there is no function"),
  ])
  func whatIsLeftOutSaysSo(_ format: String, _ message: String) {
    do throws(PredicateSyntaxError) {
      _ = try ObjectPredicate(format: format)
      Issue.record("The text was taken.")
    } catch {
      #expect(error.message.contains(message))
    }
  }
}

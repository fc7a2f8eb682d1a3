import PredicateLanguage
import Testing

/// A text that is no predicate, and what a person reads about it.
struct SyntaxErrorCase: Sendable, CustomTestStringConvertible {
  let text: String
  let report: String
  var testDescription: String { text }

  init(_ text: String, _ report: String) {
    self.text = text
    self.report = report
  }
}

@Suite struct PredicateSyntaxErrorTests {
  static let cases = [
    SyntaxErrorCase(
      "",
      """
      expected a value, a key path or a condition, but the text ends here

      ^
      """
    ),
    SyntaxErrorCase(
      "heightMin",
      """
      expected a comparison such as == or CONTAINS after the expression, but the text ends here
      heightMin
               ^
      """
    ),
    SyntaxErrorCase(
      "heightMin <= ",
      """
      expected a value, a key path or a condition, but the text ends here
      heightMin <=\u{20}
                   ^
      """
    ),
    SyntaxErrorCase(
      "name = 'Puli",
      """
      expected ' at the end of the string that begins here
      name = 'Puli
             ^
      """
    ),
    SyntaxErrorCase(
      "größe == 1 und b == 2",
      """
      expected an operator or the end
      größe == 1 und b == 2
                 ^^^
      """
    ),
    SyntaxErrorCase(
      "a == 1 AND\n  b = = 2\nOR c == 3",
      """
      expected a value, a key path or a condition
        b = = 2
            ^
      """
    ),
    SyntaxErrorCase(
      "(a == 1 OR b == 2",
      """
      expected ) to close the parenthesis, but the text ends here
      (a == 1 OR b == 2
                       ^
      """
    ),
    SyntaxErrorCase(
      "a == 1 == 2",
      """
      expected AND, OR or the end after the condition
      a == 1 == 2
             ^^
      """
    ),
    SyntaxErrorCase(
      "a AND b == 1",
      """
      expected a comparison such as == or CONTAINS after the expression
      a AND b == 1
        ^^^
      """
    ),
    SyntaxErrorCase(
      "1 + (a == 2) > 3",
      """
      expected a value, but this is a condition
      1 + (a == 2) > 3
          ^^^^^^^^
      """
    ),
    SyntaxErrorCase(
      "in == 3",
      """
      expected a value or a key path before IN; a key of this name is written #in
      in == 3
      ^^
      """
    ),
    SyntaxErrorCase(
      "name CONTAINS[cx] 'a'",
      """
      expected one of the letters c, d, n and l
      name CONTAINS[cx] 'a'
                     ^
      """
    ),
    SyntaxErrorCase(
      "name MATCHES '[a-z'",
      """
      this is no regular expression: ICU does not accept it
      name MATCHES '[a-z'
                   ^^^^^^
      """
    ),
    SyntaxErrorCase(
      "a BETWEEN 3",
      """
      expected two values such as {1, 10} after BETWEEN
      a BETWEEN 3
                ^
      """
    ),
    SyntaxErrorCase(
      "a BETWEEN {1, 2, 3}",
      """
      expected two values such as {1, 10} after BETWEEN
      a BETWEEN {1, 2, 3}
                ^^^^^^^^^
      """
    ),
    SyntaxErrorCase(
      "a IN {1, 2",
      """
      expected } or a comma in the list, but the text ends here
      a IN {1, 2
                ^
      """
    ),
    SyntaxErrorCase(
      "lenght(name) > 3",
      """
      there is no function lenght; did you mean length?
      lenght(name) > 3
      ^^^^^^
      """
    ),
    SyntaxErrorCase(
      "random(1, 2) > 3",
      """
      random takes 0 arguments, not 2
      random(1, 2) > 3
      ^^^^^^
      """
    ),
    SyntaxErrorCase(
      "rank > FETCH($r, $c, name)",
      """
      expected TRUE to count, or FALSE, as the third part of FETCH
      rank > FETCH($r, $c, name)
                           ^^^^
      """
    ),
    SyntaxErrorCase(
      "add:to:(1) > 3",
      """
      add:to: takes 2 arguments, not 1
      add:to:(1) > 3
      ^^^^^^^
      """
    ),
    SyntaxErrorCase(
      "breeds.@cuont > 3",
      """
      there is no collection operator @cuont; did you mean @count?
      breeds.@cuont > 3
             ^^^^^^
      """
    ),
    SyntaxErrorCase(
      "CAST(a, 'NSColor') == 1",
      """
      expected one of the types "NSNumber", "NSDecimalNumber", "NSString", "NSDate", "NSUUID", "NSURL", "NSData", "Float", "Transformable"
      CAST(a, 'NSColor') == 1
              ^^^^^^^^^
      """
    ),
    SyntaxErrorCase(
      "SUBQUERY(a, b, c == 1).@count > 1",
      """
      expected a variable such as $x for the elements
      SUBQUERY(a, b, c == 1).@count > 1
                  ^
      """
    ),
    SyntaxErrorCase(
      "ANY a.b > 1 > 2",
      """
      expected AND, OR or the end after the condition
      ANY a.b > 1 > 2
                  ^
      """
    ),
    SyntaxErrorCase(
      "ANY (a == 1 OR b == 2)",
      """
      expected a single comparison after ANY
      ANY (a == 1 OR b == 2)
          ^^^^^^^^^^^^^^^^^^
      """
    ),
    SyntaxErrorCase(
      "a. == 1",
      """
      expected a key after the dot
      a. == 1
         ^^
      """
    ),
    SyntaxErrorCase(
      "a == 12abc",
      """
      expected an operator or white space after the number
      a == 12abc
             ^
      """
    ),
    SyntaxErrorCase(
      "a == 0xZZ",
      """
      expected a number of base 16 with at most 64 bits
      a == 0xZZ
           ^^^^
      """
    ),
    SyntaxErrorCase(
      "a ~ 1",
      """
      this sign has no meaning in a predicate
      a ~ 1
        ^
      """
    ),
    SyntaxErrorCase(
      "a == %@",
      """
      there is no argument for this placeholder
      a == %@
           ^^
      """
    ),
    SyntaxErrorCase(
      "\tname == ^",
      """
      this sign has no meaning in a predicate
       name == ^
               ^
      """
    ),
    SyntaxErrorCase(
      "name == \"\(String(repeating: "x", count: 100))\" AND age > \"\(String(repeating: "y", count: 50))",
      """
      expected " at the end of the string that begins here
      …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" AND age > "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
                                                                  ^
      """
    ),
  ]

  @Test(arguments: cases)
  func reportsShowTheTextAndACaret(_ example: SyntaxErrorCase) throws {
    let error = try #require(throws: PredicateSyntaxError.self) { try ObjectPredicate(format: example.text) }
    #expect(error.description == example.report)
  }

  @Test func refusesArgumentsThatTheFormatDoesNotTake() throws {
    let surplus = try #require(throws: PredicateSyntaxError.self) { try ObjectPredicate(format: "a == %@", 1, 2) }
    #expect(surplus.message == "2 arguments were given, but the format takes 1")
    let text = try #require(throws: PredicateSyntaxError.self) { try ObjectPredicate(format: "a == %d", "x") }
    #expect(text.message == "expected a number as the argument for this placeholder")
    let number = try #require(throws: PredicateSyntaxError.self) { try ObjectPredicate(format: "%K == 1", 5) }
    #expect(number.message == "expected a string with a key path as the argument for %K")
    let empty = try #require(throws: PredicateSyntaxError.self) { try ObjectPredicate(format: "%K == 1", "a..b") }
    #expect(empty.message == "the key path \"a..b\" for %K has an empty key")
  }

  /// What an attacker or an accident may nest; each would overflow a stack if nothing bounded it.
  static let nested: [(String, String)] = [
    ("(", ""), ("(a == 1 AND ", ""), ("NOT ", ""), ("!", ""), ("-", ""), ("{", ""), ("a[", ""), ("length:(", ""),
    ("ANY ", ""),
    ("CAST(", ""), ("TERNARY(", ""), ("SUBQUERY(", ""), ("FUNCTION(", ""), ("$x := ", ""), ("1 ** ", ""),
    ("1 + ", "1 == 1"), ("", "[0]"),
  ]

  @Test(arguments: nested)
  func refusesDeepNestingWithoutCrashing(before: String, after: String) throws {
    let count = 10_000
    let text =
      before.isEmpty
      ? "a" + String(repeating: after, count: count) + " == 1" : String(repeating: before, count: count) + after
    let error = try #require(throws: PredicateSyntaxError.self) { try ObjectPredicate(format: text) }
    #expect(error.message == "this is nested more than 200 levels deep" || before == "ANY " || before == "FUNCTION(")
  }

  @Test func acceptsLongChainsAndReasonableNesting() throws {
    let chain = try ObjectPredicate(format: Array(repeating: "a == 1", count: 20_000).joined(separator: " OR "))
    #expect(try chain.evaluate(with: ["a": 1]))
    let nested = String(repeating: "(", count: 150) + "a == 1" + String(repeating: ")", count: 150)
    #expect(try ObjectPredicate(format: nested).description == "a == 1")
  }
}

import PredicateLanguage
import Testing

@Suite struct PredicateKeyPathTests {
  static let cases: [(String, [String])] = [
    ("heightMin <= heightMax", ["heightMin", "heightMax"]),
    ("SELF.group.name == SELF AND NOT a IN {b, 1, c.d}", ["group.name", "a", "b", "c.d"]),
    (
      "SUBQUERY(breeds, $b, $b.name == 'x' AND $b.group == SELF AND rank > 1).@count > 0",
      ["breeds", "breeds.name", "breeds.group", "rank", "breeds.@count"]
    ),
    ("SUBQUERY(SUBQUERY(a, $x, $x.b > 1), $y, $y.c > $x.d)[0].e == 1", ["a", "a.b", "a", "a.c", "a.e"]),
    ("breeds[i + 1].name == breeds[SIZE]", ["i", "breeds.name", "breeds"]),
    ("length:(name) + sum({a, b.@count}) > -c", ["name", "a", "b.@count", "c"]),
    ("TERNARY(a > 1, b, c) == CAST(d, 'NSDate')", ["a", "b", "c", "d"]),
    ("FUNCTION(a, 'x:', b) == (c UNION d)", ["a", "b", "c", "d"]),
    ("($g := group) == $g AND $g.name == $other.name", ["group", "group", "group.name"]),
    ("1 == 2", []),
  ]

  @Test(arguments: cases)
  func listsTheKeyPathsFromTheSubject(text: String, expected: [String]) throws {
    #expect(try ObjectPredicate(format: text).keyPaths.map(\.dotted) == expected)
  }

  @Test func knowsWhereEachComponentStands() throws {
    let text = "größe > 1 AND SUBQUERY(breeds, $b, $b.#in.nmae == %K).@count > 0"
    let predicate = try ObjectPredicate(format: text, "group.x")
    let places = predicate.keyPaths.map { path in
      path.sourceRanges.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }
    #expect(places == [["größe"], ["breeds"], ["breeds", "#in", "nmae"], ["%K", "%K"], ["breeds", "@count"]])
    let wrong = try #require(predicate.keyPaths[2].sourceRanges.last)
    #expect(
      PredicateExcerpt(of: text, at: wrong).description == text + "\n" + String(repeating: " ", count: 42) + "^^^^"
    )
    #expect(predicate.keyPaths[0].sourceRange == 0..<7)
  }

  @Test func placesAreNoPartOfEquality() throws {
    #expect(try ObjectPredicate(format: "  a == 1") == ObjectPredicate(format: "a == 1"))
    #expect(ObjectKeyPath("a.b").sourceRange == nil)
  }
}

import AttributeValues
import FoundationEssentials
import PredicateLanguage
import Testing

@Suite struct PredicateArgumentTests {
  @Test func substitutesValuesOfAllTypes() throws {
    func printed(_ argument: any PredicateArgument) throws -> String {
      try ObjectExpression(format: "%@", argument).description
    }
    #expect(try printed("it's") == "\"it's\"")
    #expect(try printed("a b"[...]) == "\"a b\"")
    #expect(try printed(7) == "7")
    #expect(try printed(UInt64.max) == "CAST(\"18446744073709551615\", \"NSDecimalNumber\")")
    #expect(try printed(0.5) == "0.5")
    #expect(try printed(Float(0.5)) == "CAST(0.5, \"Float\")")
    #expect(try printed(true) == "TRUE")
    #expect(try printed(Decimal(3)) == "CAST(\"3\", \"NSDecimalNumber\")")
    #expect(try printed(Date(timeIntervalSinceReferenceDate: 1)) == "CAST(1.0, \"NSDate\")")
    #expect(try printed(Data([1, 2])) == "CAST(\"AQI=\", \"NSData\")")
    let uuid = try #require(UUID(uuidString: "01020304-0506-0708-090A-0B0C0D0E0F10"))
    #expect(try printed(uuid) == "CAST(\"01020304-0506-0708-090A-0B0C0D0E0F10\", \"NSUUID\")")
    let url = try #require(URL(string: "https://example.org/a"))
    #expect(try printed(url) == "CAST(\"https://example.org/a\", \"NSURL\")")
    #expect(try printed(nil as Int?) == "nil")
    #expect(try printed([1, 2]) == "{1, 2}")
    #expect(try printed(Set(["x"])) == "{\"x\"}")
    #expect(try printed(1...5) == "{1, 5}")
    #expect(try printed(AttributeValue.boolean(false)) == "FALSE")
  }

  @Test func takesArgumentsInOrderForEveryPlaceholder() throws {
    let predicate = try ObjectPredicate(
      format: "%K == %@ AND %K.%K > %ld AND c < %.2f AND d == %s AND e == %c AND f == %llu AND g == %hd AND h == %x",
      "a",
      "x",
      "b.c",
      "in",
      5,
      2.5,
      "text",
      "c",
      7 as UInt64,
      true,
      255
    )
    let expected =
      #"a == "x" AND b.c.#in > 5 AND c < 2.5 AND d == "text" AND e == "c" AND f == 7 AND g == TRUE AND h == 255"#
    #expect(predicate.description == expected)
  }

  @Test func ordersTheElementsOfSets() throws {
    let set = Set((0..<50).map { "k\($0)" })
    #expect(try ObjectExpression(format: "%@", set) == ObjectExpression(format: "%@", set.sorted()))
  }

  @Test func leavesPlaceholdersInQuotesAlone() throws {
    #expect(try ObjectPredicate(format: "a LIKE '%@ %K $x'").description == "a LIKE \"%@ %K $x\"")
  }

  @Test func takesArgumentsFromAnArray() throws {
    let arguments: [any PredicateArgument] = ["name", ["a", "b"]]
    #expect(try ObjectPredicate(format: "%K IN %@", argumentArray: arguments).description == "name IN {\"a\", \"b\"}")
  }

  @Test func substitutesVariables() throws {
    let template = try ObjectPredicate(format: "name ==[c] $NAME AND SUBQUERY(breeds, $b, $b.x == $LIMIT).@count > 0")
    #expect(template.variableNames == ["NAME", "LIMIT"])
    let predicate = template.withSubstitutionVariables(["NAME": "Puli", "b": 5])
    #expect(predicate.description == "name ==[c] \"Puli\" AND SUBQUERY(breeds, $b, $b.x == $LIMIT).@count > 0")
    #expect(predicate.variableNames == ["LIMIT"])
    #expect(template.withSubstitutionVariables(["LIMIT": [1, 2]]).variableNames == ["NAME"])
  }

  @Test func buildsPredicatesInCode() throws {
    let comparison = PredicateComparison(
      .keyPath(ObjectKeyPath("group.name")),
      .equal,
      .value("Herding"),
      options: .caseInsensitive
    )
    let predicate = ObjectPredicate.and([ObjectPredicate(comparison), .not(ObjectPredicate(value: false))])
    #expect(predicate.description == "group.name ==[c] \"Herding\" AND NOT FALSEPREDICATE")
    #expect(ObjectPredicate.and([predicate]) == predicate)
    #expect(ObjectPredicate.and([]) == ObjectPredicate(value: true))
    #expect(ObjectPredicate.or([]) == ObjectPredicate(value: false))
  }
}

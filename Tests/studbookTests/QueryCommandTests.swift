import TestSupport
import Testing

@Suite struct QueryCommandTests {
  @Test func alignsTablesByDisplayWidthAndHidesEscapes() throws {
    let towns = try TownStore()
    let outcome = try towns.run("query", "Towns.sqlite", "Town", "--fields", "name,inhabitants,country.name")
    #expect(
      outcome.output == """
        name             inhabitants  country.name
        Praha                1300000  Česko
        東京                14000000  日本
        Brno                  400000  Česko
        Osaka\\u{1B}[31m               日本

        """
    )
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func printsEveryAttributeUnlessTold() throws {
    let towns = try TownStore()
    let outcome = try towns.run("query", "Towns.sqlite", "Town", "--format", "csv", "--limit", "2")
    #expect(
      outcome.output == """
        founded,inhabitants,isCapital,name,country.name\r
        2001-01-01T00:00:00Z,1300000,true,Praha,Česko\r
        ,14000000,true,東京,日本\r

        """
    )
  }

  @Test func printsJSONWithTypedValues() throws {
    let towns = try TownStore()
    let outcome = try towns.run(
      "query",
      "Towns.sqlite",
      "Town",
      "--format",
      "json",
      "--where",
      "inhabitants < 1000000 OR inhabitants == nil",
      "--fields",
      "name,inhabitants,isCapital,founded,country,objectID"
    )
    let store = "x-coredata://6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11"
    #expect(
      outcome.output == """
        [
          {"name": "Brno", "inhabitants": 400000, "isCapital": false, "founded": "2001-01-02T00:00:00.500Z", \
        "country": "\(store)/Country/p1", "objectID": "\(store)/Town/p3"},
          {"name": "Osaka\\u001b[31m", "inhabitants": null, "isCapital": false, "founded": null, \
        "country": "\(store)/Country/p2", "objectID": "\(store)/Town/p4"}
        ]

        """
    )
  }

  @Test func sortsFiltersAndCuts() throws {
    let towns = try TownStore()
    let sorted = try towns.run(
      "query",
      "Towns.sqlite",
      "Town",
      "--sort",
      "-country.name,name",
      "--fields",
      "name",
      "--limit",
      "3"
    )
    #expect(sorted.output == "name\nOsaka\\u{1B}[31m\n東京\nBrno\n")
    let skipped = try towns.run("query", "Towns.sqlite", "Town", "--sort", "name", "--offset", "3", "--fields", "name")
    #expect(skipped.output == "name\n東京\n")
    let filtered = try towns.run(
      "query",
      "Towns.sqlite",
      "Town",
      "--where",
      #"country.name BEGINSWITH[cd] "cesko" AND isCapital == YES"#,
      "--fields",
      "name"
    )
    #expect(filtered.output == "name\nPraha\n")
  }

  @Test(arguments: [
    ("founded > \"2001-01-01T12:00:00Z\"", "name\nBrno\n"), ("founded == '2001-01-01'", "name\nPraha\n"),
    ("founded BETWEEN {'2000-01-01', '2001-01-01'}", "name\nPraha\n"),
    ("founded IN {'2001-01-01', '2001-01-02T00:00:00.5Z'}", "name\nPraha\nBrno\n"),
    ("inhabitants >= '1300000'", "name\nPraha\n東京\n"), ("isCapital == 'no' AND inhabitants != nil", "name\nBrno\n"),
    ("SUBQUERY(country.towns, $t, $t.founded > '2001-01-01').@count > 0", "name\nPraha\nBrno\n"),
  ])
  func comparesConstantsAsValuesOfTheAttribute(_ predicate: String, _ expected: String) throws {
    let towns = try TownStore()
    let outcome = try towns.run("query", "Towns.sqlite", "Town", "--where", predicate, "--fields", "name")
    #expect(outcome.errors == "")
    #expect(outcome.output == expected)
  }

  @Test(arguments: [
    (
      "founded > \"1 May 2001\"",
      "founded is a date, and \"1 May 2001\" cannot be read as one; "
        + "write a date as \"2020-01-31\" or \"2020-01-31T12:00:00Z\""
    ),
    ("name == 5", "name is a text, and 5 cannot be read as one; put it in quotes"),
    (
      "country == 'Česko'",
      "country is an object of Country, and \"Česko\" cannot be read as one; "
        + "compare one of its attributes, as in country.name"
    ),
  ])
  func refusesConstantsThatCannotBeRead(_ predicate: String, _ message: String) throws {
    let towns = try TownStore()
    let outcome = try towns.run("query", "Towns.sqlite", "Town", "--where", predicate)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    let start = "studbook: the predicate of --where can never hold: \(message)\n"
    #expect(outcome.errors.hasPrefix(start), "\(outcome.errors)")
  }

  @Test func countsAndFollowsToManyRelationships() throws {
    let towns = try TownStore()
    #expect(try towns.run("query", "Towns.sqlite", "Town", "--count").output == "4\n")
    #expect(try towns.run("query", "Towns.sqlite", "Town", "--count", "--where", "isCapital == YES").output == "2\n")
    let members = try towns.run("query", "Towns.sqlite", "Country", "--fields", "name,towns.@count,towns.name")
    #expect(
      members.output == """
        name   towns.@count  towns.name
        Česko             2  Praha, Brno
        日本              2  東京, Osaka\\u{1B}[31m

        """
    )
  }

  @Test func nothingFoundIsNoFailure() throws {
    let towns = try TownStore()
    let none = try towns.run("query", "Towns.sqlite", "Town", "--where", "inhabitants == 7", "--fields", "name")
    #expect(none.output == "name\n")
    #expect(none.status == 0)
    let json = try towns.run("query", "Towns.sqlite", "Town", "--where", "inhabitants == 7", "--format", "json")
    #expect(json.output == "[]\n")
  }

  @Test(arguments: [
    (["Tonw"], "studbook: the model has no entity ‘Tonw’; did you mean ‘Town’?\n"),
    (["Town", "--fields", "nmae"], "studbook: Town has no property ‘nmae’; did you mean ‘name’?\n"),
    (["Town", "--sort", "country.nam"], "studbook: Country has no property ‘nam’; did you mean ‘name’?\n"),
    (["Town", "--fields", "name.length"], "studbook: the field ‘name.length’ goes on after a value\n"),
  ])
  func saysWhichNameIsUnknown(_ arguments: [String], _ message: String) throws {
    let towns = try TownStore()
    let outcome = try Tool.run(["query", "Towns.sqlite"] + arguments, in: towns.folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors == message)
  }

  @Test(arguments: [[], ["--count"]])
  func refusesAnUnknownKeyInAPredicateThoughTheStoreIsEmpty(_ options: [String]) throws {
    let towns = try TownStore()
    let made = try Tool.run(
      ["store", "create", "--model", "Towns.xcdatamodel", "--output", "Empty.sqlite"],
      in: towns.folder.path
    )
    try #require(made.status == 0, "\(made.errors)")
    for store in ["Empty.sqlite", "Towns.sqlite"] {
      let outcome = try Tool.run(
        ["query", store, "Town", "--where", "country.nme = 3"] + options,
        in: towns.folder.path
      )
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(
        outcome.errors == """
          studbook: The predicate of a request for Town names "country.nme": Country has no property "nme"; \
          did you mean "name"?

          """
      )
    }
  }

  @Test func showsWhereAPredicateIsWrong() throws {
    let towns = try TownStore()
    let outcome = try towns.run("query", "Towns.sqlite", "Town", "--where", "name ==")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("studbook: the predicate of --where cannot be read: "))
    #expect(outcome.errors.hasSuffix("\nname ==\n       ^\n"))
  }
}

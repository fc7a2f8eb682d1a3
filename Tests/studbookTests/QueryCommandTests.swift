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

  @Test(arguments: [
    ("towns.@sum.inhabitants,towns.@max.inhabitants", "1700000,1300000\r\n14000000,14000000\r\n"),
    (
      "towns.country.towns.@count,towns.country.towns.@max.inhabitants,towns.@max.country.towns.inhabitants",
      "4,1300000,1300000\r\n4,14000000,14000000\r\n"
    ),
    ("towns.@avg.country.towns.@count", "2\r\n2\r\n"),
    ("towns.@avg.inhabitants,towns.@min.founded", "850000,2001-01-01T00:00:00Z\r\n7000000,\r\n"),
    ("towns.@unionOfObjects.isCapital", "\"true, false\"\r\n\"true, false\"\r\n"),
    ("towns.@distinctUnionOfObjects.country.name", "Česko\r\n日本\r\n"),
  ])
  func takesCollectionOperatorsInFields(_ fields: String, _ rows: String) throws {
    let towns = try TownStore()
    let outcome = try towns.run("query", "Towns.sqlite", "Country", "--fields", fields, "--format", "csv")
    #expect(outcome.errors == "")
    #expect(outcome.output == fields + "\r\n" + rows)
  }

  @Test(arguments: [
    (["--fields", "country.name,@count", "--sort", "-country.name"], "country.name,@count\r\n日本,2\r\nČesko,2\r\n"),
    (["--sort", "@max.inhabitants"], "country.name,@count\r\nČesko,2\r\n日本,2\r\n"),
    (
      ["--having", "@max.inhabitants > '2000000' AND @count > 1", "--fields", "@avg.inhabitants,@min.name"],
      "@avg.inhabitants,@min.name\r\n7000000,Osaka\u{1B}[31m\r\n"
    ),
    (["--where", "isCapital == YES", "--limit", "1"], "country.name,@count\r\nČesko,1\r\n"),
    (["--having", "@max.founded > '2001-01-02'"], "country.name,@count\r\nČesko,2\r\n"),
  ])
  func groups(_ arguments: [String], _ expected: String) throws {
    let towns = try TownStore()
    let all = ["query", "Towns.sqlite", "Town", "--group-by", "country.name", "--format", "csv"] + arguments
    let outcome = try Tool.run(all, in: towns.folder.path)
    #expect(outcome.errors == "")
    #expect(outcome.output == expected)
  }

  @Test func summarisesAllObjects() throws {
    let towns = try TownStore()
    let fields = "@count,@sum.inhabitants,@max.founded"
    let table = try towns.run("query", "Towns.sqlite", "Town", "--fields", fields)
    #expect(
      table.output == """
        @count  @sum.inhabitants  @max.founded
             4          15700000  2001-01-02T00:00:00.500Z

        """
    )
    let json = try towns.run("query", "Towns.sqlite", "Town", "--fields", "@count", "--format", "json")
    #expect(json.output == "[\n  {\"@count\": 4}\n]\n")
  }

  @Test(arguments: [
    (["--group-by", "contry"], "Town has no property ‘contry’; did you mean ‘country’?", Int32(2)),
    (
      ["--group-by", "country", "--fields", "name"],
      "groups have no value ‘name’; group by it with --group-by, or make a statistic of it such as ‘@max.name’", 2
    ),
    (["--fields", "@avg.name"], "‘@avg’ in ‘@avg.name’ needs numbers", 2),
    (
      ["--fields", "@median.inhabitants"],
      "there is no statistic ‘@median’ of groups; there are @count, @sum, @avg, @min, @max", 2
    ),
    (["--group-by", "country.towns"], "--group-by cannot take ‘country.towns’, of which an object has several", 2),
    (["--fields", "country.towns.@avg.name"], "‘@avg’ in ‘country.towns.@avg.name’ needs numbers", 2),
    (["--fields", "country.@avg.name"], "‘@avg’ in ‘country.@avg.name’ does not follow a to-many relationship", 2),
    (
      ["--having", "@count > 1"],
      "--having is about groups; say which with --group-by, or print a statistic such as @count.", 64
    ),
    (["--count", "--group-by", "country"], "--count counts objects, not groups; use --fields @count.", 64),
  ])
  func saysWhatGroupsCannotBe(_ arguments: [String], _ message: String, _ status: Int32) throws {
    let towns = try TownStore()
    let outcome = try Tool.run(["query", "Towns.sqlite", "Town"] + arguments, in: towns.folder.path)
    #expect(outcome.status == status)
    #expect(outcome.errors.hasPrefix("studbook: \(message)\n"), "\(outcome.errors)")
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

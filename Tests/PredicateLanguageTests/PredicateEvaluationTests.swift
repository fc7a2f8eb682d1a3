import AttributeValues
import FoundationEssentials
import PredicateLanguage
import Testing

/// A predicate and its answer for the collie of the kennel.
struct EvaluationCase: Sendable, CustomTestStringConvertible {
  let text: String
  let holds: Bool
  var testDescription: String { "\(text) is \(holds)" }
}

/// `+` before a text means that it holds, `-` that it does not.
private func cases(_ lines: [String]) -> [EvaluationCase] {
  lines.map { EvaluationCase(text: String($0.dropFirst(2)), holds: $0.hasPrefix("+")) }
}

@Suite struct PredicateEvaluationTests {
  static let numbers = cases([
    "+ rank == 31", "+ rank == 31.0", "- rank == 31.5", "+ rank != 30", "+ rank > 30.9", "- rank < 31", "+ rank <= 31",
    "+ heightMin < heightMax", "+ heightMin == 46.5", "+ working == YES", "+ working == 1", "- working == 2",
    "+ working > 0",
    "+ price == 0.1", "- share == 0.1", "+ share > 0.1", "+ price < rank",
    "+ 9007199254740993 > 9007199254740992.0", "- 9007199254740993 == 9007199254740992.0",
    "+ 9223372036854775807 < 9223372036854775808.0",
    "+ rank BETWEEN {31, 31}", "- rank BETWEEN {32, 40}", "+ rank BETWEEN {30, 40}", "- rank BETWEEN {40, 30}",
    "+ rank IN {1, 31}", "- rank IN {}", "+ rank IN {1, 2, 3, 4, 5, 31.0}", "- rank IN {1, 2, 3, 4, 5, 6}",
    "+ price IN {1, 2, 3, 4, 5, 0.1}",
    "- name == 5", "- name < 5", "- name > 5", "+ name != 5",
  ])

  static let missing = cases([
    "+ country == nil", "- country != nil", "+ owner == country", "- rank == nil", "+ rank != nil", "+ country != 5",
    "- country == 5",
    "- country < 5", "- country >= 5", "- country <= nil", "+ NOT country < 5", "- country BETWEEN {1, 2}",
    "- rank BETWEEN nil",
    "- country CONTAINS 'a'", "- name CONTAINS nil", "- country LIKE '*'", "- country MATCHES '.*'",
    "- country BEGINSWITH ''",
    "+ country IN {nil}", "- country IN {1}", "+ country IN {1, 2, 3, 4, nil}", "- rank IN nil", "- 'a' IN country",
    "+ country + 1 == nil", "+ owner.name == nil", "+ owner.owner.name == nil", "+ length:(country) == nil",
    "- ANY owner.friends == 1",
    "+ ALL owner.friends == 1", "+ owner.friends.@count == 0",
  ])

  static let strings = cases([
    "+ name == 'Border Collie'", "- name == 'border collie'", "+ name ==[c] 'border COLLIE'",
    "- name !=[c] 'border collie'",
    "+ name > 'Border'", "- name < 'Border'", "+ 'a' > 'B'", "+ 'a' <[c] 'B'",
    "+ name BEGINSWITH 'Bor'", "- name BEGINSWITH 'bor'", "+ name BEGINSWITH[c] 'bor'", "+ name ENDSWITH 'lie'",
    "- name ENDSWITH 'li'",
    "+ name CONTAINS 'er C'", "- name CONTAINS 'ER c'", "+ name CONTAINS[c] 'ER c'", "+ name CONTAINS ''",
    "+ 'Collie' IN name",
    "- 'collie' IN name", "+ 'collie' IN[c] name",
    "+ nickname ==[d] 'Eclair'", "- nickname ==[d] 'eclair'", "+ nickname ==[cd] 'eclair'", "- nickname ==[n] 'eclair'",
    "- nickname ==[cdn] 'eclair'", "+ nickname CONTAINS[cd] 'ECL'", "+ nickname BEGINSWITH[cd] 'ec'",
    "- nickname BEGINSWITH 'E'", "- nickname BEGINSWITH[c] 'E'", "- nickname CONTAINS[c] 'ecl'", "- 'E' IN[c] nickname",
    "+ nickname BEGINSWITH[c] 'é'", "+ nickname CONTAINS[c] 'É'", "- nickname LIKE[c] 'E*'", "+ nickname LIKE[c] 'é*'",
    "- 'がん' CONTAINS[c] 'か'", "+ '한글' LIKE[c] '??'", "+ '한글' LIKE[d] '??'", "+ 'がん' LIKE[c] '??'",
    "+ origin ==[c] 'GROSSBRITANNIEN'", "+ nickname ==[c] 'e\\u0301clair'", "- nickname == 'E\\u0301clair'",
    "+ 'STRAẞE' ==[c] 'straße'", "+ 'STRAẞE' ==[c] 'strasse'", "- 'STRAẞE' == 'STRASSE'", "+ 'İ' ==[cd] 'i'",
    "- 'ı' ==[c] 'I'", "+ 'ΣΟΦΟΣ' ==[c] 'σοφος'",
    "+ name LIKE 'B*e'", "+ name LIKE 'B????? Collie'", "- name LIKE 'B???? Collie'", "- name LIKE 'b*'",
    "+ name LIKE[c] 'b*'",
    "+ name LIKE '*'", "- name LIKE ''", "+ '' LIKE '*'", "- '' LIKE '?'", "+ 'a*b' LIKE 'a\\\\*b'",
    "- 'axb' LIKE 'a\\\\*b'",
    "+ nickname LIKE '?clair'", "+ nickname LIKE[c] '?CLAIR'", "+ nickname LIKE[cd] 'e*R'", "+ 'aab' LIKE '*ab'",
    "+ 'x🐶y' LIKE 'x?y'",
    "+ 'abcabd' LIKE '*b?'", "- 'abcabd' LIKE '*b'", "+ 'aXbXc' LIKE 'a*X*c'",
    "+ code MATCHES '[A-Z]{3}-\\\\d+'", "- code MATCHES '[A-Z]{3}'", "+ code MATCHES[c] 'fci-.*'",
    "- code MATCHES 'fci-.*'",
    "+ nickname MATCHES[d] 'Eclair'", "+ nickname MATCHES '\\\\w+'", "+ 'aa' MATCHES '(a)\\\\1'",
    "+ 'foobar' MATCHES 'foo(?=b).*'",
    "+ 'ab' <[l] 'Ac'", "+ 'a' <[l] 'A'", "+ 'é' >[l] 'e'", "+ 'e' <[l] 'É'", "+ 'é' <[l] 'f'", "- 'A' <[cl] 'a'",
    "+ photo BEGINSWITH 'https://'", "+ photo == 'https://example.org/p/297.jpg'", "+ photo ENDSWITH[c] '.JPG'",
    "+ name IN[c] {'x', 'BORDER COLLIE'}", "- name IN {'x', 'BORDER COLLIE'}",
    "+ name IN {'a', 'b', 'c', 'd', 'Border Collie'}",
    "- nickname IN {'a', 'b', 'c', 'd', 'E\\u0301clair'}",
  ])

  static let relationships = cases([
    "+ group.name == 'Herding'", "+ group == group", "- group == SELF", "+ self == SELF", "- group == owner",
    "+ group != owner",
    "+ group.breeds CONTAINS SELF", "+ SELF IN group.breeds", "- SELF IN friends", "+ group.breeds.@count == 3",
    "+ ANY group.breeds.name == 'Puli'", "- ANY group.breeds.name == 'Pug'", "+ SOME group.breeds.weight > 30",
    "- ALL group.breeds.weight > 30", "+ ALL friends.weight != 5", "- NONE group.breeds.name == 'Puli'",
    "+ NONE group.breeds.name == 'Pug'",
    "- ANY spare.breeds.name == 'Puli'", "+ ALL spare.breeds.name == 'Puli'", "+ ANY group.breeds.weight == nil",
    "+ ANY group.breeds.friends.name == 'Border Collie'", "+ group.breeds.friends.@count == 3",
    "+ ANY friends.name CONTAINS[c] 'PUL'", "+ ANY friends.name IN {'Puli'}", "+ ANY friends.weight BETWEEN {30, 50}",
    "+ group.breeds.@sum.weight == 60", "+ group.breeds.@avg.weight == 20", "+ group.breeds.@min.weight == 20",
    "+ group.breeds.@max.weight == 40", "+ spare.breeds.@sum.weight == 0", "+ spare.breeds.@avg.weight == nil",
    "+ spare.breeds.@max.weight == nil", "+ group.breeds.@max.name == 'Puli'", "+ @sum.friends.weight == 40",
    "+ @count.friends == 2",
    "+ group.breeds.@avg.weight.doubleValue == 20",
    "+ group.breeds.@unionOfObjects.weight[SIZE] == 2", "+ group.breeds.@sum.friends.@count == 3",
    "+ ANY group.breeds.@distinctUnionOfObjects.group.name == 'Herding'",
    "+ group.breeds.@distinctUnionOfObjects.group[SIZE] == 1", "+ friends[0].name == 'Briard'",
    "+ friends[LAST].name == 'Puli'",
    "+ friends[FIRST].weight == 40", "+ friends[SIZE] == 2", "+ friends[7] == nil",
    "+ friends[rank - 30].name == 'Puli'",
    "+ SUBQUERY(group.breeds, $b, $b.weight > 30).@count == 1", "+ SUBQUERY(group.breeds, $b, $b != SELF).@count == 2",
    "+ SUBQUERY(group.breeds, $b, ANY $b.friends == SELF).@count == 1",
    "+ SUBQUERY(friends, $f, SUBQUERY($f.friends, $g, $g == SELF).@count > 0)[0].name == 'Briard'",
    "+ (friends UNION group.breeds).@count == 3", "+ (group.breeds MINUS friends)[0] == SELF",
    "+ (friends INTERSECT group.breeds).@count == 2",
    "+ scores == {3, 1, 2, 2}", "- scores == {1, 2, 3, 2}", "+ colours CONTAINS 'tan'", "- colours CONTAINS 'white'",
    "+ colours CONTAINS[c] 'white'", "- colours CONTAINS[c] 'blue'",
    "+ ($g := group) == group AND $g.name == 'Herding'",
  ])

  static let functions = cases([
    "+ 7 / 2 == 3", "+ 7 / 2.0 == 3.5", "+ -7 / 2 == -3", "+ 1 / 0 == nil", "+ 1.0 / 0 == nil",
    "+ 2 + 3 * 4 ** 2 == 50",
    "+ 2 ** 3 ** 2 == 512", "+ -2 ** 2 == -4", "+ (2 + 3) * 4 == 20", "+ 10 - 3 - 2 == 5", "+ 100 / 10 / 5 == 2",
    "+ 9223372036854775807 + 1 == 9223372036854775808.0", "+ -9223372036854775808 / -1 == 9223372036854775808.0",
    "+ heightMax - heightMin == 9.5", "+ price * 3 == CAST('0.3', 'NSDecimalNumber')", "+ price + price == 0.2",
    "+ modulus:by:(-7, 3) == -1", "+ modulus:by:(7, 0) == nil", "+ modulus:by:(-9223372036854775808, -1) == 0",
    "+ modulus:by:(7.5, 2) == 1.5",
    "+ sqrt:(16) == 4", "+ sqrt:(-1) == nil", "+ ln:(1) == 0", "+ ln:(0) == nil", "+ log:(1000) == 3", "+ exp:(0) == 1",
    "+ abs:(-3) == 3", "+ abs(-9223372036854775808) > 0", "+ ceiling:(1.2) == 2", "+ floor:(-1.2) == -2",
    "+ trunc:(-1.8) == -1",
    "+ round:(2.5) == 3", "+ round:(-2.5) == -3", "+ ceiling:(price) == 1", "+ floor:(-price) == -1",
    "+ trunc:(-price) == 0",
    "+ bitwiseAnd:with:(12, 10) == 8", "+ bitwiseOr:with:(12, 10) == 14", "+ bitwiseXor:with:(12, 10) == 6",
    "+ leftshift:by:(1, 4) == 16",
    "+ rightshift:by:(16, 2) == 4", "+ onesComplement:(0) == -1", "+ leftshift:by:(1, 99) == 0",
    "+ sum:(scores) == 8", "+ average:(scores) == 2", "+ count:(scores) == 4", "+ min:(scores) == 1",
    "+ max:(scores) == 3",
    "+ median:(scores) == 2", "+ median({1, 2, 3, 4}) == 2.5", "+ mode:(scores) == {2}",
    "+ stddev:({1, 2, 3, 4, 4, 5, 9, 11}) > 3.2185",
    "+ stddev:({1, 2, 3, 4, 4, 5, 9, 11}) < 3.2187", "+ max(rank, 5, heightMax) == 56", "+ sum:(gaps) == 6",
    "+ average:(gaps) == 2",
    "+ median:(gaps) == 3", "+ count:(gaps) == 3", "+ sum:({}) == 0", "+ average:({}) == nil", "+ median:({}) == nil",
    "+ mode:({}) == {}",
    "+ uppercase:(name) == 'BORDER COLLIE'", "+ lowercase(name) == 'border collie'",
    "+ canonical:(nickname) == 'eclair'",
    "+ length:(name) == 13", "+ name.length == 13", "+ length:('🐶') == 2", "+ noindex:(name) == name", "+ now() > born",
    "+ now() == now()",
    "+ name.uppercaseString BEGINSWITH 'BORDER'", "+ code.intValue == 0", "+ '12abc'.doubleValue == 12",
    "+ rank.stringValue CONTAINS '3'",
    "+ CAST(1e308 * 10, 'NSDecimalNumber') == nil", "+ CAST(rank * -1e308 * 10, 'NSDecimalNumber') == nil",
    "+ (rank * 1e308 * 10).decimalValue == nil", "+ CAST(rank * 1e200, 'NSDecimalNumber') == nil",
    "+ (rank + 1e-200).decimalValue == 31", "+ (rank / 1e200).decimalValue == nil",
    "+ CAST(rank, 'NSString') == '31'", "+ CAST(5.0, 'NSString') == '5'", "+ CAST('5', 'NSNumber') == 5",
    "+ CAST('x', 'NSNumber') == nil",
    "+ CAST(born, 'NSNumber') == 1000", "+ born == CAST(1000, 'NSDate')", "+ born + 60 == CAST(1060, 'NSDate')",
    "+ born - CAST(400, 'NSDate') == 600", "+ born - 1000 == CAST(0, 'NSDate')", "- born == 1000", "- born < 2000",
    "+ FUNCTION(name, 'length') == 13", "+ FUNCTION(SELF, 'valueForKey:', 'rank') == 31",
    "+ FUNCTION(SELF, 'valueForKeyPath:', 'group.year') == 1983",
    "+ FUNCTION(born, 'dateByAddingTimeInterval:', 5) > born",
    "+ FUNCTION(name, 'stringByAppendingString:', '!') ENDSWITH 'e!'",
    "+ FUNCTION(born, 'timeIntervalSinceDate:', CAST(0, 'NSDate')) == 1000",
    "+ TERNARY(rank > 5, 'low', 'high') == 'low'", "+ TERNARY(rank < 5, 'low', name) == name", "+ SELF['rank'] == 31",
    "+ CAST(nil, 'NSDate') == nil", "+ photo.host == 'example.org'",
  ])

  static let logic = cases([
    "+ TRUEPREDICATE", "- FALSEPREDICATE", "+ NOT FALSEPREDICATE", "+ rank == 1 OR rank == 31",
    "- rank == 1 AND rank == 31",
    "+ rank == 31 OR nosuchkey == 1", "- rank == 1 AND nosuchkey == 1", "+ NOT rank == 1 AND rank == 31",
    "- NOT (rank == 1 OR rank == 31)",
    "+ rank == 31 OR rank == 1 AND FALSEPREDICATE", "- (rank == 31 OR rank == 1) AND FALSEPREDICATE", "+ !!rank == 31",
  ])

  @Test(arguments: numbers + missing + strings + relationships + functions + logic)
  func answers(_ example: EvaluationCase) throws {
    let kennel = Kennel()
    #expect(try ObjectPredicate(format: example.text).evaluate(with: kennel.collie) == example.holds)
  }

  @Test func answersForScalars() throws {
    let length = try ObjectPredicate(format: "length >= 3 AND SELF MATCHES '[a-z]+'")
    #expect(try length.evaluate(withValue: "abc"))
    #expect(try !length.evaluate(withValue: "ab"))
    #expect(try !length.evaluate(withValue: .null))
    #expect(try ObjectPredicate(format: "SELF BETWEEN {1, 5}").evaluate(withValue: 5))
  }

  @Test func testsScalarsForDatabases() throws {
    let like = PredicateComparison(.evaluatedObject, .like, .value("p*i"), options: .caseInsensitive)
    #expect(try like.holds(between: .string("PULI"), and: .string("p*i")))
    let open = PredicateComparison(
      .evaluatedObject,
      .equal,
      .evaluatedObject,
      options: [.caseInsensitive, .diacriticInsensitive]
    )
    #expect(try open.holds(between: .string("Élan"), and: .string("ELAN")))
    #expect(try !open.holds(between: .string("Élan"), and: .null))
  }

  @Test func answersForDictionaries() throws {
    let predicate = try ObjectPredicate(format: "name == 'Puli' AND missing == nil")
    #expect(try predicate.evaluate(with: ["name": AttributeValue.string("Puli")]))
    #expect(try predicate.evaluate(with: ["name": "Puli"]))
  }

  @Test func takesSubstitutionsOfLiveObjects() throws {
    let kennel = Kennel()
    let predicate = try ObjectPredicate(format: "group == $GROUP AND group.name == $GROUP.name")
    #expect(try predicate.evaluate(with: kennel.collie, substitutions: ["GROUP": .object(kennel.herding)]))
    #expect(try !predicate.evaluate(with: kennel.collie, substitutions: ["GROUP": .object(kennel.empty)]))
  }

  @Test func comparesObjectsWithIdentitiesInThePredicate() throws {
    let kennel = Kennel()
    #expect(try ObjectPredicate(format: "group == %@", ObjectIdentity(1)).evaluate(with: kennel.collie))
    #expect(try !ObjectPredicate(format: "group == %@", ObjectIdentity(2)).evaluate(with: kennel.collie))
    let many = (5...15).map { ObjectIdentity($0) }
    #expect(try ObjectPredicate(format: "SELF IN %@", many).evaluate(with: kennel.collie))
    #expect(try !ObjectPredicate(format: "group IN %@", many).evaluate(with: kennel.collie))
  }

  @Test func usesTheGivenTime() throws {
    let predicate = try ObjectPredicate(format: "now() == %@", Date(timeIntervalSinceReferenceDate: 77))
    #expect(try predicate.evaluate(with: nil, now: 77))
    #expect(try !predicate.evaluate(with: nil))
  }

  static let failures: [(String, String)] = [
    ("nosuch == 1", "there is no key \"nosuch\""),
    ("group.nosuch == 1", "there is no key \"nosuch\" where \"group.nosuch\" leads to"),
    ("friends.nosuch == 1", "there is no key \"nosuch\" where \"friends.nosuch\" leads to"),
    ("rank == $x", "the variable $x has no value"),
    ("ANY rank == 1", "ANY needs a collection, not a number"),
    ("rank BETWEEN name", "BETWEEN needs a collection, not a string"),
    ("name IN rank", "IN needs a collection, not a number"),
    ("rank CONTAINS 3", "CONTAINS needs a collection, not a number"),
    ("rank LIKE '3*'", "LIKE cannot be applied to a number"),
    ("group BEGINSWITH 'x'", "BEGINSWITH cannot be applied to an object"),
    ("name + 1 == 2", "+ cannot be applied to a string"),
    ("sqrt:(name) == 2", "sqrt: cannot be applied to a string"),
    ("name MATCHES nickname + 1", "+ cannot be applied to a string"),
    ("rank.@sum.x == 1", "@sum needs a collection, not a number"),
    ("FUNCTION(name, 'explode:', 1) == 1", "FUNCTION knows no method explode:"),
    (
      "name MATCHES FUNCTION('(', 'stringByAppendingString:', '[')",
      "\"([\" is no regular expression: ICU does not accept it"
    ),
  ]

  @Test(arguments: failures)
  func saysWhyThereIsNoAnswer(text: String, message: String) throws {
    let kennel = Kennel()
    let predicate = try ObjectPredicate(format: text)
    let error = try #require(throws: PredicateEvaluationError.self) { try predicate.evaluate(with: kennel.collie) }
    #expect(error.description == message)
  }
}

import AttributeValues
import PredicateLanguage
import Testing

@Suite("Constants as values of what they are compared with")
struct ConstantTypingTests {
  /// A dog, its group and the group's dogs.
  private static func kind(_ path: [String]) -> ComparedKind? {
    switch path {
    case []: .object(entity: "Dog")
    case ["born"], ["dogs", "born"]: .type(.date)
    case ["id"]: .type(.uuid)
    case ["weight"], ["dogs", "@count"]: .type(.integer16)
    case ["price"]: .type(.decimal)
    case ["name"], ["group", "name"]: .type(.string)
    case ["isGood"]: .type(.boolean)
    case ["photo"]: .type(.binaryData)
    case ["page"]: .type(.uri)
    case ["group"], ["dogs"]: .object(entity: "Group")
    default: nil
    }
  }

  private func typed(_ text: String) throws(PredicateConstantError) -> String {
    guard let predicate = try? ObjectPredicate(format: text) else { return "no predicate" }
    return try predicate.typingConstants(Self.kind).description
  }

  private static let day = "CAST(602121600.0, \"NSDate\")"
  private static let other = "CAST(0.0, \"NSDate\")"
  private static let uuid = "CAST(\"6BA7B810-9DAD-11D1-80B4-00C04FD430C8\", \"NSUUID\")"

  @Test(arguments: [
    ("born > '2020-01-31'", "born > \(day)"),
    ("born == '2020-01-31T02:00:00+02:00'", "born == \(day)"),
    ("'2020-01-31' <= born", "\(day) <= born"),
    ("born BETWEEN {'2001-01-01', '2020-01-31'}", "born BETWEEN {\(other), \(day)}"),
    ("born BETWEEN {'2001-01-01', now()}", "born BETWEEN {\(other), now()}"),
    ("NOT born IN {'2001-01-01', nil}", "NOT born IN {\(other), nil}"),
    ("ANY dogs.born < '2020-01-31' OR isGood == YES", "ANY dogs.born < \(day) OR isGood == TRUE"),
    ("dogs.born CONTAINS '2020-01-31'", "dogs.born CONTAINS \(day)"),
    ("'2020-01-31' IN dogs.born", "\(day) IN dogs.born"),
    ("born + 86400 > '2020-01-31'", "born + 86400 > \(day)"),
    ("born - CAST(0, 'NSDate') > '86400'", "born - \(other) > 86400"),
    ("now() > '2020-01-31'", "now() > \(day)"),
    ("max:(dogs.born) > '2020-01-31'", "max:(dogs.born) > \(day)"),
    ("born == CAST('2020-01-31', 'NSDate')", "born == \(day)"),
    ("CAST(weight, 'NSDate') == '2020-01-31'", "CAST(weight, \"NSDate\") == \(day)"),
    (
      "SUBQUERY(dogs, $d, $d.born > '2020-01-31').@count > '2'",
      "SUBQUERY(dogs, $d, $d.born > \(day)).@count > 2"
    ),
    ("TERNARY(born > '2020-01-31', 1, 2) == 1", "TERNARY(born > \(day), 1, 2) == 1"),
    ("TERNARY(isGood == 1, born, '2020-01-31') > now()", "TERNARY(isGood == 1, born, \(day)) > now()"),
    ("TERNARY(isGood == 1, '2001-01-01', '2020-01-31') < born", "TERNARY(isGood == 1, \(other), \(day)) < born"),
    ("max:({born, now()}) > '2020-01-31'", "max:({born, now()}) > \(day)"),
    ("max:({born, '2020-01-31'}) > now()", "max:({born, \(day)}) > now()"),
    (
      "FUNCTION(born, 'dateByAddingTimeInterval:', 60) > '2020-01-31'",
      "FUNCTION(born, \"dateByAddingTimeInterval:\", 60) > \(day)"
    ),
    (
      "FUNCTION(born, 'timeIntervalSinceDate:', '2020-01-31') > 0",
      "FUNCTION(born, \"timeIntervalSinceDate:\", \(day)) > 0"
    ),
    (
      "FUNCTION('2020-01-31', 'dateByAddingTimeInterval:', '60') == born",
      "FUNCTION(\(day), \"dateByAddingTimeInterval:\", 60) == born"
    ),
    ("($d := dogs) != nil AND ANY $d.born > '2020-01-31'", "($d := dogs) != nil AND ANY $d.born > \(day)"),
    ("id == '6ba7b810-9dad-11d1-80b4-00c04fd430c8'", "id == \(uuid)"),
    ("weight > '12'", "weight > 12"), ("weight > '-12.5'", "weight > -12.5"), ("price == '1e2'", "price == 100.0"),
    ("weight == YES", "weight == TRUE"), ("isGood == 'no'", "isGood == FALSE"), ("isGood == 1", "isGood == 1"),
    ("dogs.@count == '3'", "dogs.@count == 3"), ("length:(name) > '3'", "length:(name) > 3"),
    ("name == '5' AND group.name != nil", "name == \"5\" AND group.name != nil"), ("born == nil", "born == nil"),
    ("page == 'http://a.example'", "page == \"http://a.example\""),
    ("unknown == 5 AND unknown + 1 > '2020-01-31'", "unknown == 5 AND unknown + 1 > \"2020-01-31\""),
    ("name LIKE 'a*' AND born > $then", "name LIKE \"a*\" AND born > $then"),
  ])
  func readsConstants(_ text: String, _ expected: String) throws {
    #expect(try typed(text) == expected)
  }

  @Test(arguments: [
    (
      "born > 'yesterday'",
      "born is a date, and \"yesterday\" cannot be read as one; "
        + "write a date as \"2020-01-31\" or \"2020-01-31T12:00:00Z\""
    ),
    (
      "born > 2020",
      "born is a date, and 2020 cannot be read as one; write a date as \"2020-01-31\" or \"2020-01-31T12:00:00Z\""
    ),
    (
      "born BETWEEN {'2020-01-31', '2020-02-30'}",
      "born is a date, and \"2020-02-30\" cannot be read as one; "
        + "write a date as \"2020-01-31\" or \"2020-01-31T12:00:00Z\""
    ),
    (
      "born > CAST('soon', 'NSDate')",
      "\"soon\" cannot be cast to a date; write a date as \"2020-01-31\" or \"2020-01-31T12:00:00Z\""
    ),
    (
      "id IN {'6BA7B810'}",
      "id is a UUID, and \"6BA7B810\" cannot be read as one; "
        + "write a UUID as \"6BA7B810-9DAD-11D1-80B4-00C04FD430C8\""
    ),
    ("weight > '12 kg'", "weight is a number, and \"12 kg\" cannot be read as one; write a number as 12 or 12.5"),
    ("weight > 'nan'", "weight is a number, and \"nan\" cannot be read as one; write a number as 12 or 12.5"),
    ("'0x1F' == price", "price is a number, and \"0x1F\" cannot be read as one; write a number as 12 or 12.5"),
    ("isGood == 'perhaps'", "isGood is a Boolean, and \"perhaps\" cannot be read as one; write YES or NO"),
    ("name == 5", "name is a text, and 5 cannot be read as one; put it in quotes"),
    ("group.name IN {'a', 5}", "group.name is a text, and 5 cannot be read as one; put it in quotes"),
    (
      "photo == 'abc'",
      "photo is data, and \"abc\" cannot be read as one; "
        + "write data as CAST(\"…\", \"NSData\") with its bytes in Base64"
    ),
    (
      "NOT group == 'Hound'",
      "group is an object of Group, and \"Hound\" cannot be read as one; compare one of its attributes, as in group.name"
    ),
  ])
  func refusesWhatCannotBeRead(_ text: String, _ message: String) throws {
    let error = #expect(throws: PredicateConstantError.self) { _ = try typed(text) }
    #expect(error?.description == message)
  }
}

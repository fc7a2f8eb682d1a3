import Findings

extension PlantedKind {
  /// What the model and the recipe say about values.
  static let values: [PlantedKind] = [
    PlantedKind("a word where a number is needed", .valueType, "weight", "heavy"),
    PlantedKind("a decimal comma", .valueType, "weight", "1,5", suggestion: "1.5"),
    PlantedKind("a number with its unit", .valueType, "weight", "12kg"),
    PlantedKind("two numbers in a field", .valueType, "weight", "12-15"),
    PlantedKind("a fraction where a whole number is needed", .valueType, "age", "1.5"),
    PlantedKind("a letter in a whole number", .valueType, "age", "1O", suggestion: "10"),
    PlantedKind("a whole number that is too great for its type", .valueRange, "age", "40000"),
    PlantedKind("a day that does not exist", .valueType, "born", "2024-02-30"),
    PlantedKind("a month that does not exist", .valueType, "born", "2024-13-01", suggestion: "2024-01-13"),
    PlantedKind("a date in another form", .valueType, "born", "1.2.2024", suggestion: "2024-02-01"),
    PlantedKind("a word where a date is needed", .valueType, "born", "yesterday"),
    PlantedKind("a word that is neither yes nor no", .valueType, "isGood", "maybe"),
    PlantedKind("a number that is neither yes nor no", .valueType, "isGood", "2"),
    PlantedKind("a broken identifier", .valueType, "chip", "123E4567-E89B"),
    PlantedKind("an address with a space", .valueType, "picture", "photo 1.jpg"),
    PlantedKind("a number below the least", .valueRange, "weight", "0.1"),
    PlantedKind("a number above the greatest", .valueRange, "weight", "500"),
    PlantedKind("a text that is too short", .valueLength, "nick", "A"),
    PlantedKind("a text that is too long", .valueLength, "nick", "Bartholomew the Third"),
    PlantedKind("lower case where capitals are needed", .valuePattern, "code", "abc"),
    PlantedKind("a digit in a code", .valuePattern, "code", "A1C"),
    PlantedKind("a code that is too long", .valuePattern, "code", "ABCD"),
    PlantedKind("a missing name", .valueRequired, "name", ""),
    PlantedKind("a missing group", .valueRequired, "group", ""),
    PlantedKind("a value that is not in the list", .valueOneOf, "coat", "feathers"),
    PlantedKind("a misspelt value of the list", .valueOneOf, "coat", "smoth", suggestion: "smooth"),
    PlantedKind("a value of the list in other letters", .valueOneOf, "coat", "Wiry", suggestion: "wiry"),
    PlantedKind(
      "a missing value that is needed in this case",
      .valueRequiredWhen,
      "reason",
      "",
      with: ["isGood": "no"]
    ),
    PlantedKind("a date before its window", .valueWindow, "born", "1019-05-06"),
    PlantedKind("a date after its window", .valueWindow, "born", "2091-05-06"),
    PlantedKind("a number outside its window", .valueWindow, "litter", "31"),
    PlantedKind("a zero for an unknown number", .valuePlaceholder, "litter", "0"),
    PlantedKind("a 999 for an unknown number", .valuePlaceholder, "age", "999"),
    PlantedKind("a minimum above the maximum", .valueSwapped, "low", "20", with: ["high": "10"], suggestion: "10.0"),
    PlantedKind("a condition of the recipe that is not met", .rulePredicate, "teeth", "50"),
    PlantedKind("a translation that the table does not have", .valueLookup, "sex", "feminine"),
    PlantedKind("a misspelt word of the table", .valueLookup, "sex", "femal", suggestion: "female"),
    PlantedKind("a number out of its order", .valueOrder, "entry", "1"),
    PlantedKind("a negative number where none can be", .valueRange, "weight", "-3"),
    PlantedKind("a whole number below its type", .valueRange, "age", "-40000"),
    PlantedKind("a code that is too short", .valuePattern, "code", "AB"),
    PlantedKind("a space in a code", .valuePattern, "code", "A C"),
    PlantedKind("an umlaut in a code", .valuePattern, "code", "ÄBC"),
    PlantedKind("a text that is too long in letters of two bytes", .valueLength, "nick", "ééééééééééééé"),
    PlantedKind("a value of the list with a letter too many", .valueOneOf, "coat", "wirry", suggestion: "wiry"),
    PlantedKind("two values of the list at once", .valueOneOf, "coat", "long and wiry"),
    PlantedKind(
      "an identifier in braces",
      .valueType,
      "chip",
      "{123E4567-E89B-12D3-A456-426614174000}",
      suggestion: "123E4567-E89B-12D3-A456-426614174000"
    ),
    PlantedKind("an identifier with a letter beyond F", .valueType, "chip", "123E4567-E89B-12D3-A456-42661417400G"),
    PlantedKind("a fraction as minimum above the maximum", .valueSwapped, "low", "9.5", suggestion: "9.0"),
    PlantedKind("a word of the table in other letters", .valueLookup, "sex", "Female", suggestion: "female"),
  ]

  /// Numbers as people and spreadsheets write them.
  static let numbers: [PlantedKind] = [
    PlantedKind("a sign alone", .valueType, "weight", "-"),
    PlantedKind("infinity", .valueType, "weight", "inf"),
    PlantedKind("a spreadsheet's no number", .valueType, "weight", "NaN"),
    PlantedKind("a number with two points", .valueType, "weight", "1.2.3"),
    PlantedKind("a number in thousands", .valueType, "weight", "1,000.5"),
    PlantedKind("a share in per cent", .valueType, "weight", "12%"),
    PlantedKind("about a number", .valueType, "weight", "~12"),
    PlantedKind("a number in inches", .valueType, "weight", "12\""),
    PlantedKind("a raised digit", .valueType, "weight", "12²"),
    PlantedKind("digits of full width", .valueType, "age", "１２"),
    PlantedKind("a number in the base of sixteen", .valueType, "age", "0x10"),
    PlantedKind("a whole number with an exponent", .valueType, "age", "1e1x"),
    PlantedKind("a number spelt out", .valueType, "age", "three"),
  ]

  /// Dates that are none.
  static let days: [PlantedKind] = [
    PlantedKind("the zeroth of a month", .valueType, "born", "2015-05-00"),
    PlantedKind("the 29th of February of a common year", .valueType, "born", "2023-02-29"),
    PlantedKind("the month before the day before the year", .valueType, "born", "05/11/2015"),
    PlantedKind("a year of two digits", .valueType, "born", "15-05-11"),
    PlantedKind("a year alone", .valueType, "born", "2015"),
    PlantedKind("a month spelt out", .valueType, "born", "11 May 2015", suggestion: "2015-05-11"),
    PlantedKind("an hour that does not exist", .valueType, "born", "2015-05-11T25:00:00"),
    PlantedKind("a spreadsheet's number for a day", .valueType, "born", "42135"),
    PlantedKind("the last day before its window", .valueWindow, "born", "1989-12-31"),
    PlantedKind("the first day after its window", .valueWindow, "born", "2027-01-01"),
  ]

  /// Other objects that are meant.
  static let references: [PlantedKind] = [
    PlantedKind("a misspelt group", .referenceUnknown, "group", "Hound", suggestion: "Hounds"),
    PlantedKind("a group in other letters", .referenceUnknown, "group", "toys", suggestion: "Toys"),
    PlantedKind("a group that does not exist", .referenceUnknown, "group", "Zebras and others"),
    PlantedKind("a name that is taken", .recordDuplicate, "name", "Dog of kind 1 in %"),
    PlantedKind("a code that is taken", .recordDuplicate, "code", "QQQ"),
    PlantedKind("a group with an accent", .referenceUnknown, "group", "Térriers", suggestion: "Terriers"),
    PlantedKind("a group with two letters exchanged", .referenceUnknown, "group", "Huonds", suggestion: "Hounds"),
    PlantedKind("a group with a word too many", .referenceUnknown, "group", "All the Terriers of the world"),
  ]

  /// Values among those of their peers.
  static let peers: [PlantedKind] = [
    PlantedKind("a value far from the others", .valueOutlier, "height", "940"),
    PlantedKind("a value in another unit", .valueUnit, "height", "20.5", suggestion: "52.1"),
    PlantedKind("a number after a gap", .valueGap, "tag", "%gap"),
    PlantedKind("a number that another has", .recordRepeated, "tattoo", "77"),
    PlantedKind("a title in another spelling", .recordRepeated, "title", "best-of-%", suggestion: "Best of %"),
    PlantedKind(
      "a title that is almost another's",
      .recordSimilar,
      "title",
      "Winner of hte % show",
      suggestion: "Winner of the % show"
    ),
  ]
}

import Findings

extension PlantedFault {
  private static let header = "name,weight,code,group\n"
  private static let good = "Rex,12.5,ABC,Hounds\n"

  private static func csv(
    _ name: String,
    _ rule: RuleCode,
    _ text: String,
    suggestion: String? = nil,
    header: String = PlantedFault.header,
    recipe: String = "relationships: { group: group }"
  ) -> PlantedFault {
    PlantedFault(name, rule, .csv, header + text, suggestion: suggestion, recipe: recipe)
  }

  static let inCSV: [PlantedFault] = [
    csv("too few fields", .recordFieldCount, good + "Bella,7.5,ABD⟦⟧\n"),
    csv("too many fields", .recordFieldCount, good + "Bella,7.5,ABD,Toys,⟦and more⟧\n"),
    csv("a quote that is never closed", .recordQuoting, good + "⟦\"⟧Bella,7.5,ABD,Toys\n"),
    csv("text after a closing quote", .recordQuoting, good + "\"Bella⟦\"⟧x,7.5,ABD,Toys\n"),
    csv(
      "a byte that is not UTF-8",
      .sourceEncoding,
      good + "Be⟦\(badByte)⟧lla,7.5,ABD,Toys\n",
      recipe: "encoding: utf-8, relationships: { group: group }"
    ),
    csv("a NUL byte", .sourceNulByte, good + "Be⟦\0⟧lla,7.5,ABD,Toys\n"),
    csv("no records", .sourceNoRecords, ""),
    csv("a wrong value in quotes", .valueRange, good + "Bella,⟦\"0.1\"⟧,ABD,Toys\n"),
    csv("a wrong value after a comma in quotes", .valueType, good + "\"Bella, the 2nd\",⟦heavy⟧,ABD,Toys\n"),
    csv("a wrong value after doubled quotes", .valueType, good + "\"\"\"Bella\"\" the 2nd\",⟦heavy⟧,ABD,Toys\n"),
    csv("a wrong value after a line break in quotes", .valueType, good + "\"Bella\nthe 2nd\",⟦heavy⟧,ABD,Toys\n"),
    csv("a wrong value of several lines", .valuePattern, good + "Bella,7.5,⟦\"A\nB\"⟧,Toys\n"),
    csv("a wrong value after letters of several bytes", .valueType, good + "Bélla 犬🐕,⟦heavy⟧,ABD,Toys\n"),
    csv(
      "a wrong value after a byte order mark and CRLF",
      .valueType,
      "Bella,⟦heavy⟧,ABD,Toys\r\n",
      header: "\u{FEFF}name,weight,code,group\r\n"
    ),
    csv(
      "a wrong value between semicolons",
      .valueType,
      "Bella;⟦heavy⟧;ABD;Toys\n",
      header: "name;weight;code;group\n"
    ),
    csv(
      "a wrong value in the last line without end",
      .referenceUnknown,
      good + "Bella,7.5,ABD,⟦Toy⟧",
      suggestion: "Toys"
    ),
    csv("a key that stands twice", .recordDuplicate, good + "⟦Rex⟧,7.5,ABD,Toys\n"),
  ]
}

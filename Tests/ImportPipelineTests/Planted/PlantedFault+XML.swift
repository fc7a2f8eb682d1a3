import Findings

extension PlantedFault {
  private static let recipe =
    "records: /dogs/dog, attributes: { name: name, weight: weight, code: \"@code\" }, relationships: { group: ../@group }"
  private static let good = "  <dog code=\"ABC\"><name>Rex</name><weight>12.5</weight></dog>\n"

  private static func xml(
    _ name: String,
    _ rule: RuleCode,
    _ text: String,
    suggestion: String? = nil,
    recipe: String = PlantedFault.recipe
  ) -> PlantedFault {
    PlantedFault(name, rule, .xml, "<dogs group=\"Hounds\">\n" + text, suggestion: suggestion, recipe: recipe)
  }

  static let inXML: [PlantedFault] = [
    xml("no records", .sourceNoRecords, "</dogs>\n"),
    xml("a wrong attribute", .valuePattern, good + "  <dog ⟦code=\"abd\"⟧><name>Bella</name></dog>\n</dogs>\n"),
    xml(
      "a wrong attribute in single quotes",
      .valuePattern,
      good + "  <dog ⟦code = 'abd'⟧><name>Bella</name></dog>\n</dogs>\n"
    ),
    xml(
      "a wrong value in a CDATA section",
      .valueType,
      "  <dog><name>Bella</name>⟦<weight><![CDATA[<heavy>]]></weight>⟧</dog>\n</dogs>\n"
    ),
    xml(
      "a wrong value with a character reference",
      .valuePattern,
      "  <dog ⟦code=\"&#65;&amp;\"⟧><name>Bella</name></dog>\n</dogs>\n"
    ),
    xml(
      "a wrong value around a comment",
      .valueType,
      "  <dog><name>Bella</name>⟦<weight>1<!-- about -->x</weight>⟧</dog>\n</dogs>\n"
    ),
    xml(
      "a wrong value of several lines",
      .valueType,
      "  <dog><name>Bella</name>\n    ⟦<weight>\n      heavy\n    </weight>⟧</dog>\n</dogs>\n"
    ),
    xml("an element that is empty", .valueRequired, "  <dog>⟦<name/>⟧</dog>\n</dogs>\n"),
    xml(
      "a wrong value after letters of several bytes",
      .valueType,
      "  <dog><name>Bélla 犬🐕</name>⟦<weight>heavy</weight>⟧</dog>\n</dogs>\n"
    ),
    xml("a key that stands twice", .recordDuplicate, good + "  <dog>⟦<name>Rex</name>⟧</dog>\n</dogs>\n"),
  ]
}

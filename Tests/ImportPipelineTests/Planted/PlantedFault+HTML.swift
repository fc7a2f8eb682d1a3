import Findings

extension PlantedFault {
  private static func html(
    _ name: String,
    _ rule: RuleCode,
    _ rows: String,
    suggestion: String? = nil,
    recipe: String = "relationships: { group: group }"
  ) -> PlantedFault {
    let head =
      "<!DOCTYPE html>\n<meta charset=utf-8><title>Dogs</title>\n<table>\n"
      + "<tr><th>name<th>weight<th>code<th>group</tr>\n"
    return PlantedFault(name, rule, .html, head + rows + "</table>\n", suggestion: suggestion, recipe: recipe)
  }

  static let inHTML: [PlantedFault] = [
    html("no records", .sourceNoRecords, ""),
    html("a wrong value in bold", .valueType, "<tr><td>Bella<td><b>⟦heavy⟧</b><td>ABD<td>Toys</tr>\n"),
    html(
      "a wrong value with a character reference",
      .referenceUnknown,
      "<tr><td>Bella<td>7.5<td>ABD<td>⟦Toys &amp; others⟧</tr>\n"
    ),
    html("a wrong value in a cell without end", .valueRange, "<tr><td>Bella<td>⟦0.1⟧\n<td>ABD<td>Toys\n"),
    html(
      "a wrong value in capital tags",
      .valueType,
      "<TR><TD>Bella</TD><TD>⟦heavy⟧</TD><TD>ABD</TD><TD>Toys</TD></TR>\n"
    ),
    html(
      "a wrong value after letters of several bytes",
      .valueType,
      "<tr><td>Bélla 犬🐕<td>⟦heavy⟧<td>ABD<td>Toys</tr>\n"
    ),
    html(
      "a wrong link",
      .valuePattern,
      "<tr><td><a ⟦href=\"x\"⟧>Bella</a><td>7.5<td><td>Toys</tr>\n",
      recipe: "attributes: { code: name@href }, relationships: { group: group }"
    ),
    html(
      "a key that stands twice",
      .recordDuplicate,
      "<tr><td>Rex<td>7.5<td>ABC<td>Toys</tr>\n<tr><td>⟦Rex⟧<td>7.5<td>ABD<td>Toys</tr>\n"
    ),
  ]
}

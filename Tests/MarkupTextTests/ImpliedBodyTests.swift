import MarkupText
import Testing
import TextInput

/// Browsers make a `tbody` around rows that stand directly in a table, and selectors that they copy have it.
@Suite struct ImpliedBodyTests {
  static let page = """
    <div id=d><table><caption>c</caption><thead><tr><th>h</thead>
    <tr><td>1<td>2</tr> <!-- x --> <tr><td>3<td>4<table><tr><td>5</table></tr>
    <tbody><tr><td>6</tbody><tr><td>7</table></div>
    """

  private func texts(_ records: String) throws -> [String] {
    let reader = try HTMLRecordReader(.bytes(Array(Self.page.utf8)), records: records, fields: [HTMLFieldPath(".")])
    var record = MarkupRecord()
    var texts: [String] = []
    while try reader.next(&record) { texts.append(record.value(0) ?? "-") }
    return texts
  }

  @Test(arguments: [
    ("div > table > tbody > tr > td:first-child", ["1", "3", "6", "7"]),
    ("#d > table > tbody:nth-child(3) > tr:nth-child(2) > td:nth-child(1)", ["3"]),
    ("#d > table > tbody:nth-child(4) > tr:nth-child(1)", ["6"]), ("#d > table > tbody:last-child > tr", ["7"]),
    ("#d > table > tbody:nth-of-type(1) > tr:last-child > td:first-child", ["3"]),
    ("thead + tbody > tr:first-child", ["1 2"]), ("tbody table tbody td", ["5"]),
    ("table > tr > td:only-child", ["5", "7"]),
    ("tbody.x > tr", []), ("thead > tbody > tr", []), ("td > table > tbody > tr", ["5"]),
  ]) func selectorsFitRowsInIt(_ selector: String, _ expected: [String]) throws {
    #expect(try texts(selector) == expected)
  }

  @Test(arguments: [
    ("//div/table/tbody[1]/tr[2]/td[1]", ["3"]), ("//div/table/tbody[3]/tr", ["7"]),
    ("//table/tbody/tr/td[.='6']", ["6"]),
    ("//td/table/tbody/tr", ["5"]), ("//td/table/tr | //td/table/tbody/tr", ["5"]), ("//table/thead/tbody", []),
  ]) func pathsFitRowsInIt(_ path: String, _ expected: [String]) throws {
    #expect(try texts(path) == expected)
  }
}

import MarkupText
import Testing
import TextInput

@Suite struct CSSSelectorTests {
  static let page = """
    <main id="m"><h2 class="a b">One</h2><p lang="en-GB" title="Big Dog">p1</p><p>p2<span>s1</span></p><h2>Two</h2>
    <ul><li>1<li class="x:y">2<li data-k="V1">3<li>4</ul><p class="last"><a href="/q.PDF">pdf</a><a href="https://e.org">e</a></p>
    <section><div></div><div>d<em>m</em></div></section></main>
    """

  private func texts(_ selector: String) throws -> [String] {
    let reader = try HTMLRecordReader(.bytes(Array(Self.page.utf8)), records: selector, fields: [HTMLFieldPath(".")])
    var record = MarkupRecord()
    var texts: [String] = []
    while try reader.next(&record) { texts.append(record.value(0) ?? "-") }
    return texts
  }

  /// Issue 15: the least of all integers has no magnitude.
  @Test(arguments: ["-9223372036854775808", "9223372036854775808", "-9223372036854775808n+1", "2n-9223372036854775808"])
  func refusesNumbersBeyondAllPages(_ formula: String) throws {
    let error = #expect(throws: MarkupTextError.self) { try texts("li:nth-child(\(formula))") }
    #expect(error?.kind == .path)
  }

  @Test(arguments: [
    ("h2", ["One", "Two"]), ("H2.a.b", ["One"]), ("#m > p", ["p1", "p2s1", "pdfe"]), ("main p span", ["s1"]),
    ("h2 + p", ["p1"]), ("h2 ~ p", ["p1", "p2s1", "pdfe"]), ("h2, span", ["One", "s1", "Two"]), ("p[lang|=en]", ["p1"]),
    ("p[title~=Dog]", ["p1"]), ("p[title='big dog' i]", ["p1"]), ("p[title='big dog']", []),
    ("a[href$='.pdf' i]", ["pdf"]),
    ("a[href^=https]", ["e"]), ("a[href*=org]", ["e"]), ("[data-k]", ["3"]), ("li:first-child", ["1"]),
    ("li:last-child", ["4"]),
    ("li:nth-child(2n)", ["2", "4"]), ("li:nth-child(odd)", ["1", "3"]), ("li:nth-child(-n+2)", ["1", "2"]),
    ("li:nth-last-child(1)", ["4"]), ("p:nth-of-type(2)", ["p2s1"]), ("p:first-of-type", ["p1"]),
    ("p:last-of-type", ["pdfe"]),
    ("span:only-child", ["s1"]), ("h2:only-of-type", []), ("div:empty", [""]), ("p:not(.last):not([lang])", ["p2s1"]),
    ("p:not(.last, [lang])", ["p2s1"]), ("li:not(ul > :first-child)", ["2", "3", "4"]), ("p:has(span)", ["p2s1"]),
    ("p:has(> a)", ["pdfe"]), ("main:has(> a)", []), ("h2:has(+ p)", ["One"]), ("h2:has(~ ul)", ["One", "Two"]),
    ("section:has(div > em)", ["dm"]), ("section:has(> em)", []), (":is(h2, span)", ["One", "s1", "Two"]),
    ("main > :where(ul) li:is(:first-child, :last-child)", ["1", "4"]), (".x\\:y", ["2"]),
    ("#\\6d > ul > li:nth-child(4)", ["4"]),
    ("p:has(a[href*=org]):not(:has(span))", ["pdfe"]),
  ]) func findsElements(_ selector: String, _ expected: [String]) throws {
    #expect(try texts(selector) == expected)
  }

  @Test(arguments: ["p:has(", "p:is()", "p:not(a", "p:hover", "p >", "[a=", "p:nth-child(x)", "\\", "a,,b", ":has(> )"])
  func refusesWhatItDoesNotUnderstand(_ selector: String) {
    #expect(throws: MarkupTextError.self) { try texts(selector) }
  }

  @Test func countsAmongManySiblingsInOnePass() throws {
    let items = String(repeating: "<li>x", count: 20_000)
    let reader = try HTMLRecordReader(.bytes(Array("<ul>\(items)</ul>".utf8)), records: "li:nth-last-child(2)")
    #expect(reader.recordCount == 1)
  }
}

import MarkupText
import Testing

/// Addresses of links; those in the tables are what `new URL(reference, base).href` gives in Chromium.
@Suite struct HTMLAddressTests {
  private func links(_ page: String, base: String? = nil) throws -> [String?] {
    let options = HTMLTableOptions(headerRows: .count(0), baseAddress: base)
    let reader = try HTMLTableReader(bytes: Array(page.utf8), options: options)
    var record = MarkupRecord()
    guard try reader.next(&record) else { return [] }
    return (reader.header.count..<record.fieldCount).map { record.value($0) }
  }

  @Test(arguments: [
    ("/wiki/File:Beagle_(dog).jpg", "https://a.org/wiki/File:Beagle_(dog).jpg"),
    ("Talk:Beagle", "Talk:Beagle"),
    ("./Talk:Beagle", "https://a.org/b/Talk:Beagle"),
    ("/web/2019*/http://c.org/d", "https://a.org/web/2019*/http://c.org/d"),
    ("x y.html", "https://a.org/b/x%20y.html"),
    ("l\u{F6}wchen?q=\u{F6}#\u{F6}", "https://a.org/b/l%C3%B6wchen?q=%C3%B6#%C3%B6"),
    ("https://c.org/l\u{F6}wchen", "https://c.org/l%C3%B6wchen"),
    ("l%F6wchen%20a", "https://a.org/b/l%F6wchen%20a"),
    ("../x", "https://a.org/x"),
    ("../../../x/./y/../z", "https://a.org/x/z"),
    ("x/..", "https://a.org/b/"),
    (".", "https://a.org/b/"),
    ("https://c.org/a/../b", "https://c.org/b"),
    ("//c.org/x", "https://c.org/x"),
    ("?page=2", "https://a.org/b/c?page=2"),
    ("#part", "https://a.org/b/c?d=e#part"),
    ("", "https://a.org/b/c?d=e"),
    ("images\\b.png?x=\\y", "https://a.org/b/images/b.png?x=\\y"),
    ("show.aspx?path=a&amp;width=%>", "https://a.org/b/show.aspx?path=a&width=%%3E"),
    (" \n/x\ty\n ", "https://a.org/xy"),
    ("mailto:a@b.org", "mailto:a@b.org"),
    ("javascript:void(0)", "javascript:void(0)"),
    ("tel:+49 30 1", "tel:+49 30 1"),
    ("HTTPS://c.org/X", "https://c.org/X"),
    ("1999:a/b", "https://a.org/b/1999:a/b"),
  ]) func resolvesAddressesAsBrowsersDo(_ reference: String, _ address: String) throws {
    #expect(
      try links("<meta charset=utf-8><table><tr><td><a href=\"\(reference)\">", base: "https://a.org/b/c?d=e#f") == [
        address
      ]
    )
  }

  @Test func theFirstBaseThatHasAnAddressCounts() throws {
    let table = "<table><tr><td><img src=x.png></table>"
    #expect(try links("<base target=_top><base href='/q/'><base href='/r/'>" + table) == ["/q/x.png"])
    #expect(try links("<base href='../q/'>" + table, base: "https://a.org/b/c/d") == ["https://a.org/b/q/x.png"])
    #expect(try links("<base href=https://b.org>" + table, base: "https://a.org/") == ["https://b.org/x.png"])
    #expect(try links(table) == ["x.png"])
  }

  @Test func addressesWithoutABaseStayAsTheyAreWritten() throws {
    #expect(try links("<table><tr><td><a href=' a b.html '>") == ["a b.html"])
    #expect(try links("<table><tr><td><a href='http://c.org'>", base: "https://a.org/") == ["http://c.org"])
  }
}

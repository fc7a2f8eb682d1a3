/// What all pages begin with: one file without network, for phone, desktop and paper.
package enum HTMLPage {
  /// Everything up to the beginning of the body.
  package static func head(title: String, hasScripts: Bool) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
    \(hasScripts ? "script-src 'unsafe-inline'; " : "")base-uri 'none'; form-action 'none'">
    <title>\(HTMLText.escaped(title))</title>
    <style>
    \(HTMLStyle.text)</style>
    </head>
    <body>

    """
  }

  /// The wordmark, the links to the page's sections, what it comes to, and what it is about.
  package static func masthead(
    _ kind: String,
    icon: String,
    headline: String,
    details: [String],
    links: [(String, String)],
    facts: [(String, String)]
  ) -> String {
    """
    <header class="masthead">
    <div class="bar-top">
    <p class="wordmark">\(HTMLIcon.book)Studbook</p>
    <nav aria-label="Sections"><ul>\(links.map { "<li><a href=\"\(HTMLText.escaped($0.0))\">\(HTMLText.escaped($0.1))</a></li>" }.joined())</ul></nav>
    </div>
    <div class="verdict \(kind)">
    \(icon)
    <div>
    <h1>\(HTMLText.escaped(headline))</h1>
    \(details.map { "<p>\(HTMLText.escaped($0))</p>" }.joined(separator: "\n"))
    </div>
    </div>
    <dl class="facts">\(facts.map { "<div><dt>\(HTMLText.escaped($0.0))</dt><dd>\(HTMLText.escaped($0.1))</dd></div>" }.joined())</dl>
    </header>

    """
  }
}

internal import Reports

/// The frame of every page: what the report has, with links and files where that has all in one.
struct DeskPage {
  let title: String
  let path: String
  let main: HTML
  let desk: DeskContext
  var reloads = false

  var html: HTML {
    let state = desk.session.state
    return """
      \(Self.head("\(title) · \(state.name)", reloads: reloads))
      <body data-version="\(state.version)">
      <a class="skip" href="#main">Skip to the page</a>
      <header class="masthead">
      <div class="bar-top">
      <p class="wordmark">\(HTML(unescaped: HTMLIcon.book))<a href="/">Studbook</a></p>
      <nav aria-label="Desk"><ul>\(desk.sections.compactMap(\.navigation).map(link))</ul></nav>
      </div>
      </header>
      \(tools(state))
      <main id="main" tabindex="-1">
      <h1>\(title)</h1>
      \(main)
      </main>
      <footer><p>\(state.name). Every change goes into the source files.\(" This desk is read only.", if: desk.isReadOnly)</p>
      <form method="post" action="/elsewhere"><button>Open elsewhere</button></form></footer>
      <p id="status" class="toast" role="status" aria-live="polite"></p>
      </body>
      </html>
      """
  }

  private func link(_ entry: (title: String, path: String)) -> HTML {
    let current: HTML = entry.path == path ? " aria-current=\"page\"" : ""
    return "<li><a href=\"\(entry.path)\"\(current)>\(entry.title)</a></li>"
  }

  /// Undo and redo, with what they are about.
  private func tools(_ state: DeskState) -> HTML {
    guard !desk.isReadOnly else { return "<div id=\"tools\"></div>" }
    func button(_ action: String, _ title: String, _ what: String?, key: String) -> HTML {
      let label: HTML = what.map { "\(title)<span class=\"what\"> \($0)</span>" } ?? "\(title)"
      let off: HTML = what == nil ? " disabled" : ""
      return """
        <form method="post" action="/\(action)"><input type="hidden" name="back" value="\(path)">\
        <button aria-keyshortcuts="\(key)"\(off)>\(label)</button></form>
        """
    }
    return """
      <div id="tools" class="tools" data-live>
      \(button("undo", "Undo", state.undoTitle, key: "Control+Z"))\(button("redo", "Redo", state.redoTitle, key: "Control+Shift+Z"))
      <span class="judging"\(" hidden", if: !state.isJudging)>Checking …</span>
      </div>
      """
  }

  /// A page without the desk's frame, for whoever is not in.
  static func bare(_ title: String, _ main: HTML) -> HTML {
    """
    \(head(title))
    <body><header class="masthead"><div class="bar-top"><p class="wordmark">\(HTML(unescaped: HTMLIcon.book))Studbook</p></div></header>
    <main id="main"><h1>\(title)</h1>\(main)</main></body></html>
    """
  }

  private static func head(_ title: String, reloads: Bool = false) -> HTML {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(visible: title)</title>
    <link rel="stylesheet" href="/desk.css">
    <script src="/desk.js" defer></script>\("<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>", if: reloads)
    </head>
    """
  }
}

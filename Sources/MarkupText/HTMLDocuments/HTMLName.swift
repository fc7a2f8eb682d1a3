/// The names that tables are made of, as slots of the name tests that every page's tree has.
enum HTMLName: Int32, CaseIterable {
  case table, caption, thead, tbody, tfoot, tr, td, th
  case a, img, br, base, sup, datalist, dt, dd, dl, hr
  // Groups of names.
  case heading, block, tablePart, script
  // Attributes.
  case colspan, rowspan, href, src, `class`, id, hidden, inlineStyle

  var isAttribute: Bool { rawValue >= HTMLName.colspan.rawValue }

  static let tests: [NameTest] = allCases.map { name in
    let group = name.group
    let text = name == .inlineStyle ? "style" : "\(name)"
    return NameTest(
      local: group.isEmpty ? text : nil,
      locals: group,
      isAttribute: name.isAttribute,
      slot: name.rawValue
    )
  }

  /// The names that a group holds; empty for a name.
  private var group: Set<String> {
    switch self {
    case .heading: Self.headings
    case .block: Self.blocks.union(Self.headings)
    case .tablePart: ["table", "caption", "colgroup", "thead", "tbody", "tfoot", "tr", "td", "th"]
    case .script: ["script", "style"]
    default: []
    }
  }

  private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

  /// Elements before and after which browsers begin a new line.
  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "caption", "center", "dd", "details", "dialog", "dir", "div", "dl",
    "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "legend", "li", "main", "menu", "nav",
    "ol",
    "optgroup", "option", "p", "pre", "search", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
  ]
}

extension NodeTree {
  @inline(__always)
  func isElement(_ node: Int, _ name: HTMLName) -> Bool { names.passes(nodes[node].name, name.rawValue) }

  /// The value of the attribute `name` of `node`, or `nil`.
  func text(of name: HTMLName, in node: Int) -> String? {
    attribute(of: node, passing: name.rawValue).map { String(decoding: value($0), as: UTF8.self) }
  }

  /// The element's name in small letters.
  func name(of node: Int) -> String { names.names[Int(nodes[node].name)].local }
}

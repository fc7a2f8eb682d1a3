/// The names that tables are made of, as slots of the name tests that every page's tree has.
enum HTMLName: Int32, CaseIterable {
  case table, caption, thead, tbody, tfoot, tr, td, th
  case a, img, br, base, sup, style, script, template, noscript
  case h1, h2, h3, h4, h5, h6
  case p, div, li, ul, ol, dl, dt, dd, section, article, header, footer, blockquote, pre, hr, address
  case select, option, textarea, title
  // Attributes.
  case colspan, rowspan, href, src, `class`, id, hidden, inlineStyle, start

  var isAttribute: Bool { rawValue >= HTMLName.colspan.rawValue }

  static let tests: [NameTest] = allCases.map { name in
    let text = name == .inlineStyle ? "style" : "\(name)"
    return NameTest(local: text, isAttribute: name.isAttribute, slot: name.rawValue)
  }
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

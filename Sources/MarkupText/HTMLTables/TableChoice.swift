/// Which table of a page is meant.
///
/// ```swift
/// let options = HTMLTableOptions(choice: TableChoice.caption("Popularity 2020"))
/// let reader = try HTMLTableReader(path: inputs + "/akc-statistics.html", options: options)
/// var record = MarkupRecord()
/// while try reader.next(&record) {
///   if record.value(2) == "Beagles" { break }
/// }
/// ```
public enum TableChoice: Sendable, Hashable {
  /// The number of the table in the page, from 1; tables inside tables count.
  case number(Int)
  /// The table's caption, else the heading before it, else its `id`; white space and capitals do not matter, nor does the `[edit]` behind a
  /// wiki's heading. Part of a caption will do if it fits one table only.
  case caption(String)
  /// A CSS selector that leads to the table or to something in it.
  case css(String)
  /// An XPath that leads to the table or to something in it.
  case xpath(String)
  /// The table's `id`.
  case id(String)
  /// The only table that looks like data.
  case automatic

  /// Understands what a recipe says: `2` is a number, `//table[2]` an XPath, `table.wikitable` or `#ranks` a CSS selector, and anything
  /// else a caption.
  ///
  /// A text is a selector if it can be read as one, names no unknown elements, and has a class, an id, an attribute or nothing but
  /// names of elements.
  public init(recipeText: String) {
    let text = recipeText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let number = Int(text) {
      self = .number(number)
    } else if text.hasPrefix("/") || text.hasPrefix("(/") || text.hasPrefix("./") || text.hasPrefix("id(") {
      self = .xpath(recipeText)
    } else if let selector = try? CSSSelector(text), selector.looksDeliberate {
      self = .css(text)
    } else if text.isEmpty {
      self = .automatic
    } else {
      self = .caption(text)
    }
  }
}

extension TableChoice: CustomStringConvertible {
  public var description: String {
    switch self {
    case .number(let number): "number \(number)"
    case .caption(let text): "captioned '\(text)'"
    case .css(let selector): "'\(selector)'"
    case .xpath(let path): "'\(path)'"
    case .id(let id): "with the id '\(id)'"
    case .automatic: "of data"
    }
  }
}

internal import DelimitedText
internal import Findings
internal import TextInput

extension DelimitedRecipe {
  /// The keys that only delimited files have, and `table`, `encoding` and `columns`, which mean the like for others.
  static let keys = [
    "delimiter", "quote", "escape", "comment", "lineEnd", "blankLines", "initialSpace", "trailingDelimiter", "skip",
    "footer", "header", "headerSeparator", "columns", "tables", "quoting", "missingFields", "surplusFields", "dialect",
    "longestField", "longestRecord",
  ]

  /// Reads what a source's entry says about the form of a delimited file; what is wrong is among the problems.
  init(_ map: RecipeMap) {
    known = Self.known(map)
    encoding = map.word("encoding", expected: .encoding) {
      TextEncoding(named: $0)
    }
    header = map.integer("header", in: 0...100)
    columns = map.names("columns")?.map(\.value)
    headerSeparator = map.text("headerSeparator")
    options.footerRows = map.integer("footer", in: 0...1000) ?? 0
    options.table = map.word("table", expected: .table, DialectWord.table) ?? .number(1)
    options.tableBoundary = map.choice("tables", DelimitedOptions.TableBoundary.self)
    options.mode = map.choice("quoting", DelimitedOptions.Mode.self) ?? .strict
    options.missingFields = map.choice("missingFields", DelimitedOptions.MissingFields.self) ?? .reject
    options.surplusFields = map.choice("surplusFields", DelimitedOptions.SurplusFields.self) ?? .reject
    options.longestField = map.integer("longestField", in: 1...1 << 30) ?? options.longestField
    options.longestRecord = map.integer("longestRecord", in: 1...1 << 30) ?? options.longestRecord
    dialectFile = map.string("dialect")
  }

  private static func known(_ map: RecipeMap) -> KnownDialect {
    var known = KnownDialect(origin: "given")
    known.delimiter = map.word("delimiter", expected: .delimiter, DialectWord.delimiter)
    known.quote = map.word("quote", expected: .quote, DialectWord.byte)
    known.escape = map.word("escape", expected: .escape, DialectWord.escape)
    known.comment = map.word("comment", expected: .comment, DialectWord.comment)
    known.recordEnd = map.word("lineEnd", expected: .lineEnd, DialectWord.recordEnd)
    known.skipsBlankLines = map.choice("blankLines", DialectWord.Treatment.self).map { $0 == .skip }
    known.skipsInitialSpace = map.choice("initialSpace", DialectWord.Treatment.self).map { $0 == .skip }
    known.hasTrailingDelimiter = map.boolean("trailingDelimiter")
    known.preambleLines = map.integer("skip", in: 0...1_000_000)
    return known
  }
}

extension RecipeMap {
  /// A text that `read` understands.
  fileprivate func word<Value>(_ key: String, expected: RecipeFinding.Form, _ read: (String) -> Value?) -> Value? {
    guard let text = string(key) else { return nil }
    if let value = read(text.value) { return value }
    problems.add(.form(key: key, expected), at: text.position, value: text.value)
    return nil
  }
}

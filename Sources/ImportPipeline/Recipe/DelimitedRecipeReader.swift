internal import DelimitedText
internal import Findings

/// Reads what an entry of a recipe's `sources` says about the form of a delimited file.
struct DelimitedRecipeReader {
  let map: RecipeMap

  /// The keys that only delimited files have, and `table`, `encoding` and `columns`, which mean the like for others.
  static let keys = [
    "delimiter", "quote", "escape", "comment", "lineEnd", "blankLines", "initialSpace", "trailingDelimiter", "skip",
    "footer", "header", "headerSeparator", "columns", "tables", "quoting", "missingFields", "surplusFields", "dialect",
    "longestField", "longestRecord",
  ]

  private var problems: RecipeProblems { map.problems }

  /// The description; what is wrong is among the problems.
  func read() -> DelimitedRecipe {
    var recipe = DelimitedRecipe()
    recipe.known = known()
    recipe.encoding = word("encoding", expected: "the name of an encoding, such as windows-1252") {
      TextEncoding(named: $0)
    }
    recipe.header = map.integer("header", in: 0...100)
    recipe.columns = map.strings("columns")?.map(\.value)
    recipe.headerSeparator = map.string("headerSeparator")?.value
    recipe.footerRows = map.integer("footer", in: 0...1000)
    recipe.table = word("table", expected: "the number of a table, or “all”", DialectWord.table)
    recipe.tableBoundary = map.choice("tables", DelimitedOptions.TableBoundary.self)
    recipe.quoting = map.choice("quoting", DelimitedOptions.Mode.self)
    recipe.missingFields = map.choice("missingFields", DelimitedOptions.MissingFields.self)
    recipe.surplusFields = map.choice("surplusFields", DelimitedOptions.SurplusFields.self)
    recipe.longestField = map.integer("longestField", in: 1...1 << 30)
    recipe.longestRecord = map.integer("longestRecord", in: 1...1 << 30)
    recipe.dialectFile = map.string("dialect")
    return recipe
  }

  private func known() -> KnownDialect {
    var known = KnownDialect(origin: "given")
    known.delimiter = word("delimiter", expected: "one or more characters, or “none”", DialectWord.delimiter)
    known.quote = word("quote", expected: "one ASCII character or “none”", DialectWord.byte)
    known.escape = word("escape", expected: "one ASCII character or “double”", DialectWord.escape)
    known.comment = word("comment", expected: "the beginning of a line, or “none”", DialectWord.comment)
    known.recordEnd = word("lineEnd", expected: "any, lf, crlf or cr", DialectWord.recordEnd)
    known.skipsBlankLines = map.choice("blankLines", DialectWord.Treatment.self).map { $0 == .skip }
    known.skipsInitialSpace = map.choice("initialSpace", DialectWord.Treatment.self).map { $0 == .skip }
    known.hasTrailingDelimiter = map.boolean("trailingDelimiter")
    known.preambleLines = map.integer("skip", in: 0...1_000_000)
    return known
  }

  private func word<Value>(_ key: String, expected: String, _ read: (String) -> Value?) -> Value? {
    guard let text = map.string(key) else { return nil }
    if let value = read(text.value) { return value }
    problems.add(.recipeValue, "“\(key)” has to be \(expected)", at: text.position, value: text.value)
    return nil
  }
}

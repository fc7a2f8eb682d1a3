internal import Findings
internal import MarkupText
internal import Yams

/// Reads what a source's entry says about XML and HTML.
struct MarkupRecipeReader {
  let problems: RecipeProblems

  /// The keys beside those that other formats have too.
  static let keys = ["table", "headerColumns", "namespaces", "keep", "lineBreaks", "base", "separator", "beforeFault"]

  func read(_ map: RecipeMap, format: SourceFormat) -> MarkupRecipe {
    var markup = MarkupRecipe()
    markup.records = map.string("records")
    markup.table = map.string("table")
    markup.encoding = map.string("encoding")?.value
    if format.isMarkup, let encoding = map.string("encoding"), !MarkupEncoding.isKnown(encoding.value) {
      problems.add(.recipeName, "Unknown encoding “\(encoding.value)”", at: encoding.position)
    }
    markup.header = map.integer("header", in: 0...100)
    markup.headerColumns = map.integer("headerColumns", in: 1...100)
    markup.base = map.string("base")?.value
    markup.separator = map.string("separator")?.value ?? markup.separator
    markup.lineBreaks = map.choice("lineBreaks", LineBreakPolicy.self) ?? .space
    markup.beforeFault = map.choice("beforeFault", FaultPolicy.self) ?? .keep
    for text in map.strings("keep") ?? [] {
      if let content = KeptContent(rawValue: text.value) {
        markup.keep.insert(content)
      } else {
        problems.addUnknown("“keep”", text.value, known: KeptContent.allCases.map(\.rawValue), at: text.position)
      }
    }
    if let node = map["namespaces"] {
      let prefixes = RecipeMap(node, kind: "“namespaces”", problems: problems)
      for key in prefixes.keys { markup.namespaces[key.name] = prefixes.string(key.name)?.value }
    }
    if format == .xml, markup.records == nil {
      problems.add(.recipeValue, "An XML source needs “records”, the path of its record elements", at: map.position)
    }
    if format == .jsonlines, let records = markup.records {
      problems.add(.recipeValue, "In JSON Lines each line is a record; “records” is not needed", at: records.position)
    }
    if let table = markup.table, markup.records != nil {
      problems.add(.recipeValue, "A page is read by “table” or by “records”, not by both", at: table.position)
    }
    return markup
  }
}

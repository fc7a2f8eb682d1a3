package import Worksheets

/// Which sheet of a workbook is read, and how.
package struct WorksheetRecipe: Sendable {
  /// The sheet's name or number; the first that is not hidden unless given.
  package var sheet: Located<String>?
  package var options = WorksheetOptions()

  /// Makes the recipe of the first sheet.
  package init() {}
}

extension WorksheetRecipe {
  /// The keys beside those that other formats have too.
  static let keys = ["sheet", "merged", "hidden"]

  /// Reads what a source's entry says about worksheets.
  init(_ map: RecipeMap) {
    sheet = map.string("sheet")
    options.sheet = sheet?.value
    options.headerRows = map.integer("header", in: 0...100)
    options.headerSeparator = map.text("headerSeparator") ?? " "
    options.columnNames = map.names("columns")?.map(\.value)
    options.skipRows = map.integer("skip", in: 0...1_048_576) ?? 0
    options.merged = map.choice("merged", WorksheetOptions.MergedCells.self) ?? .first
    options.hidden = map.choice("hidden", WorksheetOptions.HiddenCells.self) ?? .read
    options.surplus = map.choice("surplusFields", WorksheetOptions.SurplusCells.self) ?? .reject
  }
}

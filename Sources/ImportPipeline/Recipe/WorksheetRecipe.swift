public import Worksheets

/// Which sheet of a workbook is read, and how.
public struct WorksheetRecipe: Sendable {
  /// The sheet's name or number; the first that is not hidden unless given.
  public var sheet: Located<String>?
  public var options = WorksheetOptions()

  /// Makes the recipe of the first sheet.
  public init() {}
}

/// Reads what a source's entry says about worksheets.
struct WorksheetRecipeReader {
  let map: RecipeMap

  /// The keys beside those that other formats have too.
  static let keys = ["sheet", "merged", "hidden"]

  func read() -> WorksheetRecipe {
    var recipe = WorksheetRecipe()
    recipe.sheet = map.string("sheet")
    recipe.options.sheet = recipe.sheet?.value
    recipe.options.headerRows = map.integer("header", in: 0...100)
    recipe.options.headerSeparator = map.string("headerSeparator")?.value ?? " "
    recipe.options.columnNames = map.strings("columns")?.map(\.value)
    recipe.options.skipRows = map.integer("skip", in: 0...1_048_576) ?? 0
    recipe.options.merged = map.choice("merged", WorksheetOptions.MergedCells.self) ?? .first
    recipe.options.hidden = map.choice("hidden", WorksheetOptions.HiddenCells.self) ?? .read
    recipe.options.surplus = map.choice("surplusFields", WorksheetOptions.SurplusCells.self) ?? .reject
    return recipe
  }
}

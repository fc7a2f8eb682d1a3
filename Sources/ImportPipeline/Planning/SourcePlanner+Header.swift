internal import DelimitedText
internal import Findings
internal import ObjectModel
internal import TextInput
internal import Worksheets

/// Columns that the recipe asks for and the source's header does not have: a mistake of whoever made the file, so it is reported there.
extension SourcePlanner {
  /// Whether the names of fields stand in a header of the file, and not in the recipe.
  var takesNamesFromHeader: Bool {
    guard !recipe.locatesFields else { return false }
    return switch recipe.format {
    case .csv: recipe.delimited.columns == nil && recipe.delimited.header != 0
    case .xlsx: recipe.worksheet.options.columnNames == nil && recipe.worksheet.options.headerRows != 0
    case .html: recipe.markup.header != 0
    case .xml, .json, .jsonlines: false
    }
  }

  /// Reports a column that is missing, at the name in the header that was probably meant to be its, else where the header begins.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - entity: The entity that requires it; `nil` if the recipe asks for it.
  ///   - position: Where the recipe asks for it.
  func reportMissingColumn(
    _ name: String,
    requiredBy entity: EntityDescription? = nil,
    askedAt position: SourcePosition
  ) {
    let file = opened?.name ?? recipe.file.value
    if reportEncoding(ofColumn: name, file) { return }
    let mentioned = Set(recipe.mappedFields.map(\.value))
    // A name that the recipe knows stands for its own column.
    let nearest = EditDistance.suggestion(for: name, among: fieldNames.filter { !mentioned.contains($0) })
    let place = opened?.headerPlace(ofField: nearest.flatMap { fieldNumbers[$0] })
    let missing = SourceFinding.Header.Missing(entity: entity?.name, nearest: nearest, known: fieldNames)
    problems.add(
      Finding(
        SourceFinding.header(.missing(column: name, file: file, missing)),
        severity: .error,
        at: place?.position ?? SourcePosition(file: file, line: 1),
        field: nearest ?? name,
        entity: recipe.entity.value,
        value: nearest,
        suggestion: nearest.flatMap { _ in name },
        excerpt: place?.excerpt,
        related: [RelatedPlace(.request, at: position)]
      )
    )
  }

  /// Reports that the file is in another encoding than the recipe says, if that is why a column is missing.
  ///
  /// - Returns: Whether it is.
  private func reportEncoding(ofColumn name: String, _ file: String) -> Bool {
    // That a column is missing is said in any case; this only finds out more.
    guard recipe.format == .csv, let said = recipe.delimited.encoding, let first = files.first,
      let input = try? SourceInput(path: first.path, name: first.name, member: recipe.member?.value)
    else { return false }
    var delimited = recipe.delimited
    delimited.encoding = nil
    // The planner opens the source itself, and says what it meets.
    guard let reader = try? input.delimitedReader(delimited.options(fileName: file, expectedNames: [name])),
      reader.encoding != said, reader.header.contains(name)
    else { return false }
    let place = reader.headerPlace(ofField: nil)
    problems.add(
      Finding(
        SourceFinding.encoding(.other(reader.encoding.name, file: file, said: said.name)),
        severity: .error,
        at: place?.position ?? SourcePosition(file: file, line: 1),
        entity: recipe.entity.value,
        excerpt: place?.excerpt,
        related: [RelatedPlace(.recipeSource, at: recipe.file.position)]
      )
    )
    return true
  }
}

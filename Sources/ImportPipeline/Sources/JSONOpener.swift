internal import Findings
internal import JSONText

/// Opens a JSON source as its recipe asks.
struct JSONOpener {
  let recipe: SourceRecipe
  let input: SourceInput
  /// The paths of the fields; every field that a record has for none.
  let fields: [String]

  /// The source, standing before its first record.
  ///
  /// - Parameter watch: Notices paths at which nothing stands.
  /// - Throws: `SourceOpeningProblem` when the recipe and the file do not fit; the reader's error when the file cannot be read.
  func open(_ watch: FieldWatch) throws -> any RecordSource {
    ReaderSource(try reader(), name: input.name, fieldNames: fields, input: input, watch: watch)
  }

  /// A reader of the records.
  ///
  /// - Parameter isSample: Whether only names are wanted, which a fault after them does not make wrong.
  /// - Throws: As `open`.
  func reader(isSample: Bool = false) throws -> JSONRecordReader {
    var options = JSONRecordOptions(
      recipe.format == .jsonlines ? .lines : .document,
      records: try recordPath(),
      fileName: input.name
    )
    options.mode = recipe.json.syntax
    options.limits = recipe.json.limits
    options.encoding = recipe.json.encoding
    options.deliversRecordsBeforeFault = isSample || recipe.markup.beforeFault == .keep
    let paths = try fields.map { field in
      try SourceOpeningProblem.understood("The field's path", at: recipe.position(ofField: field)) {
        try JSONFieldPath(field, separator: recipe.markup.separator)
      }
    }
    return try SourceOpeningProblem.understood("The field's path", at: recipe.markup.records?.position) {
      try JSONRecordReader(input.contents, options: options, fields: paths)
    }
  }

  private func recordPath() throws -> JSONRecordPath {
    if let records = recipe.markup.records {
      return try SourceOpeningProblem.understood("The path of the records", at: records.position) {
        try JSONRecordPath(records.value)
      }
    }
    if recipe.format == .json, input.firstJSONByte == UInt8(ascii: "{") {
      throw SourceOpeningProblem(try choiceOfRecords())
    }
    return try JSONRecordPath(recipe.defaultRecords ?? "$")
  }

  /// Says what records a text could have that is an object.
  private func choiceOfRecords() throws -> RecipeFinding {
    var options = JSONRecordOptions(.document, records: try JSONRecordPath("$"))
    options.encoding = recipe.json.encoding
    options.mode = recipe.json.syntax
    // Its beginning may have been read already.
    let again = try SourceInput(path: input.path, name: input.name, member: recipe.member?.value)
    let places = try JSONShape(again.contents, options: options).places.prefix(10).map { place in
      RecipeFinding.JSONPlace(path: "\(place.path)", count: place.count, names: place.names)
    }
    return .jsonObject(file: input.name, places: places)
  }
}

internal import Findings
internal import JSONText

/// Opens a JSON source as its recipe asks.
struct JSONOpener {
  let recipe: SourceRecipe
  let file: SourceFile
  /// The paths of the fields; every field that a record has for none.
  let fields: [String]

  /// From how many records of a file the names are taken that attributes may have too.
  private static let sampledRecords = 1_000

  /// The source, standing before its first record.
  ///
  /// - Parameter watch: Notices paths at which nothing stands.
  /// - Throws: `SourceOpeningProblem` when the recipe and the file do not fit; the reader's error when the file cannot be read.
  func open(_ input: SourceInput, watch: FieldWatch) throws -> any RejectableSource {
    JSONSource(try reader(input, fields), name: input.name, fieldNames: fields, input: input, watch: watch)
  }

  /// The names of texts, numbers and truth values in the first records; `nil` if there is no record.
  ///
  /// - Throws: As `open`.
  func sampledNames(_ input: SourceInput) throws -> [String]? {
    let reader = try reader(input, [], isSample: true)
    var record = JSONRecord()
    var names: [String] = []
    var known: Set<String> = []
    var count = 0
    while count < Self.sampledRecords, try reader.next(&record) {
      count += 1
      _ = reader.takeFindings()
      for name in record.fieldNames where !name.contains(where: { ".[]@~".contains($0) }) && known.insert(name).inserted
      {
        names.append(name)
      }
    }
    return count == 0 ? nil : names
  }

  /// Adds the paths of everything that the first records have.
  ///
  /// - Throws: As `open`.
  func discover(_ fields: inout DiscoveredFields, most: Int, in input: SourceInput) throws {
    let reader = try reader(input, [], isSample: true)
    var record = JSONRecord()
    var count = 0
    while count < most, try reader.next(&record) {
      count += 1
      _ = reader.takeFindings()
      for (number, name) in record.fieldNames.enumerated() { fields.add(name, values: record.values(number).count) }
    }
  }

  /// - Parameter isSample: Whether only names are wanted, which a fault after them does not make wrong.
  private func reader(_ input: SourceInput, _ fields: [String], isSample: Bool = false) throws -> JSONRecordReader {
    var options = JSONRecordOptions(
      recipe.format == .jsonlines ? .lines : .document,
      records: try recordPath(input),
      fileName: input.name
    )
    options.mode = recipe.json.syntax
    options.limits = recipe.json.limits
    options.encoding = recipe.json.encoding
    options.deliversRecordsBeforeFault = isSample || recipe.markup.beforeFault == .keep
    let paths = try fields.map { field in
      try understood("The field's path", at: recipe.position(ofField: field)) {
        try JSONFieldPath(field, separator: recipe.markup.separator)
      }
    }
    return try understood("The field's path", at: recipe.markup.records?.position) {
      try JSONRecordReader(input.contents, options: options, fields: paths)
    }
  }

  private func recordPath(_ input: SourceInput) throws -> JSONRecordPath {
    if let records = recipe.markup.records {
      return try understood("The path of the records", at: records.position) { try JSONRecordPath(records.value) }
    }
    if recipe.format == .json, input.firstJSONByte == UInt8(ascii: "{") {
      throw SourceOpeningProblem(rule: .recipeValue, message: try shapeMessage(input), suggestion: nil)
    }
    return try JSONRecordPath(recipe.defaultRecords ?? "$")
  }

  /// Says what records a text could have that is an object.
  private func shapeMessage(_ input: SourceInput) throws -> String {
    var options = JSONRecordOptions(.document, records: try JSONRecordPath("$"))
    options.encoding = recipe.json.encoding
    options.mode = recipe.json.syntax
    // Its beginning may have been read already.
    let again = try SourceInput(path: file.path, name: file.name, member: recipe.member?.value)
    let places = try JSONShape(again.contents, options: options).places.prefix(10).map { place in
      "“\(place.path)” (\(place.count)\(place.names.isEmpty ? "" : " with \(place.names.prefix(4).joined(separator: ", "))"))"
    }
    return places.isEmpty
      ? "\(input.name) is an object; “records: $” makes it one record"
      : "\(input.name) is an object; say with “records” which values in it are records: \(places.joined(separator: ", "))"
  }

  /// Turns a path that is not understood into a problem of the recipe.
  private func understood<Result>(_ what: String, at position: SourcePosition?, _ body: () throws -> Result) throws
    -> Result
  {
    do {
      return try body()
    } catch let error as JSONTextError where error.kind == .path {
      throw SourceOpeningProblem(rule: .recipeValue, message: "\(what) cannot be read: \(error)", position: position)
    }
  }
}

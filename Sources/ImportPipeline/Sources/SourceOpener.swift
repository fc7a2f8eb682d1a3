internal import DelimitedText
internal import Findings
internal import MarkupText

/// Why a source cannot be opened as its recipe says.
struct SourceOpeningProblem: Error {
  var rule: RuleCode
  var message: String
  var position: SourcePosition?
  var suggestion: String?
}

/// Opens a source's file with the reader of its format.
struct SourceOpener {
  let recipe: SourceRecipe
  let path: String
  /// The paths of an XML source's fields; the other formats bring their own names.
  let fields: [String]

  /// The source, standing before its first record.
  ///
  /// - Throws: `SourceOpeningProblem` when the recipe and the file do not fit; the reader's error when the file cannot be read.
  func open() throws -> any RecordSource {
    switch recipe.format {
    case .csv: try openDelimited()
    case .xml: try openXML()
    case .html: try openHTML()
    }
  }

  private func openDelimited() throws -> any RecordSource {
    var options = DelimitedOptions(fileName: recipe.file.value)
    if let columns = recipe.delimited.columns {
      options.header = .names(columns)
    } else if let rows = recipe.delimited.header {
      options.header = rows == 0 ? .none : .rows(rows)
    }
    if let name = recipe.delimited.encoding {
      guard let encoding = TextEncoding(named: name) else {
        throw SourceOpeningProblem(rule: .recipeName, message: "Unknown encoding “\(name)”")
      }
      options.encoding = encoding
    }
    if recipe.delimited.delimiter != nil || recipe.delimited.quote != nil {
      var dialect = DelimitedDialect.rfc4180
      if let delimiter = recipe.delimited.delimiter { dialect.delimiter = Array(delimiter.utf8) }
      if let quote = recipe.delimited.quote { dialect.quote = quote.utf8.first }
      options.dialect = dialect
    }
    return DelimitedSource(try DelimitedReader(path: path, options: options), fileName: recipe.file.value)
  }

  private func openXML() throws -> any RecordSource {
    guard let records = recipe.markup.records else {
      throw SourceOpeningProblem(rule: .recipeValue, message: "An XML source needs “records”")
    }
    let recordPath: RecordPath
    do {
      recordPath = try RecordPath(records.value)
    } catch {
      throw SourceOpeningProblem(
        rule: .recipeValue,
        message: "The path of the records cannot be read: \(error)",
        position: records.position
      )
    }
    var fieldPaths: [FieldPath] = []
    for field in fields {
      do {
        fieldPaths.append(try FieldPath(field))
      } catch {
        let position = position(ofField: field)
        throw SourceOpeningProblem(
          rule: .recipeValue,
          message: "The field's path cannot be read: \(error)",
          position: position
        )
      }
    }
    var options = XMLRecordOptions(recordPath: recordPath)
    options.namespaces = recipe.markup.namespaces
    options.fileName = recipe.file.value
    return XMLSource(try XMLRecordReader(path: path, options: options, fields: fieldPaths), fieldNames: fields)
  }

  private func position(ofField name: String) -> SourcePosition? {
    let mappings = recipe.attributes.map(\.mapping) + recipe.relationships.map(\.mapping.field)
    return mappings.lazy.flatMap(\.origin.fields).first { $0.value == name }?.position
  }

  private func openHTML() throws -> any RecordSource {
    var options = HTMLTableOptions(choice: recipe.markup.table.map { TableChoice(recipeText: $0.value) } ?? .automatic)
    options.fileName = recipe.file.value
    if let encoding = recipe.markup.encoding { options.encoding = encoding }
    do {
      return HTMLSource(try HTMLTableReader(path: path, options: options))
    } catch let error as MarkupTextError where error.kind == .tableMissing {
      throw SourceOpeningProblem(
        rule: .sourceTableMissing,
        message: Self.oneLine(error.message),
        position: recipe.markup.table?.position
      )
    }
  }

  /// A message of several lines, such as one with the list of a page's tables, as one sentence.
  private static func oneLine(_ message: String) -> String {
    message.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "; ")
  }
}

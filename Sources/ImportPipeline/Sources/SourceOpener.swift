internal import DelimitedText
internal import Findings
internal import PackedSources
internal import Worksheets

/// Opens a source's files with the reader of their format.
struct SourceOpener {
  let recipe: SourceRecipe
  let files: [SourceFile]
  /// The paths of fields, for sources whose fields have no names of their own.
  let fields: [String]

  /// The source, standing before its first record.
  ///
  /// - Throws: `SourceOpeningProblem` when the recipe and the files do not fit; the reader's error when a file cannot be read.
  func open() throws -> any RecordSource {
    let watch = FieldWatch(recipe, fields: fields, fileCount: files.count)
    if files.count == 1 { return try open(0, watch) }
    return try JoinedSource(count: files.count) { try open($0, watch) }
  }

  /// One of the source's files.
  private func open(_ number: Int, _ watch: FieldWatch) throws -> any RecordSource {
    let input = try input(files[number])
    switch recipe.format {
    case .csv: return try openDelimited(input)
    case .xml, .html: return try MarkupOpener(recipe: recipe, input: input, fields: fields, watch: watch).open()
    case .xlsx: return try openWorksheet(input)
    case .json, .jsonlines:
      return try JSONOpener(recipe: recipe, input: input, fields: fields).open(watch)
    }
  }

  private func input(_ file: SourceFile) throws -> SourceInput {
    let input: SourceInput
    do {
      input = try SourceInput(path: file.path, name: file.name, member: recipe.member?.value)
    } catch {
      throw problem(error, file)
    }
    let isWorkbook = recipe.format == .xlsx && input.firstBytes.starts(with: [0x50, 0x4B])
    if !isWorkbook, let binary = BinaryContents(input.firstBytes, isSaidToBeText: true) {
      throw SourceOpeningProblem(SourceFinding.binary(file.name, contents: "\(binary)"), in: file.name)
    }
    return input
  }

  /// The names that the first records of a JSON or XML source have, of which attributes may be filled that the recipe does not mention;
  /// `nil` if there is no record.
  ///
  /// - Throws: As `open`.
  func sampledNames() throws -> [String]? {
    var names: [String]?
    for file in files {
      guard let found = try sampledReader(file).sampledNames() else { continue }
      let known = names ?? []
      names = known + found.filter { !known.contains($0) }
    }
    return names
  }

  /// The paths of everything that the first records of a JSON or XML source have, with the greatest number of values of each.
  ///
  /// - Throws: As `open`.
  func discoveredFields(most: Int) throws -> [(path: String, mostValues: Int)] {
    var discovered = DiscoveredFields()
    for file in files { try sampledReader(file).discover(&discovered, most: most) }
    return discovered.fields
  }

  private func sampledReader(_ file: SourceFile) throws -> any SampledReader {
    let input = try input(file)
    return recipe.format == .xml
      ? try MarkupOpener(recipe: recipe, input: input, fields: []).documentReader()
      : try JSONOpener(recipe: recipe, input: input, fields: []).reader(isSample: true)
  }

  private func problem(_ error: PackedSourceError, _ file: SourceFile) -> any Error {
    let message = "\(file.name): \(error.reason)"
    return switch error.kind {
    case .memberNeeded, .memberMissing, .unsupported, .libraryMissing:
      SourceOpeningProblem(.reader(problem: message), at: recipe.member?.position)
    case .damaged: SourceOpeningProblem(SourceFinding.malformed(.library(message)), in: file.name)
    case .limit: SourceOpeningProblem(SourceFinding.limit(.library(message)), in: file.name)
    case .unreadable: error
    }
  }

  private func openDelimited(_ input: SourceInput) throws -> any RecordSource {
    let options = recipe.delimited.options(fileName: input.name, expectedNames: recipe.mappedFields.map(\.value))
    do {
      return DelimitedSource(try input.delimitedReader(options), fileName: input.name, input: input)
    } catch {
      switch error.kind {
      case .missingTable:
        throw SourceOpeningProblem(SourceFinding.noTable(error.description), in: input.name)
      case .packing: throw SourceOpeningProblem(SourceFinding.malformed(.library(error.description)), in: input.name)
      case .cannotOpen, .cannotRead, .unknownEncoding, .invalidDialect: throw error
      }
    }
  }

  private func openWorksheet(_ input: SourceInput) throws -> any RecordSource {
    do {
      let reader = try WorksheetReader(try input.workbook(), options: recipe.worksheet.options)
      return ReaderSource(reader, name: reader.name, fieldNames: reader.fieldNames, input: input)
    } catch let error as WorksheetError {
      let kind: SourceFinding =
        switch error.kind {
        case .malformed: .malformed(.library(error.description))
        case .sheetMissing: .noTable(error.description)
        case .limit: .limit(.library(error.description))
        }
      let sheet = recipe.worksheet.sheet
      throw SourceOpeningProblem(
        kind,
        in: input.name,
        asked: sheet?.position,
        value: error.nearest,
        expected: error.nearest.flatMap { _ in sheet?.value }
      )
    } catch let error as PackedSourceError {
      throw SourceOpeningProblem(SourceFinding.malformed(.library(error.description)), in: input.name)
    }
  }
}

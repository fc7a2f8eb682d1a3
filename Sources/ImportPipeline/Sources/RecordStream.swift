internal import DelimitedText
package import Findings
internal import FoundationEssentials
internal import TextInput

/// Why the records of a file cannot be read.
package struct RecordStreamError: LocalizedError, CustomStringConvertible {
  package let description: String
}

/// The records of a source as an import sees them, for those who look at sources before there is a recipe.
///
/// The source's recipe says only how the file is read; what its records become does not count here.
package final class RecordStream {
  private let source: any RecordSource

  /// Opens the source's files.
  ///
  /// - Parameters:
  ///   - folder: The folder that the source's file is relative to.
  ///   - fields: The paths of the fields, for sources whose fields have no names of their own.
  /// - Throws: `RecordStreamError` if the files do not fit what is said about them; the reader's error if they cannot be read.
  package init(_ recipe: SourceRecipe, in folder: String, fields: [String]) throws {
    let opener = try Self.opener(recipe, in: folder, fields: fields)
    source = try Self.understood { try opener.open() }
  }

  /// The names or paths of the fields, in the order of their numbers.
  package var fieldNames: [String] { source.fieldNames }

  /// The physical line on which the current record begins.
  package var line: Int { source.line }

  /// Whether the form of the current record is so broken that its fields cannot be trusted.
  package var isBroken: Bool { source.isBroken }

  /// How a delimited file is written: what stands between its fields, and its encoding; `nil` for other formats.
  package var dialect: (delimiter: String, encoding: String)? {
    guard let source = source as? DelimitedSource else { return nil }
    return (String(decoding: source.dialect.delimiter, as: UTF8.self), source.encoding.name)
  }

  /// Moves to the next record.
  ///
  /// - Returns: `false` after the last one.
  /// - Throws: As `init`.
  package func next() throws -> Bool { try Self.understood { try source.next() } }

  /// The findings about the source's form since the last call.
  package func takeFindings() -> [Finding] { source.takeFindings() }

  /// Calls `body` with the UTF-8 bytes of a field of the current record, or with `nil` if the record does not have it.
  package func withField(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Void) { source.withField(field, body) }

  /// Calls `body` with each field of the current record.
  package func forEachField(_ body: (Int, UnsafeBufferPointer<UInt8>?) -> Void) {
    for field in source.fieldNames.indices { source.withField(field) { body(field, $0) } }
  }

  /// The paths of everything that the records of a JSON or XML source have.
  ///
  /// - Parameter most: How many records are looked at.
  /// - Returns: Each path with the greatest number of values that a record has there, in the order in which they are first met.
  /// - Throws: As `init`.
  package static func discoveredFields(
    _ recipe: SourceRecipe,
    in folder: String,
    most: Int
  ) throws -> [(path: String, mostValues: Int)] {
    let opener = try opener(recipe, in: folder, fields: [])
    return try understood { try opener.discoveredFields(most: most) }
  }

  private static func opener(_ recipe: SourceRecipe, in folder: String, fields: [String]) throws -> SourceOpener {
    let files = try SourceFiles.find(recipe.file.value, in: folder)
    guard !files.isEmpty else { throw RecordStreamError(description: "there is no file \(recipe.file.value)") }
    var recipe = recipe
    if recipe.format == .csv, recipe.delimited.description == nil {
      recipe.delimited.description = try DialectDescription.beside(files[0].path)
    }
    return SourceOpener(recipe: recipe, files: files, fields: fields)
  }

  private static func understood<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let problem as SourceOpeningProblem {
      throw RecordStreamError(description: problem.kind.message)
    }
  }
}

/// The paths that records have, with the greatest number of values of each.
struct DiscoveredFields {
  private(set) var fields: [(path: String, mostValues: Int)] = []
  private var numbers: [String: Int] = [:]

  mutating func add(_ path: String, values: Int) {
    if let number = numbers[path] {
      if values > fields[number].mostValues { fields[number].mostValues = values }
    } else {
      numbers[path] = fields.count
      fields.append((path, values))
    }
  }
}

extension RecordStreamError {
  package var errorDescription: String? { description }
}

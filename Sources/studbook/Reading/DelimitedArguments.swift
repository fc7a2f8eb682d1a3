public import ArgumentParser
public import DelimitedText
import ImportPipeline

/// The options that say how a delimited text is to be read. Their words are those of a recipe's source.
struct DelimitedArguments: ParsableArguments {
  @Option(help: "What separates fields: characters, tab, space or \\x1F; ‘none’ for a list. (default: detected)")
  var delimiter: String?

  @Option(help: "The quote; ‘none’ for none. (default: detected)")
  var quote: String?

  @Option(help: "The character that escapes quotes; ‘double’ for doubled quotes. (default: detected)")
  var escape: String?

  @Option(help: "How comment lines begin; ‘none’ for no comments. (default: detected)")
  var comment: String?

  @Option(help: "What ends a record: any, lf, crlf or cr. (default: any)")
  var lineEnd: String?

  @Option(help: "Blank lines: skip or keep. (default: skip)")
  var blankLines: DialectWord.Treatment?

  @Option(help: "Spaces after delimiters: skip or keep. (default: detected)")
  var initialSpace: DialectWord.Treatment?

  @Flag(inversion: .prefixedNo, help: "Whether each record ends with a delimiter. (default: detected)")
  var trailingDelimiter: Bool?

  @Option(help: ArgumentHelp("How many lines stand before the header. (default: detected)", valueName: "lines"))
  var skip: Int?

  @Option(help: ArgumentHelp("How many records at the end are none. (default: 0)", valueName: "rows"))
  var footer: Int?

  @Option(help: "Names for the columns, separated by commas. (default: from the header)")
  var columns: String?

  @Option(help: "What joins the names of several header rows. (default: a space)")
  var headerSeparator: String?

  @Option(help: "What separates several tables: blank-line or repeated-header. (default: detected)")
  var tables: DelimitedOptions.TableBoundary?

  @Option(help: "Broken quoting: strict makes it errors, tolerant warnings. (default: strict)")
  var quoting: DelimitedOptions.Mode?

  @Option(help: "Records with too few fields: reject, pad or mend. (default: reject)")
  var missingFields: DelimitedOptions.MissingFields?

  @Option(help: "Records with too many fields: reject, cut, join or mend. (default: reject)")
  var surplusFields: DelimitedOptions.SurplusFields?

  @Option(
    help: ArgumentHelp("A Frictionless or CSVW description of the file. (default: one beside it)", valueName: "file"),
    completion: .file(extensions: ["json"])
  )
  var dialect: String?

  func validate() throws {
    if let quote, DialectWord.byte(quote) == nil { throw ValidationError("--quote has to be one ASCII character.") }
    if let escape, DialectWord.escape(escape) == nil {
      throw ValidationError("--escape has to be one ASCII character.")
    }
    if let lineEnd, DialectWord.recordEnd(lineEnd) == nil {
      throw ValidationError("--line-end has to be any, lf, crlf or cr.")
    }
    if let skip, skip < 0 { throw ValidationError("--skip cannot be negative.") }
    if let footer, !(0...1000).contains(footer) { throw ValidationError("--footer has to be from 0 to 1000.") }
  }

  /// The options as a recipe would say them.
  func recipe() -> DelimitedRecipe {
    var recipe = DelimitedRecipe()
    recipe.known.delimiter = delimiter.map(DialectWord.delimiter)
    recipe.known.quote = quote.flatMap(DialectWord.byte)
    recipe.known.escape = escape.flatMap(DialectWord.escape)
    recipe.known.comment = comment.map(DialectWord.comment)
    recipe.known.recordEnd = lineEnd.flatMap(DialectWord.recordEnd)
    recipe.known.skipsBlankLines = blankLines.map { $0 == .skip }
    recipe.known.skipsInitialSpace = initialSpace.map { $0 == .skip }
    recipe.known.hasTrailingDelimiter = trailingDelimiter
    recipe.known.preambleLines = skip
    recipe.options.footerRows = footer ?? 0
    recipe.columns = columns?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    recipe.headerSeparator = headerSeparator
    recipe.options.tableBoundary = tables
    recipe.options.mode = quoting ?? .strict
    recipe.options.missingFields = missingFields ?? .reject
    recipe.options.surplusFields = surplusFields ?? .reject
    return recipe
  }

  /// What the description given, or one beside the file, says.
  func description(of file: String) throws -> DialectDescription? {
    if let dialect { return try DialectDescription.read(dialect, for: file) }
    return file == "-" ? nil : try DialectDescription.beside(file)
  }
}

extension DialectWord.Treatment: ExpressibleByArgument {}
extension DelimitedOptions.TableBoundary: ExpressibleByArgument {}
extension DelimitedOptions.Mode: ExpressibleByArgument {}
extension DelimitedOptions.MissingFields: ExpressibleByArgument {}
extension DelimitedOptions.SurplusFields: ExpressibleByArgument {}

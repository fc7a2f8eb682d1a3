package import DelimitedText
package import TextInput

/// How a delimited file is to be read; what is not said is detected.
package struct DelimitedRecipe: Sendable {
  /// The words of the dialect that are given.
  package var known = KnownDialect()
  package var encoding: TextEncoding?
  /// How many header rows there are; 0 for none, `nil` to detect.
  package var header: Int?
  /// Column names for a file without header, or in place of its own.
  package var columns: [String]?
  /// What stands between the parts of a name that several header rows make.
  package var headerSeparator: String?
  /// What the reader is told as it stands: tables, faults and limits.
  package var options = DelimitedOptions()
  /// A Frictionless or CSVW description of the file, relative to the recipe's folder.
  package var dialectFile: Located<String>?
  /// What that file, or one beside the source, says; this recipe's own words come first.
  package var description: DialectDescription?

  /// Says nothing: everything is detected.
  package init() {}

  /// The reader's options.
  ///
  /// - Parameters:
  ///   - fileName: The file's name in positions.
  ///   - expectedNames: Names of columns that the recipe speaks of.
  package func options(fileName: String, expectedNames: [String] = []) -> DelimitedOptions {
    var options = options
    options.encoding = encoding ?? description?.encoding
    options.fileName = fileName
    options.known = known
    if let description {
      let isGiven = known != KnownDialect()
      options.known.origin = isGiven ? "given, or said by \(description.known.origin)" : description.known.origin
      options.known.fill(from: description.known)
    }
    let rows = header ?? description?.headerRows
    if header == nil, let description { options.headerOrigin = description.known.origin }
    switch (columns ?? (rows == 0 ? description?.columns : nil), rows) {
    case (let names?, nil), (let names?, 0): options.header = .names(names)
    case (let names?, let rows?): options.header = .replaced(rows: rows, names: names)
    case (nil, 0): options.header = .none
    case (nil, let rows?): options.header = .rows(rows)
    case (nil, nil): options.expectedNames = description?.columns ?? expectedNames
    }
    options.headerSeparator = headerSeparator ?? description?.headerSeparator ?? " "
    return options
  }
}

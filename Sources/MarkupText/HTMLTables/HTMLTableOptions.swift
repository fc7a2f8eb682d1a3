/// Which table to read from a page, and how.
///
/// ```swift
/// let options = HTMLTableOptions(choice: TableChoice.caption("Popularity 2020"))
/// let reader = try HTMLTableReader(path: inputs + "/akc-statistics.html", options: options)
/// var record = MarkupRecord()
/// while try reader.next(&record) {
///   if record.value(2) == "Beagles" { break }
/// }
/// ```
public struct HTMLTableOptions: Sendable {
  /// Where the columns' names come from.
  public enum HeaderRows: Sendable, Hashable {
    /// The rows of `thead`, else the first rows that have header cells only. A table without any has columns called `column_1` and so on.
    case detect
    /// As many rows at the start; with 0 the columns are called `column_1` and so on.
    case count(Int)
  }

  /// Which table is read.
  public var choice: TableChoice
  /// Where the columns' names come from.
  public var headerRows: HeaderRows
  /// How many columns at the left hold the names of the fields, in a table whose records are its columns; `nil` where rows are the records.
  public var headerColumns: Int?
  /// The file's name in findings and places; the file's own name unless given.
  public var fileName: String?
  /// The encoding's name; detected unless given.
  public var encoding: String?
  /// The address of the page, against which links are resolved; the page's own `base` wins.
  public var baseAddress: String?
  /// How the text of cells becomes values.
  public var text: HTMLTextOptions
  /// What stands between several links of a cell.
  public var separator: String
  /// How much a page may ask of memory.
  public var limits: MarkupLimits
  /// The longest page, in bytes.
  public var documentBytes: Int

  /// Makes options; without a choice, the only table that looks like data is meant.
  public init(
    choice: TableChoice = .automatic,
    headerRows: HeaderRows = .detect,
    fileName: String? = nil,
    encoding: String? = nil,
    baseAddress: String? = nil,
    text: HTMLTextOptions = HTMLTextOptions(),
    separator: String = "; ",
    limits: MarkupLimits = MarkupLimits(),
    documentBytes: Int = 256 << 20
  ) {
    self.choice = choice
    self.headerRows = headerRows
    self.fileName = fileName
    self.encoding = encoding
    self.baseAddress = baseAddress
    self.text = text
    self.separator = separator
    self.limits = limits
    self.documentBytes = documentBytes
  }
}

/// What a page's table is, for a person who has to choose one.
///
/// ```swift
/// let tables: [HTMLTableSummary] = try HTMLTableReader.tables(in: .file(inputs + "/akc-statistics.html"))
/// let captions = tables.compactMap(\.caption)
/// ```
public struct HTMLTableSummary: Sendable, Hashable {
  /// From 1, in the order of the page; tables inside tables count.
  public var number: Int
  /// The table's `id`.
  public var id: String?
  /// The text of its `caption`.
  public var caption: String?
  /// The text of the last heading before the table.
  public var heading: String?
  /// How many rows it has, header rows included.
  public var rows: Int
  /// How many columns it has, spans expanded.
  public var columns: Int
  /// The texts of the first row.
  public var firstRow: [String]
  /// The line on which the table begins.
  public var line: Int
}

extension HTMLTableSummary: CustomStringConvertible {
  /// Such as `2 "Popularity 2020" (#popularity), 279 rows of 3 columns, line 31`.
  public var description: String {
    var text = "\(number)"
    if let name = caption ?? heading { text += " \"\(name)\"" }
    if let id { text += " (#\(id))" }
    return text
      + ", \(rows) \(rows == 1 ? "row" : "rows") of \(columns) \(columns == 1 ? "column" : "columns"), line \(line)"
  }
}

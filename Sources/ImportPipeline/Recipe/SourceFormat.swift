/// The families of sources.
public enum SourceFormat: String, Sendable, CaseIterable {
  case csv, xml, html, json
  /// JSON Lines: a value on each line.
  case jsonlines
  /// A sheet of a workbook (ECMA-376).
  case xlsx

  /// Whether its values may be numbers, and not texts only.
  var hasNumbers: Bool { self == .json || self == .jsonlines || self == .xlsx }

  /// Whether white space around and within texts belongs to the layout of the file.
  public var isMarkup: Bool { self == .xml || self == .html }

  /// Whether the sources are JSON, as one value or by the line.
  public var isJSON: Bool { self == .json || self == .jsonlines }

  /// How the names of files of rejected records end.
  var ending: String {
    switch self {
    case .jsonlines: "jsonl"
    // Rejected rows are written as text.
    case .xlsx: "csv"
    case .csv, .xml, .html, .json: rawValue
    }
  }

  /// The format that follows from a file's name as recipes read it; `nil` if the recipe has to say it.
  package init?(ofName name: String) {
    var parts = name.split(separator: ".").map { $0.lowercased() }
    if let last = parts.last, ["gz", "zst", "bz2", "xz"].contains(last) { parts.removeLast() }
    switch parts.last {
    case "csv", "tsv", "txt", "tab": self = .csv
    case "xml": self = .xml
    case "html", "htm", "xhtml": self = .html
    case "json", "geojson": self = .json
    case "jsonl", "ndjson", "jsonlines": self = .jsonlines
    case "xlsx", "xlsm": self = .xlsx
    default: return nil
    }
  }
}

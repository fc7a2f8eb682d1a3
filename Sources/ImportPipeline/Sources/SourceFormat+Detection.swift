internal import Foundation

/// Telling a file's format by its name and its first bytes.
extension SourceFormat {
  private static let endings: [(SourceFormat, [String])] = [
    (.csv, [".csv", ".tsv", ".tab", ".txt", ".psv"]), (.xml, [".xml", ".kml", ".gpx", ".rss"]),
    (.html, [".html", ".htm", ".xhtml"]), (.json, [".json", ".geojson"]),
    (.jsonlines, [".jsonl", ".ndjson", ".jsonlines"]), (.xlsx, [".xlsx", ".xlsm"]),
  ]

  /// The format that the name of a file, or of an archive's member, says, or else the first bytes; `csv` for what looks like nothing else.
  package static func detected(_ input: SourceInput) -> SourceFormat {
    if let format = named(input) { return format == .json && hasLines(input) ? .jsonlines : format }
    // Other archives have been unpacked.
    if input.firstBytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return .xlsx }
    let start = String(decoding: input.firstBytes, as: UTF8.self).lowercased().drop {
      $0.isWhitespace || $0 == "\u{FEFF}"
    }
    if let format = detectedJSON(start) { return format }
    guard start.first == "<" else { return .csv }
    return start.hasPrefix("<!doctype html") || start.contains("<html") ? .html : .xml
  }

  /// The format that the name says; `nil` if it says none.
  package static func named(_ input: SourceInput) -> SourceFormat? {
    var stem = input.name.lowercased()
    for ending in [".gz", ".zst", ".bz2", ".xz"] where stem.hasSuffix(ending) { stem.removeLast(ending.count) }
    return endings.first { $0.1.contains(where: stem.hasSuffix) }?.0
  }

  /// Whether what is called JSON is JSON Lines.
  private static func hasLines(_ input: SourceInput) -> Bool {
    let start = String(decoding: input.firstBytes, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    return detectedJSON(start) == .jsonlines
  }

  /// JSON begins with an object or an array; in JSON Lines the first line is whole, and another follows.
  private static func detectedJSON(_ start: Substring) -> SourceFormat? {
    if start.wholeMatch(of: /\[\s*(?:["\[{\-\]0-9tfn].*)?/.dotMatchesNewlines()) != nil { return .json }
    guard start.wholeMatch(of: /{\s*(?:["}].*)?/.dotMatchesNewlines()) != nil else { return nil }
    let lines = start.split(maxSplits: 1, whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
    return lines.count > 1 && lines[0].hasSuffix("}") && lines[1].hasPrefix("{") ? .jsonlines : .json
  }
}

public import ArgumentParser
public import ImportPipeline

extension SourceFormat: ExpressibleByArgument {
  private static let endings: [(SourceFormat, [String])] = [
    (.csv, [".csv", ".tsv", ".tab", ".txt", ".psv"]), (.xml, [".xml", ".kml", ".gpx", ".rss"]),
    (.html, [".html", ".htm", ".xhtml"]),
  ]

  /// The format that the name of a file, or of an archive's member, says, or else the first bytes; `csv` for what looks like nothing else.
  static func detected(_ input: SourceInput) -> SourceFormat {
    var stem = input.name.lowercased()
    for ending in [".gz", ".zst", ".bz2", ".xz"] where stem.hasSuffix(ending) { stem.removeLast(ending.count) }
    for (format, endings) in endings where endings.contains(where: stem.hasSuffix) { return format }
    let start = String(decoding: input.firstBytes, as: UTF8.self).lowercased().drop {
      $0.isWhitespace || $0 == "\u{FEFF}"
    }
    guard start.first == "<" else { return .csv }
    return start.hasPrefix("<!doctype html") || start.contains("<html") ? .html : .xml
  }
}

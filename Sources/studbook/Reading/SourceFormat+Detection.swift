#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension SourceFormat {
  /// The format that a file's name says, or else its first bytes; `csv` for standard input and what looks like nothing else.
  static func detected(_ path: String) throws -> SourceFormat {
    let name = path.lowercased()
    let stem = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    let byExtension: [(SourceFormat, [String])] = [
      (.csv, [".csv", ".tsv", ".tab", ".txt", ".psv"]), (.xml, [".xml", ".kml", ".gpx", ".rss"]),
      (.html, [".html", ".htm", ".xhtml"]),
    ]
    for (format, suffixes) in byExtension where suffixes.contains(where: stem.hasSuffix) { return format }
    if path == "-" { return .csv }
    guard let file = fopen(path, "rb") else {
      throw CommandFailure("cannot read \(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = fread(&bytes, 1, bytes.count, file)
    let start = String(decoding: bytes[..<count], as: UTF8.self).lowercased().drop {
      $0.isWhitespace || $0 == "\u{FEFF}"
    }
    guard start.first == "<" else { return .csv }
    return start.hasPrefix("<!doctype html") || start.contains("<html") ? .html : .xml
  }
}

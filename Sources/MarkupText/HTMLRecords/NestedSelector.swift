/// The way from repeated elements of a page to those around them.
///
/// Records inside records are read as records of their own; what belongs to the outer record is a field that leads up from the inner one.
package struct NestedSelector: Sendable, Hashable {
  /// The selector of the inner records, from the page's root.
  package let records: String
  /// The beginning of a field path that leads from the inner record's element to the outer one's.
  package let wayOut: String

  /// Reads two selectors.
  ///
  /// - Parameters:
  ///   - inner: The selector of the inner records, seen from the outer ones: `li`, `> ul > li`, `li.breed, p.breed`.
  ///   - outer: The selector of the outer records.
  /// - Throws: `MarkupTextError` of kind `path` if one of them is no CSS selector, or leads out of the outer records.
  package init(inner: String, outer: String) throws(MarkupTextError) {
    for path in [inner, outer] where path.hasPrefix("/") || path.hasPrefix("(") || path.hasPrefix("./") {
      throw MarkupTextError(
        .path,
        "Records inside records of a page are found by CSS selectors, not by the XPath '\(path)'"
      )
    }
    _ = try CSSSelector(outer)
    let start = outer.parts(between: ",").count > 1 ? ":is(\(outer))" : outer
    var joined: [String] = []
    for part in inner.parts(between: ",") {
      if part.hasPrefix("+") || part.hasPrefix("~") {
        throw MarkupTextError(.path, "The elements '\(part)' do not stand in the records around them")
      }
      _ = try CSSSelector(part.hasPrefix(">") ? String(part.dropFirst()) : part)
      joined.append("\(start) \(part)")
    }
    records = joined.joined(separator: ", ")
    wayOut = "closest(\(outer))"
    _ = try CSSSelector(records)
  }

  /// A field of the outer record as the inner one finds it.
  ///
  /// - Throws: `MarkupTextError` of kind `path` for a field that is not understood.
  package func seenFromInside(_ field: String) throws(MarkupTextError) -> String {
    try HTMLFieldPath("\(wayOut) \(HTMLFieldPath(field))").text
  }
}

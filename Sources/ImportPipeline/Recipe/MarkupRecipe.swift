/// Which part of an XML or HTML file holds the records, and how its text is read.
package struct MarkupRecipe: Sendable {
  /// The path of an XML file's record elements, or a selector or XPath of a page's.
  package var records: Located<String>?
  /// The table of an HTML page: number, caption, CSS selector or XPath.
  package var table: Located<String>?
  /// Namespace prefixes that paths use.
  package var namespaces: [String: String] = [:]
  /// The encoding when the file itself does not say or says it wrong.
  package var encoding: String?
  /// How many header rows the table has; `nil` to detect.
  package var header: Int?
  /// How many columns hold the fields' names, where the records are columns; `nil` where they are rows.
  package var headerColumns: Int?
  /// Parts of a page that are left out unless they are kept.
  package var keep: Set<KeptContent> = []
  /// What a line break in a page's text becomes.
  package var lineBreaks: LineBreakPolicy = .space
  /// The address of the page, against which its links are resolved.
  package var base: String?
  /// What stands between several values of a field.
  package var separator = "; "
  /// What becomes of the records before the place where a document is broken.
  package var beforeFault: FaultPolicy = .keep
}

/// What a reader of a page does not see, or does not want.
package enum KeptContent: String, Sendable, CaseIterable {
  /// Elements hidden by `hidden` or `display: none`.
  case hidden
  /// Footnote marks.
  case notes
  /// The text of scripts and styles.
  case scripts
  /// U+00A0 as it stands, rather than as white space.
  case noBreakSpaces
}

/// What a line break or the border of a paragraph becomes.
package enum LineBreakPolicy: String, Sendable, CaseIterable {
  case space, newline, nothing
}

/// What becomes of the records before a fault that ends the reading.
package enum FaultPolicy: String, Sendable, CaseIterable {
  case keep, discard
}

/// One file of source text.
package struct GeneratedFile: Sendable, Hashable {
  /// The file's name.
  package let name: String
  /// The text, with a line feed at its end.
  package let text: String
  /// Whether the file is written once and then belongs to whoever edits it.
  package let isKept: Bool
}

/// Source text, line by line.
struct SourceText {
  private(set) var lines: [String] = []

  /// Appends lines, indented by `indentation` spaces; empty ones are not.
  mutating func add(_ text: String, indentation: Int = 0) {
    let margin = String(repeating: " ", count: indentation)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(line.isEmpty ? "" : margin + line)
    }
  }

  var text: String { lines.joined(separator: "\n") + "\n" }
}

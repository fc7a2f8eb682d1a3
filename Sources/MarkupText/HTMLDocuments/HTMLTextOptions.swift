/// How the text of a page becomes values.
///
/// ```swift
/// var options = HTMLTableOptions()
/// options.text = HTMLTextOptions()
/// options.text.keepsHidden = true
/// options.text.lineBreak = .newline
/// let reader = try HTMLTableReader(bytes: Array(text.utf8), options: options)
/// ```
public struct HTMLTextOptions: Sendable, Hashable {
  /// What a line break or the border of a paragraph becomes.
  public enum LineBreak: Sendable, Hashable {
    case space
    case newline
    /// Nothing: the text on both sides touches, as in the DOM's `textContent`.
    case nothing
  }

  /// What a line break or the border of a paragraph becomes.
  public var lineBreak = LineBreak.space
  /// Whether U+00A0 stays; otherwise it is white space like any other.
  public var keepsNoBreakSpaces = false
  /// Whether elements that a page hides by `hidden` or `display: none` count.
  public var keepsHidden = false
  /// Whether footnote marks (`sup.reference`) count.
  public var keepsNotes = false
  /// Whether the text of scripts and styles counts, as in the DOM's `textContent`.
  public var keepsScripts = false

  /// Makes the default options: what a reader of the page sees, on one line.
  public init() {}
}

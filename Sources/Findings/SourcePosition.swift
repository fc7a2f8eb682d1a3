/// A place in a source file, in the terms of a text editor.
///
/// ```swift
/// var finding = Finding(
///   GivenWords(.recordDuplicate, "There is a Beagle already"),
///   at: SourcePosition(file: "akc-breeds.csv", line: 12, column: 1),
///   excerpt: SourceExcerpt(text: "Beagle,Hound Group", line: 12, markStart: 0, markLength: 6)
/// )
/// finding.related = [RelatedPlace("the first one", at: SourcePosition(file: "akc-breeds.csv", line: 3))]
/// let place = finding.position?.description  // akc-breeds.csv:12:1
/// ```
///
/// Lines and columns count from 1. A column counts characters (Unicode scalars) from the start of its physical line, so that an
/// editor's "go to line and column" lands on it; `byteColumn` and `byteRange` say the same place in bytes of the file as it is stored
/// (after decompression, before decoding).
public struct SourcePosition: Sendable, Hashable, Codable {
  /// The file as the recipe names it, relative to the recipe's folder.
  public var file: String
  /// The physical line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int
  /// The column in bytes of the file, from 1; `nil` when the reader cannot tell. A byte order mark does not count.
  public var byteColumn: Int?
  /// The line on which the marked text ends; equals `line` unless the text spans lines.
  public var endLine: Int
  /// The column after the last marked character on `endLine`.
  public var endColumn: Int
  /// The marked bytes, counted from 0 in the file; `nil` when the reader cannot tell.
  public var byteRange: Range<Int>?

  /// Makes a position that marks the text from (`line`, `column`) up to, not including, (`endLine`, `endColumn`).
  public init(
    file: String,
    line: Int,
    column: Int = 1,
    byteColumn: Int? = nil,
    endLine: Int? = nil,
    endColumn: Int? = nil,
    byteRange: Range<Int>? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.byteColumn = byteColumn
    self.endLine = endLine ?? line
    self.endColumn = endColumn ?? column
    self.byteRange = byteRange
  }
}

extension SourcePosition: CustomStringConvertible {
  /// `file:line:column`, as compilers write it.
  public var description: String { "\(file):\(line):\(column)" }
}

extension SourcePosition: Comparable {
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}

public import FoundationEssentials

/// What is wrong in the text of a predicate or expression, and where.
///
/// ```swift
/// do {
///   _ = try ObjectPredicate(format: "heightMax >> 50")
/// } catch {
///   let syntaxError: PredicateSyntaxError = error
///   text = syntaxError.description  // what is wrong, the text, and a caret under the place
/// }
/// ```
public struct PredicateSyntaxError: LocalizedError, Sendable, Hashable {
  /// The format as it was given.
  public let text: String
  /// The place in it, in UTF-8 bytes; empty when something is missing there.
  public let range: Range<Int>
  /// What was expected or is wrong, without the place.
  public let message: String

  /// Makes an error at `range`, counted in UTF-8 bytes of `text`.
  public init(text: String, range: Range<Int>, message: String) {
    self.text = text
    self.range = range
    self.message = message
  }
}

extension PredicateSyntaxError: CustomStringConvertible {
  /// The message, the line of the text and a caret under the place.
  public var description: String { message + "\n" + PredicateExcerpt(of: text, at: range).description }
}

/// The line around a place in a predicate's text, with carets under the place.
///
/// Also for those who check a predicate's key paths against a model: `ObjectKeyPath.sourceRanges` are such places.
package struct PredicateExcerpt: Sendable, Hashable, CustomStringConvertible {
  /// The line, shortened with `…` to what stands around the place if it is long.
  package let line: String
  /// How many characters of `line` stand before the place.
  package let column: Int
  /// How many characters are marked; at least one.
  package let length: Int

  /// - Parameter range: The place in UTF-8 bytes; clamped to the text and to its line.
  package init(of text: String, at range: Range<Int>) {
    let utf8 = Array(text.utf8)
    let start = min(max(range.lowerBound, 0), utf8.count)
    var lineStart = start
    while lineStart > 0, utf8[lineStart - 1] != UInt8(ascii: "\n") { lineStart -= 1 }
    var lineEnd = start
    while lineEnd < utf8.count, utf8[lineEnd] != UInt8(ascii: "\n") { lineEnd += 1 }
    let end = min(max(range.upperBound, start), lineEnd)

    // Tabs and other control characters would shift the caret.
    func shown(_ bytes: ArraySlice<UInt8>) -> [Character] {
      String(decoding: bytes, as: UTF8.self).map { character in
        guard let first = character.unicodeScalars.first, first.value < 0x20 else { return character }
        return " "
      }
    }
    var before = shown(utf8[lineStart..<start])
    let marked = shown(utf8[start..<end])
    var after = shown(utf8[end..<lineEnd])
    if before.count > Self.mostBefore { before = ["…"] + before.suffix(Self.mostBefore - 1) }
    if after.count > Self.mostAfter { after = after.prefix(Self.mostAfter - 1) + ["…"] }
    line = String(before + marked + after)
    column = before.count
    length = max(marked.count, 1)
  }

  private static let mostBefore = 60
  private static let mostAfter = 40

  /// Two lines: the text's line, and the carets under it.
  package var description: String {
    line + "\n" + String(repeating: " ", count: column) + String(repeating: "^", count: length)
  }
}

extension PredicateSyntaxError {
  public var errorDescription: String? { description }
}

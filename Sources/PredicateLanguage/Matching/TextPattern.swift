internal import Foundation

/// A regular expression of `MATCHES` or of an attribute, in ICU's syntax, compiled once.
///
/// Most patterns become an automaton, which takes a tenth of ICU's time and never more than linear time. ICU decides where the automaton
/// cannot: for the rest of the syntax, and for texts beyond ASCII where Unicode's tables matter (`\w`, `\p{L}`, `[c]`).
package struct TextPattern: Sendable {
  /// The pattern is no regular expression.
  package struct Invalid: LocalizedError {
    package let reason: String
  }

  private let automaton: PatternAutomaton?
  private let expression: NSRegularExpression?
  /// Whether diacritics have been taken from the pattern and are to be taken from texts.
  private let ignoresDiacritics: Bool

  /// - Parameter options: `[c]` and `[d]`; with `d` the pattern's own letters lose their diacritics as well.
  package init(_ pattern: String, _ options: PredicateComparison.Options) throws(Invalid) {
    let ignoresCase = options.folds && options.contains(.caseInsensitive)
    ignoresDiacritics = options.folds && options.contains(.diacriticInsensitive)
    let plain = ignoresDiacritics ? Self.withoutDiacritics(pattern) : pattern
    automaton = PatternSyntax.parse(plain, ignoringCase: ignoresCase).flatMap { PatternAutomaton($0) }
    if let automaton, !automaton.isForASCIIOnly {
      expression = nil
    } else {
      expression = try Self.compiled(plain, ignoresCase ? .caseInsensitive : [])
    }
  }

  private static func compiled(
    _ pattern: String,
    _ options: NSRegularExpression.Options
  ) throws(Invalid) -> NSRegularExpression {
    do {
      let bare = try NSRegularExpression(pattern: pattern, options: options)
      // Only an anchor makes ICU go on to an alternative that reaches the end. Patterns that end in a comment or a quotation
      // swallow it; they are taken as they are.
      return (try? NSRegularExpression(pattern: "(?:" + pattern + ")\\z", options: options)) ?? bare
    } catch {
      throw Invalid(reason: "ICU does not accept it")
    }
  }

  /// Whether texts of ASCII are matched without ICU, in linear time.
  package var hasAutomaton: Bool { automaton != nil }

  /// Whether the pattern describes the whole text.
  ///
  /// - Complexity: O(*n*) without allocation where the automaton decides and diacritics matter; up to exponential where ICU does.
  package func matches(_ text: String) -> Bool {
    let plain = ignoresDiacritics ? Self.withoutDiacritics(text) : text
    if let answer = automaton?.matches(plain.utf8.span) { return answer }
    let whole = NSRange(location: 0, length: plain.utf16.count)
    return expression?.firstMatch(in: plain, options: .anchored, range: whole)?.range == whole
  }

  /// Whether the pattern surely describes a text of these bytes of UTF-8; `false` also where only ICU can tell.
  ///
  /// - Complexity: O(*n*) without allocation.
  package func surelyMatches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    !ignoresDiacritics && automaton?.matches(text.span) == true
  }

  private static func withoutDiacritics(_ text: String) -> String {
    String(decoding: TextFolding.folded(text, .diacriticInsensitive), as: UTF8.self)
  }
}

extension TextPattern.Invalid {
  package var errorDescription: String? { "This is no regular expression: \(reason)" }
}

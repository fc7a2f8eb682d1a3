internal import Foundation

/// A regular expression of `MATCHES`, in ICU's syntax, compiled once.
package struct TextPattern: Sendable {
  /// The pattern is no regular expression.
  package struct Invalid: Error {
    package let reason: String
  }

  private let expression: NSRegularExpression

  /// - Parameter options: `[c]` and `[d]`; with `d` the pattern's own letters lose their diacritics as well.
  package init(_ pattern: String, _ options: PredicateComparison.Options) throws(Invalid) {
    do {
      expression = try NSRegularExpression(
        pattern: pattern,
        options: options.contains(.caseInsensitive) ? .caseInsensitive : []
      )
    } catch {
      throw Invalid(reason: "ICU does not accept it")
    }
  }

  /// Whether the pattern describes the whole text.
  package func matches(_ text: String) -> Bool {
    let whole = NSRange(location: 0, length: text.utf16.count)
    return expression.firstMatch(in: text, options: .anchored, range: whole)?.range == whole
  }
}

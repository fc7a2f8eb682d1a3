/// Markup that is safe by its type: literals are markup, and every text that is put into one is escaped.
///
/// ```swift
/// let name = "<script>"
/// let item: HTML = "<li>\(name)</li>"  // <li>&lt;script&gt;</li>
/// let list: HTML = "<ul>\([item, item])</ul>"
/// ```
package struct HTML: Sendable, Hashable {
  /// The markup.
  package private(set) var markup: String

  /// No markup.
  package init() { markup = "" }

  /// Takes text for markup as it is: for what has been escaped already.
  package init(unescaped markup: String) { self.markup = markup }

  package var isEmpty: Bool { markup.isEmpty }

  package static func + (left: HTML, right: HTML) -> HTML { HTML(unescaped: left.markup + right.markup) }

  package static func += (left: inout HTML, right: HTML) { left.markup += right.markup }
}

extension HTML: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { markup = value }

  package init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { markup += literal }

    /// A text for an element's content or a quoted attribute, character by character as it is.
    package mutating func appendInterpolation(_ text: String) {
      let escaped = HTMLText.markupEscaped(text)
      // A parser of HTML would read a carriage return as a line feed.
      markup += escaped.utf8.contains(13) ? escaped.replacingCarriageReturns : escaped
    }

    package mutating func appendInterpolation(_ text: Substring) { appendInterpolation(String(text)) }

    /// A text with the characters shown that cannot be seen.
    package mutating func appendInterpolation(visible text: String) { markup += HTMLText.escaped(text) }

    package mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    /// A number with its digits in groups, for people.
    package mutating func appendInterpolation(grouped number: Int) { markup += ReadableNumber.grouped(number) }

    package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

    package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }

    package mutating func appendInterpolation(_ html: [HTML]) { for part in html { markup += part.markup } }

    /// A part that is there on a condition.
    package mutating func appendInterpolation(_ html: HTML, if condition: Bool) {
      if condition { markup += html.markup }
    }
  }
}

extension String {
  fileprivate var replacingCarriageReturns: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar == "\r" { result += "&#13;" } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}

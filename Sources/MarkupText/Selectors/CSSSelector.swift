/// A group of CSS selectors, such as `table.wikitable, #ranks > table:nth-of-type(2)`.
///
/// It knows names, `*`, `#id`, `.class`, attributes (`[a]`, `=`, `~=`, `|=`, `^=`, `$=`, `*=`, with `i` to ignore case), the combinators (space, `>`,
/// `+`, `~`), `:first-child`, `:last-child`, `:only-child`, `:nth-child()`, `:nth-last-child()`, the same with `of-type`, `:empty`, `:root`,
/// `:scope`, `:not()`, `:is()`, `:where()`, `:has()`, and `\` before characters that mean something. See https://www.w3.org/TR/selectors-4/
struct CSSSelector: Sendable, Hashable {
  enum Combinator: Sendable, Hashable {
    case descendant
    case child
    case nextSibling
    case laterSibling
  }

  enum AttributeMatch: Sendable, Hashable {
    case exists
    case equals(String)
    case hasWord(String)
    case hasLanguage(String)
    case startsWith(String)
    case endsWith(String)
    case contains(String)
  }

  indirect enum Condition: Sendable, Hashable {
    case id(String)
    case `class`(String)
    case attribute(String, AttributeMatch, ignoresCase: Bool)
    /// `step * n + offset`, counted from the end if `isFromEnd`, among elements of the same name if `isOfType`.
    case position(step: Int, offset: Int, isFromEnd: Bool, isOfType: Bool)
    case empty
    case root
    /// The element from which the selector is seen; the root where it is seen from none.
    case scope
    /// No chain fits the element.
    case not([Chain])
    /// A chain fits the element.
    case any([Chain])
    /// A chain fits an element that stands to this one as the combinator says.
    case has([Relative])
  }

  /// What one element must be.
  struct Compound: Sendable, Hashable {
    /// In small letters; `nil` for any.
    var name: String?
    var conditions: [Condition] = []
  }

  /// A chain of elements, the last of which is the one that is meant.
  struct Chain: Sendable, Hashable {
    var last: Compound
    /// From the last but one to the first, each with what joins it to the one after it.
    var before: [(combinator: Combinator, compound: Compound)]

    static func == (left: Chain, right: Chain) -> Bool {
      left.last == right.last && left.before.elementsEqual(right.before) { $0 == $1 }
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(last)
      for link in before {
        hasher.combine(link.combinator)
        hasher.combine(link.compound)
      }
    }
  }

  /// A chain seen from an element.
  struct Relative: Sendable, Hashable {
    var combinator: Combinator
    var chain: Chain
  }

  let chains: [Chain]

  /// - Throws: `MarkupTextError` of kind `path` that marks the place of the mistake.
  init(_ text: String) throws(MarkupTextError) {
    var parser = CSSParser(text)
    chains = try parser.group()
  }

  /// Whether a text that can be read as a selector is meant as one, and is not the caption of a table.
  var looksDeliberate: Bool {
    let compounds = chains.flatMap { [$0.last] + $0.before.map(\.compound) }
    let names = compounds.compactMap(\.name)
    guard names.allSatisfy(Self.elementNames.contains) else { return false }
    return compounds.contains { !$0.conditions.isEmpty } || names.count == compounds.count
      || chains.contains { $0.before.contains { $0.combinator != .descendant } }
  }

  private static let elementNames: Set<String> = [
    "html", "body", "table", "thead", "tbody", "tfoot", "tr", "td", "th", "div", "span", "section", "article", "main",
    "ul", "ol",
    "li", "dl", "dt", "dd", "p", "form", "fieldset", "center", "aside", "header", "footer", "figure", "nav", "h1", "h2",
    "h3", "h4",
    "h5", "h6", "caption", "details", "a", "img", "blockquote", "pre", "b", "i", "em", "strong", "font", "noscript",
    "small", "label",
  ]
}

internal import CLibXML2

/// A whole XPath 1.0 expression over a record's own elements and the elements around it, such as `concat(@code, '-', count(name))`.
///
/// It is used where the language of `FieldPath` does not suffice; libxml2 evaluates it on a copy of the record. As everywhere in field paths, `//` at the
/// beginning means any depth below the record, and a name without a prefix fits every namespace.
struct XPathExpression: Sendable, Hashable {
  /// What libxml2 gets.
  let text: String
  /// The prefixes of the names in it.
  let prefixes: Set<String>
  /// Whether it leads to elements around the record.
  let goesUp: Bool

  /// `nil` if libxml2 does not understand the expression.
  init?(_ text: String) {
    var scan = Scan(text)
    scan.run()
    guard scan.functions.isSubset(of: Self.functions), !scan.hasVariables else { return nil }
    self.text = scan.result
    prefixes = scan.prefixes
    goesUp = scan.goesUp
    LibXML2.start()
    // Without a context of its own the library would print what is wrong.
    guard let context = xmlXPathNewContext(nil) else { return nil }
    defer { xmlXPathFreeContext(context) }
    context.pointee.error = { _, _ in }
    guard let compiled = xmlXPathCtxtCompile(context, self.text) else { return nil }
    xmlXPathFreeCompExpr(compiled)
  }

  /// What XPath 1.0 has; without a check here an unknown function would be noticed at the first record only.
  private static let functions: Set<String> = [
    "boolean", "ceiling", "comment", "concat", "contains", "count", "false", "floor", "id", "lang", "last",
    "local-name",
    "name", "namespace-uri", "node", "normalize-space", "not", "number", "position", "processing-instruction", "round",
    "starts-with", "string", "string-length", "substring", "substring-after", "substring-before", "sum", "text",
    "translate", "true",
  ]

  /// Goes through an expression token by token, as far as needed to know its paths and prefixes.
  private struct Scan {
    private let source: [Character]
    private var index = 0
    private(set) var result = ""
    private(set) var prefixes: Set<String> = []
    private(set) var goesUp = false
    private(set) var functions: Set<String> = []
    private(set) var hasVariables = false
    /// Whether a path may begin here, because an operator or an opening bracket stands before.
    private var beginsPath = true

    init(_ text: String) { source = Array(text) }

    private func peek(_ ahead: Int) -> Character? { index + ahead < source.count ? source[index + ahead] : nil }

    mutating func run() {
      while let character = peek(0) {
        switch character {
        case "'", "\"": quoted(character)
        case "/": slash()
        case ".": dots()
        case _ where character.isWhitespace: take()
        case _ where character.isLetter || character == "_": name()
        default:
          if character == "$" { hasVariables = true }
          take()
          beginsPath = !"])".contains(character) && !character.isNumber && character != "*"
        }
      }
    }

    private mutating func take() {
      result.append(source[index])
      index += 1
    }

    private mutating func quoted(_ quote: Character) {
      repeat { take() } while index < source.count && source[index] != quote
      if index < source.count { take() }
      beginsPath = false
    }

    private mutating func slash() {
      if beginsPath {
        if peek(1) == "/" { result.append(".") } else { goesUp = true }
      }
      take()
      if peek(0) == "/" { take() }
      beginsPath = false
    }

    private mutating func dots() {
      if peek(1) == "." {
        goesUp = true
        take()
      }
      take()
      beginsPath = false
    }

    private mutating func name() {
      var name = ""
      while let next = peek(0), next.isLetter || next.isNumber || "_-.".contains(next) {
        name.append(next)
        take()
      }
      if peek(0) == ":", peek(1) == ":" {
        if name.hasPrefix("ancestor") || name == "parent" { goesUp = true }
        take()
        take()
      } else if peek(0) == ":" {
        prefixes.insert(name)
        take()
      } else {
        // After `and`, `or`, `div` and `mod` a path may begin; after any other name `//` goes on with one.
        beginsPath = ["and", "or", "div", "mod"].contains(name)
        if source[index...].first(where: { !$0.isWhitespace }) == "(", !beginsPath { functions.insert(name) }
      }
    }
  }
}
